import type { SendReceiptData } from '../../src/contracts/after-payment';
import { call } from './api';
import { fill, type ReceiptConfig } from './config';

/** The print button, and the mail button without leaving the page. */
export function enhanceReceipt(root: ParentNode, config: ReceiptConfig, signal: AbortSignal): void {
  root.querySelector('[data-print]')?.addEventListener('click', () => print(), { signal });
  const form = root.querySelector<HTMLFormElement>('[data-mail-receipt]');
  const button = form?.querySelector('button');
  const result = root.querySelector('[data-mail-result]');
  if (!form || !button || !result) return;
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (!button.disabled) void send(button, result, config, signal);
    },
    { signal },
  );
}

async function send(
  button: HTMLButtonElement,
  result: Element,
  { sendUrl, words }: ReceiptConfig,
  signal: AbortSignal,
): Promise<void> {
  button.disabled = true;
  result.textContent = words.pleaseWait;
  const { body } = await call<SendReceiptData>('POST', sendUrl, { signal });
  if (signal.aborted) return;
  result.classList.toggle('pub-problem', !body?.success);
  result.textContent = body?.success
    ? fill(words.sent, body.data.to)
    : ((body && words.problems[body.error]) ?? words.failed);
  button.disabled = false;
  // A disabled button loses the focus.
  if (document.activeElement === document.body) button.focus({ preventScroll: true });
}
