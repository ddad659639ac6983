/** What is sent with a press of Pay while terms are in force. */
export interface Agreement {
  termsVersion: string;
  termsLanguage: string;
}

/** How the codes of refusals begin that are about terms: the page is out of date, whichever it is. */
export const TERMS = 'TERMS_';
export const TERMS_CHANGED = 'TERMS_CHANGED';

export function agreementOf(form: HTMLFormElement): Agreement | undefined {
  const box = boxOf(form);
  return box?.checked ? { termsVersion: box.value, termsLanguage: box.dataset.terms ?? '' } : undefined;
}

/** Says at the box that it has to be ticked. @returns whether the press must go no further */
export function refuseUnagreed(form: HTMLFormElement): boolean {
  const box = boxOf(form);
  if (!box || box.checked) return false;
  const error = document.querySelector<HTMLElement>('[data-terms-error]');
  const show = (text: string) => {
    box.setAttribute('aria-invalid', String(text !== ''));
    if (error) error.textContent = text;
  };
  show(error?.dataset.termsError ?? '');
  box.addEventListener('change', () => show(''), { once: true });
  box.focus();
  return true;
}

/** It stands outside of the form and belongs to it. */
function boxOf(form: HTMLFormElement): HTMLInputElement | null {
  const box = form.elements.namedItem('termsVersion');
  return box instanceof HTMLInputElement ? box : null;
}
