import type { VerifyPageState } from '../../src/contracts/pages';
import type { VerifyData } from '../../src/contracts/after-payment';
import { call, type Answer } from './api';
import { fillWait, type FailureTexts, type VerifyConfig } from './config';
import { createTicker, type Ticker } from './ticker';
import { toast } from './toast';
import { UnclearPanel } from './unclear';

/** The server itself waits for the bank. */
const VERIFY_TIMEOUT_MS = 45_000;
const LOST_CONNECTION_TRIES = 3;
const LONGEST_WAIT_SECONDS = 120;

export function enhanceVerify(root: ParentNode, config: VerifyConfig, signal: AbortSignal): void {
  new Verification(root, config, signal).start();
}

/** Asks the server what became of the payment, and shows the section of the page that says so. */
class Verification {
  private readonly clock: Element | null;
  private readonly again: HTMLElement | null;
  private readonly ticker: Ticker;
  private readonly unclear: UnclearPanel;
  private state: VerifyPageState;
  private lost = 0;

  constructor(
    private readonly root: ParentNode,
    private readonly config: VerifyConfig,
    private readonly signal: AbortSignal,
  ) {
    this.state = config.state;
    this.clock = root.querySelector('[data-clock]');
    this.again = root.querySelector('[data-again]');
    this.unclear = new UnclearPanel(root, config.unclear, signal);
    this.ticker = createTicker({ task: () => void this.look(), show: (left) => this.showClock(left), signal });
  }

  start(): void {
    this.again?.addEventListener('click', () => this.lookAgain(), { signal: this.signal });
    if (this.state === 'loading') void this.look();
    if (this.state === 'confirming') this.confirm();
    if (this.state === 'success') this.succeed(this.config.successUrl ?? this.config.successPath);
  }

  private lookAgain(): void {
    this.show('loading');
    void this.look();
  }

  private async look(): Promise<void> {
    const { eventId, url } = this.config;
    // Nothing to ask about by id: the server tells by rendering the page again.
    if (eventId === null) return location.reload();
    this.setClock(this.config.words.checking);
    const options = { body: { eventId }, timeoutMs: VERIFY_TIMEOUT_MS, signal: this.signal };
    const answer = await call<VerifyData>('POST', url, options);
    if (!this.signal.aborted) this.judge(answer);
  }

  private judge(answer: Answer<VerifyData>): void {
    const { body, status, retryAfter } = answer;
    // "Not known yet" comes as no success, with the data all the same: nobody is to take it for money.
    const data = (body as { data?: VerifyData } | null)?.data;
    this.lost = body ? 0 : this.lost + 1;
    if (data) this.linkPayment(data.paymentId);
    if (data?.tokenNumber) this.nameToken(data.tokenNumber);
    if (data) this.unclear.show(data.unclear);
    // Money that went back, or goes back: the server says so by rendering the page again.
    if (data?.refund) return location.reload();
    if (body?.success && data?.state === 'completed') return this.succeed(this.successUrl(data));
    if (data?.state === 'confirming') return this.confirm();
    if (data?.state === 'returning') return location.reload();
    if (data) return this.fail(this.textsOf(data), false, data.failure?.bankText ?? null);
    if (retryAfter !== null) return this.ticker.schedule(retryAfter);
    // While the bank decides, a lost connection or a server in trouble says nothing about the payment.
    if ((!body || status >= 500) && this.state === 'confirming') return this.confirm();
    if (status === 0 && this.lost < LOST_CONNECTION_TRIES) return this.ticker.schedule(this.lost);
    this.fail({ reason: this.config.words.failed, text: '' }, !body || status >= 500);
  }

  private succeed(url: string): void {
    this.ticker.stop();
    this.root.querySelector('[data-continue]')?.setAttribute('href', url);
    this.show('success');
    toast(this.config.words.successToast);
    const { root, signal } = this;
    let timer: ReturnType<typeof setTimeout>;
    const redirect = () => {
      clearTimeout(timer);
      // Replaced, so that the Back button does not lead to a page which leads straight here again.
      timer = setTimeout(() => location.replace(url), this.config.redirectAfterMs);
    };
    redirect();
    // A link that was tapped, as the one to the receipt, is not overtaken. Back from there the page may be as it was left.
    root.addEventListener('click', (event) => leadsAway(event) && clearTimeout(timer), { signal });
    addEventListener('pageshow', (event) => event.persisted && redirect(), { signal });
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  private confirm(): void {
    this.show('confirming');
    this.ticker.schedule(Math.min(this.config.retrySeconds * 2 ** this.lost, LONGEST_WAIT_SECONDS));
  }

  private textsOf({ reason, failure }: VerifyData): FailureTexts {
    const { failures, missing, failed } = this.config.words;
    if (failure) return failures[failure.kind];
    return { reason: reason === 'missing' ? missing : failed, text: '' };
  }

  private fail({ reason, text }: FailureTexts, worthAnotherLook: boolean, bankText: string | null = null): void {
    const why = this.root.querySelector('[data-reason]');
    if (why) why.textContent = reason;
    const more = this.root.querySelector('[data-failure]');
    if (more) more.textContent = text;
    this.quote(bankText);
    if (this.again) this.again.hidden = !worthAnotherLook;
    this.show('error');
  }

  /** As text and nothing else: it comes from outside. */
  private quote(bankText: string | null): void {
    const line = this.root.querySelector<HTMLElement>('[data-bank-said]');
    const words = this.root.querySelector('[data-bank-text]');
    if (words) words.textContent = bankText ?? '';
    if (line) line.hidden = bankText === null;
  }

  private show(next: VerifyPageState): void {
    if (next === this.state) return;
    this.state = next;
    const sections = [...this.root.querySelectorAll<HTMLElement>('[data-state]')];
    for (const section of sections) section.hidden = section.dataset.state !== next;
    const shown = sections.find((section) => !section.hidden);
    const title = shown?.querySelector('h1')?.textContent ?? '';
    // What stands behind the first dot names the site and stays.
    document.title = document.title.replace(/^[^·]*/, () => `${title} `);
    const live = this.root.querySelector('[data-live]');
    if (live) live.textContent = `${title}. ${shown?.querySelector('[data-say]')?.textContent ?? ''}`;
  }

  private showClock(left: number | 'offline' | 'hidden'): void {
    if (left === 'hidden') return;
    const { offline, nextCheck, waits } = this.config.words;
    this.setClock(left === 'offline' ? offline : fillWait(nextCheck, left, waits));
  }

  private setClock(text: string): void {
    if (this.clock) this.clock.textContent = text;
  }

  /** Only ever a page of this site. */
  private successUrl(data: VerifyData): string {
    const { successUrl, successPath } = this.config;
    const query = data.paymentId ? `?payment=${encodeURIComponent(data.paymentId)}` : '';
    const url = new URL(data.successUrl ?? successUrl ?? successPath + query, location.href);
    return url.origin === location.origin ? url.href : successPath;
  }

  /** The number is the customer's news: it is there with the heading, before the next page. */
  private nameToken(number: string): void {
    const token = this.root.querySelector<HTMLElement>('[data-token]');
    const text = token?.querySelector('[data-token-number]');
    if (!token || !text) return;
    text.textContent = number;
    token.hidden = false;
  }

  private linkPayment(paymentId: string | null): void {
    if (paymentId === null) return;
    for (const link of this.root.querySelectorAll<HTMLElement>('[data-payment-link]')) {
      link.setAttribute('href', this.config.paymentPath + encodeURIComponent(paymentId) + link.dataset.paymentLink);
      link.hidden = false;
    }
  }
}

/** By a link within the site, in this tab. */
function leadsAway(event: Event): boolean {
  const { target, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  const link = target instanceof Element ? target.closest('a') : null;
  return link?.origin === location.origin && !link.hash && !link.target && !ctrlKey && !metaKey && !shiftKey;
}
