import { enhanceCopy } from './copy';
import type { PublicConfig } from './config';
import { reportPageView } from './page-view';
import { enhancePayment } from './payment';
import { enhanceReceipt } from './receipt';
import { enhanceSaveToken } from './save-token';
import { showCarriedToast } from './toast';
import { enhanceVerify } from './verify';
import { showWaiting } from './waiting';

function readConfig(root: ParentNode): PublicConfig | null {
  const text = root.querySelector<HTMLElement>('[data-public]')?.dataset.public;
  return text ? (JSON.parse(text) as PublicConfig) : null;
}

let reported = false;

/**
 * Gives the rendered page its manners.
 * @returns takes them away again
 */
export function enhance(root: ParentNode): () => void {
  const config = readConfig(root);
  const abort = new AbortController();
  if (!config) return () => undefined;
  document.documentElement.classList.add('js');
  dropNotice();
  showCarriedToast();
  enhanceCopy(root, config.words, abort.signal);
  enhanceSaveToken(root, config.words, abort.signal);
  enhanceBack(root, abort.signal);
  enhanceRetry(root, abort.signal);
  if (config.payment) enhancePayment(root, config.payment, abort.signal);
  if (config.verify) enhanceVerify(root, config.verify, abort.signal);
  if (config.receipt) enhanceReceipt(root, config.receipt, abort.signal);
  if (!reported) reportPageView(config.pageViewUrl);
  reported = true;
  return () => abort.abort();
}

/**
 * The outcome of a press stands in the address; loading the page anew must not tell it again. A choice of language is
 * remembered by then, and would be passed on with the address.
 */
function dropNotice(): void {
  const url = new URL(location.href);
  const done = ['problem', 'mail', 'lang'].filter((name) => url.searchParams.has(name));
  if (done.length === 0) return;
  for (const name of done) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}

/** One step back in the history; a page opened afresh has none and follows the link. */
function enhanceBack(root: ParentNode, signal: AbortSignal): void {
  for (const control of root.querySelectorAll('[data-back]')) {
    control.addEventListener(
      'click',
      (event) => {
        if (history.length < 2) return;
        event.preventDefault();
        history.back();
      },
      { signal },
    );
  }
}

/** The offline page stands under the address that was wanted: loading it anew is the retry. */
function enhanceRetry(root: ParentNode, signal: AbortSignal): void {
  const button = root.querySelector('[data-retry]');
  if (!button) return;
  const retry = () => location.reload();
  button.addEventListener('click', retry, { signal });
  addEventListener('online', retry, { signal });
  // Whoever is on the way to the form is not brought back.
  root.querySelector('[data-sell]')?.addEventListener('click', () => removeEventListener('online', retry), { signal });
  showWaiting(root);
}
