import { forget, recall, remember } from './storage';

const SHOWN_MS = 5000;
const CARRIED = 'td-toast';

/** Says a confirmation in the page's polite live region. A pointer or the focus on it keeps it there. */
export function toast(text: string): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return;
  const box = document.createElement('div');
  box.className = 'pub-toast';
  const words = document.createElement('p');
  words.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'pub-toast-close';
  close.setAttribute('aria-label', region.dataset.dismiss ?? '');
  close.textContent = '×';
  box.append(words, close);
  let timer = setTimeout(() => box.remove(), SHOWN_MS);
  const stopTimer = () => clearTimeout(timer);
  const release = () => {
    clearTimeout(timer);
    timer = setTimeout(() => box.remove(), SHOWN_MS);
  };
  box.addEventListener('pointerenter', stopTimer);
  box.addEventListener('focusin', stopTimer);
  box.addEventListener('pointerleave', release);
  box.addEventListener('focusout', release);
  close.addEventListener('click', () => {
    stopTimer();
    box.remove();
  });
  region.replaceChildren(box);
}

/** Shows the message again after the page has been loaded anew, so that it is there for its five seconds. */
export function carryToast(text: string): void {
  remember(CARRIED, text);
}

export function showCarriedToast(): void {
  const text = recall(CARRIED);
  if (!text) return;
  forget(CARRIED);
  toast(text);
}
