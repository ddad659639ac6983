import type { InitiateData } from '../../src/contracts/payments';
import { call, type Answer } from './api';
import { fill, fillWait, type PaymentConfig } from './config';
import { forget, recall, remember } from './storage';
import { type Agreement, agreementOf, refuseUnagreed, TERMS, TERMS_CHANGED } from './terms';

/** A little above the server's own patience with the bank. */
const INITIATE_TIMEOUT_MS = 40_000;
const LEAVING_MS = 15_000;
/** On a slow network the bank's page may still come after the button lives again. */
const LATE_PAGE_SECONDS = 120;

/** What looks at the payment's state. */
export interface Pausable {
  /** Looks now: the server refused, or the customer is back from the bank, so the page may be out of date. */
  look(): Promise<void>;
  /** From now on the page is left as it is. */
  pause(): void;
  /** @param afterSeconds until the next look; null: as usual */
  resume(afterSeconds: number | null): void;
}

/** The pay button. Without this script the form posts and the server answers with a redirect to the bank. */
export function enhancePay(root: ParentNode, config: PaymentConfig, refresh: Pausable, signal: AbortSignal): void {
  const form = root.querySelector<HTMLFormElement>('[data-pay]');
  const button = form?.querySelector('button');
  const alert = root.querySelector<HTMLElement>('[data-pay-alert]');
  if (form && button && alert) new PayButton(form, button, alert, config, refresh, signal).start();
}

class PayButton {
  private readonly label: Element | null;
  private readonly idleText: string;
  private leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly button: HTMLButtonElement,
    private readonly alert: HTMLElement,
    private readonly config: PaymentConfig,
    private readonly refresh: Pausable,
    private readonly signal: AbortSignal,
  ) {
    this.label = button.querySelector('[data-label]');
    this.idleText = this.label?.textContent ?? '';
  }

  start(): void {
    const { signal } = this;
    this.form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        void this.pay();
      },
      { signal },
    );
    // Back from the bank's page: the browser may show this page as it was left, button and all.
    addEventListener(
      'pageshow',
      (event) => {
        if (!event.persisted) return;
        clearTimeout(this.leaving);
        this.setIdle();
        void this.refresh.look();
      },
      { signal },
    );
  }

  private async pay(): Promise<void> {
    if (this.button.disabled) return;
    this.alert.replaceChildren();
    if (refuseUnagreed(this.form)) return;
    this.refresh.pause();
    this.setBusy(this.config.words.pleaseWait);
    const outcome = await initiate(this.config, agreementOf(this.form));
    if (this.signal.aborted) return;
    if ('changed' in outcome) {
      // With the text that is in force now, and a box that is not ticked.
      location.replace(`?problem=${TERMS_CHANGED}`);
      return;
    }
    if ('url' in outcome) {
      this.setBusy(this.config.words.opening);
      // The bank's page may never come; then the button must live again.
      this.leaving = setTimeout(() => this.setIdle(LATE_PAGE_SECONDS), LEAVING_MS);
      location.assign(outcome.url);
      return;
    }
    this.say(outcome.lines);
    if (outcome.refused) void this.refresh.look();
  }

  private setIdle(nextLookSeconds: number | null = null): void {
    this.setBusy(null);
    this.refresh.resume(nextLookSeconds);
  }

  private setBusy(text: string | null): void {
    this.button.disabled = text !== null;
    this.button.toggleAttribute('data-busy', text !== null);
    if (this.label) this.label.textContent = text ?? this.idleText;
    const progress = this.form.parentElement?.querySelector('[data-pay-progress]');
    if (progress) progress.textContent = text ?? '';
  }

  private say(lines: string[]): void {
    this.setIdle();
    const paragraphs = lines.map((line) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = line;
      return paragraph;
    });
    this.alert.replaceChildren(...paragraphs);
    // A disabled button loses the focus.
    if (document.activeElement === document.body) this.button.focus({ preventScroll: true });
  }
}

type Outcome = { url: string } | { lines: string[]; refused: boolean } | { changed: true };

async function initiate(config: PaymentConfig, agreement: Agreement | undefined): Promise<Outcome> {
  // A key belongs to one body.
  const stored = `td-pay:${config.id}${agreement ? `:${agreement.termsVersion}:${agreement.termsLanguage}` : ''}`;
  const key = recall(stored) ?? newKey();
  // Kept until an answer is in: pressing again after a lost answer is the same press to the server.
  remember(stored, key);
  const answer = await call<InitiateData>('POST', config.initiateUrl, {
    body: agreement,
    headers: { 'Idempotency-Key': key },
    timeoutMs: INITIATE_TIMEOUT_MS,
  });
  if (isFinal(answer)) forget(stored);
  const { words } = config;
  if (answer.body?.success) {
    const url = bankUrl(answer.body.data?.paymentUrl);
    return url ? { url } : { lines: [words.urlMissing, words.nothingCharged], refused: false };
  }
  if (answer.body?.success === false && answer.body.error.startsWith(TERMS)) return { changed: true };
  const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  const charged = wasAskedOfBank(answer) ? words.nothingCharged : words.pressCharged;
  return { lines: [reason(answer, config), charged], refused };
}

/** Only a payment that is still to be paid gets as far as the bank; any other answer may come of one that is paid already. */
function wasAskedOfBank({ body }: Answer<InitiateData>): boolean {
  return body?.success === false && (body.error === 'BANK_UNAVAILABLE' || body.error === 'BANK_REFUSED');
}

function isFinal(answer: Answer<InitiateData>): boolean {
  if (!answer.body || answer.status === 429) return false;
  return answer.body.success || !(answer.status === 409 && answer.body.error.includes('IDEMPOTENCY'));
}

function reason(answer: Answer<InitiateData>, { words }: PaymentConfig): string {
  if (answer.status === 0) return words.initiateError;
  if (answer.status === 429) return fill(words.error, fillWait(words.throttled, answer.retryAfter ?? 30, words.waits));
  const problem = answer.body && !answer.body.success ? words.problems[answer.body.error] : undefined;
  if (problem && problem !== words.urlNotYet) return fill(words.error, problem);
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
