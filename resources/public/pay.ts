import type { InitiateData } from '../../src/contracts/payments';
import { call, type Answer } from './api';
import { fill, type PaymentConfig } from './config';
import { forget, recall, remember } from './storage';

/** A little above the server's own patience with the bank. */
const INITIATE_TIMEOUT_MS = 40_000;
const LEAVING_MS = 15_000;

/**
 * The pay button. Without this script the form posts and the server answers with a redirect to the bank.
 * @param onRefused called when the server refused: the page may be out of date
 */
export function enhancePay(root: ParentNode, config: PaymentConfig, onRefused: () => void, signal: AbortSignal): void {
  const form = root.querySelector<HTMLFormElement>('[data-pay]');
  const button = form?.querySelector('button');
  const label = button?.querySelector('[data-label]');
  const alert = root.querySelector<HTMLElement>('[data-pay-alert]');
  const progress = root.querySelector('[data-pay-progress]');
  if (!form || !button || !label || !alert || !progress) return;
  const idle = label.textContent;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function setBusy(text: string | null): void {
    button!.disabled = text !== null;
    button!.toggleAttribute('data-busy', text !== null);
    label!.textContent = text ?? idle;
    progress!.textContent = text ?? '';
  }

  function say(...lines: string[]): void {
    setBusy(null);
    alert!.replaceChildren(
      ...lines.map((line) => {
        const paragraph = document.createElement('p');
        paragraph.textContent = line;
        return paragraph;
      }),
    );
    // A disabled button loses the focus.
    if (document.activeElement === document.body) button!.focus({ preventScroll: true });
  }

  async function pay(): Promise<void> {
    if (button!.disabled) return;
    alert!.replaceChildren();
    setBusy('Please wait…');
    const outcome = await initiate(config);
    if (signal.aborted) return;
    if ('url' in outcome) {
      setBusy(`Opening ${config.words.bank}…`);
      // The bank's page may never come; then the button must live again.
      leaving = setTimeout(() => setBusy(null), LEAVING_MS);
      location.assign(outcome.url);
      return;
    }
    say(...outcome.lines);
    if (outcome.refused) onRefused();
  }

  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      void pay();
    },
    { signal },
  );
  // Back from the bank's page: the browser may show this page as it was left, button and all.
  addEventListener(
    'pageshow',
    (event) => {
      if (!event.persisted) return;
      clearTimeout(leaving);
      setBusy(null);
      onRefused();
    },
    { signal },
  );
}

type Outcome = { url: string } | { lines: string[]; refused: boolean };

async function initiate(config: PaymentConfig): Promise<Outcome> {
  const stored = `td-pay:${config.id}`;
  const key = recall(stored) ?? newKey();
  // Kept until an answer is in: pressing again after a lost answer is the same press to the server.
  remember(stored, key);
  const answer = await call<InitiateData>('POST', config.initiateUrl, {
    headers: { 'Idempotency-Key': key },
    timeoutMs: INITIATE_TIMEOUT_MS,
  });
  if (isFinal(answer)) forget(stored);
  const { words } = config;
  if (answer.body?.success) {
    const url = bankUrl(answer.body.data?.paymentUrl);
    return url ? { url } : { lines: [words.urlMissing, words.nothingCharged], refused: false };
  }
  const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  return { lines: [reason(answer, config), words.nothingCharged], refused };
}

function isFinal(answer: Answer<InitiateData>): boolean {
  if (!answer.body || answer.status === 429) return false;
  return answer.body.success || !(answer.status === 409 && answer.body.error.includes('IDEMPOTENCY'));
}

function reason(answer: Answer<InitiateData>, { words }: PaymentConfig): string {
  if (answer.status === 0) return `${words.initiateError}. Check your connection and press the button again.`;
  const message = answer.body && !answer.body.success ? answer.body.message : '';
  if (message === words.urlNotYet) return message;
  if (message) return fill(words.error, message);
  if (answer.status === 429) return fill(words.error, fill(words.throttled, answer.retryAfter ?? 30));
  if (answer.status >= 500) return words.urlNotYet;
  return fill(words.error, words.initiateFailed);
}

/** Nothing but a web address may be opened, whatever the answer says. */
function bankUrl(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** randomUUID is missing outside a secure context. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
