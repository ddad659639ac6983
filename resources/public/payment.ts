import type { PublicStatus } from '../../src/contracts/payments';
import { call, type Answer } from './api';
import { fill, fillWait, type PaymentConfig } from './config';
import { enhancePay, type Pausable } from './pay';
import { forget, recall, remember } from './storage';
import { createTicker, type Ticker } from './ticker';
import { carryToast, toast } from './toast';
import { UnclearPanel } from './unclear';

const LONGEST_WAIT_SECONDS = 120;
/** Long enough for the confirmation to be read out before the page changes. */
const RELOAD_AFTER_MS = 1000;

export function enhancePayment(root: ParentNode, config: PaymentConfig, signal: AbortSignal): void {
  const refresh = new StatusRefresh(root, config, signal);
  refresh.start();
  enhancePay(root, config, refresh, signal);
}

/** Looks at the payment's state by itself and on request, and loads the page anew when the state has changed. */
class StatusRefresh implements Pausable {
  private readonly toggle: HTMLButtonElement | null;
  private readonly button: HTMLButtonElement | null;
  private readonly clock: Element | null;
  private readonly result: Element | null;
  private readonly ticker: Ticker;
  private readonly unclear: UnclearPanel;
  private readonly seenKey: string;
  private failures = 0;
  private reloading = false;
  private reload: ReturnType<typeof setTimeout> | undefined;
  private paused = false;
  private running: Promise<Answer<PublicStatus>> | null = null;

  constructor(
    root: ParentNode,
    private readonly config: PaymentConfig,
    private readonly signal: AbortSignal,
  ) {
    this.toggle = root.querySelector('[data-auto]');
    this.button = root.querySelector('[data-check]');
    this.clock = root.querySelector('[data-clock]');
    this.result = root.querySelector('[data-check-result]');
    this.unclear = new UnclearPanel(root, config.unclear, signal);
    this.seenKey = `td-seen:${config.id}`;
    this.ticker = createTicker({ task: () => void this.poll(), show: (left) => this.showClock(left), signal });
  }

  start(): void {
    if (recall(this.seenKey) === stateKey(this.config)) forget(this.seenKey);
    this.toggle?.addEventListener('click', () => this.flip(), { signal: this.signal });
    this.button?.addEventListener('click', () => void this.check(), { signal: this.signal });
    this.scheduleNext(null);
  }

  /** Looks once, without a word unless the state has changed. */
  async look(): Promise<void> {
    const answer = await this.ask();
    if (!this.signal.aborted) this.apply(answer, this.config.words.polledCompleted);
  }

  /** Loading the page anew would take the place of a navigation that has begun. */
  pause(): void {
    this.paused = true;
    this.reloading = false;
    clearTimeout(this.reload);
    this.ticker.stop();
  }

  resume(afterSeconds: number | null): void {
    if (!this.paused) return;
    this.paused = false;
    this.scheduleNext(afterSeconds);
  }

  private async poll(): Promise<void> {
    setText(this.clock, this.config.words.checking);
    const answer = await this.ask();
    if (this.signal.aborted) return;
    this.apply(answer, this.config.words.polledCompleted);
    this.scheduleNext(answer.retryAfter);
  }

  private async check(): Promise<void> {
    const { button } = this;
    if (!button || button.disabled || this.reloading) return;
    this.ticker.stop();
    button.disabled = true;
    setText(this.result, this.config.words.checking);
    const answer = await this.ask();
    if (this.signal.aborted) return;
    this.apply(answer, this.config.words.statusCompleted);
    button.disabled = false;
    // A disabled button loses the focus.
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
    setText(this.result, this.describe(answer));
    this.scheduleNext(answer.retryAfter);
  }

  /** A press during a poll waits for the poll's answer instead of asking twice. */
  private ask(): Promise<Answer<PublicStatus>> {
    this.running ??= call<PublicStatus>('GET', this.config.statusUrl, { signal: this.signal }).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private apply(answer: Answer<PublicStatus>, completedWords: string): void {
    const data = dataOf(answer);
    this.failures = data ? 0 : this.failures + 1;
    if (data) this.unclear.show(data.unclear);
    if (!data || this.paused || this.reloading || stateKey(data) === stateKey(this.config)) return;
    // A page that still differs after it was loaded anew for this very state must not be loaded for ever.
    if (recall(this.seenKey) === stateKey(data)) return;
    this.reloading = true;
    this.ticker.stop();
    const news =
      data.status === 'completed'
        ? completedWords
        : fill(this.config.words.statusIs, this.config.words.statuses[data.status]);
    toast(news);
    this.reload = setTimeout(() => {
      if (this.signal.aborted) return;
      remember(this.seenKey, stateKey(data));
      carryToast(news);
      location.reload();
    }, RELOAD_AFTER_MS);
  }

  private scheduleNext(retryAfter: number | null): void {
    const every = this.config.refreshSeconds;
    if (every === null || this.reloading || this.paused || !this.isOn()) return;
    this.ticker.schedule(retryAfter ?? Math.min(every * 2 ** this.failures, LONGEST_WAIT_SECONDS));
  }

  private isOn(): boolean {
    return this.toggle?.getAttribute('aria-checked') !== 'false';
  }

  private flip(): void {
    this.toggle?.setAttribute('aria-checked', String(!this.isOn()));
    if (this.isOn()) {
      this.scheduleNext(null);
      return;
    }
    this.ticker.stop();
    setText(this.clock, this.config.words.autoOff);
  }

  private showClock(left: number | 'offline' | 'hidden'): void {
    if (left === 'hidden') return;
    const { offline, tryingAgain, nextCheck, waits } = this.config.words;
    if (left === 'offline') setText(this.clock, offline);
    else setText(this.clock, fillWait(this.failures ? tryingAgain : nextCheck, left, waits));
  }

  private describe(answer: Answer<PublicStatus>): string {
    const { words } = this.config;
    const data = dataOf(answer);
    if (data)
      return data.status === 'completed' ? words.statusCompleted : fill(words.statusIs, words.statuses[data.status]);
    if (answer.status === 429) return fillWait(words.throttled, answer.retryAfter ?? 30, words.waits);
    return answer.status === 0 ? words.statusError : words.statusFailed;
  }
}

function dataOf(answer: Answer<PublicStatus>): PublicStatus | null {
  return answer.body?.success ? answer.body.data : null;
}

function stateKey({ status, canPay, returning }: { status: string; canPay: boolean; returning: unknown }): string {
  return `${status}/${canPay}/${Boolean(returning)}`;
}

function setText(element: Element | null, text: string): void {
  if (element) element.textContent = text;
}
