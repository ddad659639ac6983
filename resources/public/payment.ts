import type { PublicStatus } from '../../src/contracts/payments';
import { call, type Answer } from './api';
import { fill, type PaymentConfig } from './config';
import { enhancePay } from './pay';
import { forget, recall, remember } from './storage';
import { createTicker, type Ticker } from './ticker';
import { toastAcrossReload } from './toast';

const LONGEST_WAIT_SECONDS = 120;
/** Long enough for the confirmation to be read out before the page changes. */
const RELOAD_AFTER_MS = 1000;

export function enhancePayment(root: ParentNode, config: PaymentConfig, signal: AbortSignal): void {
  const refresh = createRefresh(root, config, signal);
  enhancePay(root, config, () => void refresh.look(), signal);
}

interface Refresh {
  /** Looks once, without a word unless the state has changed. */
  look(): Promise<void>;
}

function stateKey({ status, canPay }: { status: string; canPay: boolean }): string {
  return `${status}/${canPay}`;
}

function createRefresh(root: ParentNode, config: PaymentConfig, signal: AbortSignal): Refresh {
  const { words } = config;
  const toggle = root.querySelector<HTMLButtonElement>('[data-auto]');
  const button = root.querySelector<HTMLButtonElement>('[data-check]');
  const clock = root.querySelector('[data-clock]');
  const result = root.querySelector('[data-check-result]');
  const every = config.refreshSeconds;
  const seenKey = `td-seen:${config.id}`;
  if (recall(seenKey) === stateKey(config)) forget(seenKey);
  let failures = 0;
  let reloading = false;
  let running: Promise<Answer<PublicStatus>> | null = null;

  const ticker: Ticker = createTicker({ task: () => void poll(), show: showClock, signal });

  function showClock(left: number | 'offline' | 'hidden'): void {
    if (!clock || left === 'hidden') return;
    if (left === 'offline') clock.textContent = 'You are offline. Checking goes on when you are back.';
    else clock.textContent = failures ? `Could not check. Trying again in ${left} s` : `Next check in ${left} s`;
  }

  function isOn(): boolean {
    return every !== null && toggle?.getAttribute('aria-checked') !== 'false';
  }

  function scheduleNext(seconds?: number): void {
    if (every === null || reloading || !isOn()) return;
    ticker.schedule(seconds ?? Math.min(every * 2 ** failures, LONGEST_WAIT_SECONDS));
  }

  /** A press during a poll waits for the poll's answer instead of asking twice. */
  function ask(): Promise<Answer<PublicStatus>> {
    running ??= call<PublicStatus>('GET', config.statusUrl, { signal }).finally(() => (running = null));
    return running;
  }

  function apply(answer: Answer<PublicStatus>, completedWords: string): PublicStatus | null {
    const data = answer.body?.success ? answer.body.data : null;
    failures = data ? 0 : failures + 1;
    if (!data || stateKey(data) === stateKey(config)) return data;
    // A page that still differs after it was loaded anew for this very state must not be loaded for ever.
    if (recall(seenKey) === stateKey(data)) return data;
    remember(seenKey, stateKey(data));
    reloading = true;
    ticker.stop();
    toastAcrossReload(data.status === 'completed' ? completedWords : fill(words.statusIs, data.statusLabel));
    setTimeout(() => !signal.aborted && location.reload(), RELOAD_AFTER_MS);
    return data;
  }

  async function poll(): Promise<void> {
    if (clock) clock.textContent = 'Checking…';
    const answer = await ask();
    if (signal.aborted) return;
    apply(answer, words.polledCompleted);
    scheduleNext(answer.retryAfter ?? undefined);
  }

  async function check(): Promise<void> {
    if (!button || button.disabled || reloading) return;
    ticker.stop();
    button.disabled = true;
    if (result) result.textContent = 'Checking…';
    const answer = await ask();
    if (signal.aborted) return;
    const data = apply(answer, words.statusCompleted);
    button.disabled = false;
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
    if (result) result.textContent = data ? found(data) : problem(answer);
    scheduleNext(answer.retryAfter ?? undefined);
  }

  function found(data: PublicStatus): string {
    return data.status === 'completed' ? words.statusCompleted : fill(words.statusIs, data.statusLabel);
  }

  function problem(answer: Answer<PublicStatus>): string {
    if (answer.body && !answer.body.success && answer.body.message) return answer.body.message;
    if (answer.status === 429) return fill(words.throttled, answer.retryAfter ?? 30);
    return answer.status === 0 ? words.statusError : words.statusFailed;
  }

  toggle?.addEventListener(
    'click',
    () => {
      toggle.setAttribute('aria-checked', String(!isOn()));
      if (isOn()) return scheduleNext();
      ticker.stop();
      if (clock) clock.textContent = 'Auto-refresh is off';
    },
    { signal },
  );
  button?.addEventListener('click', () => void check(), { signal });
  scheduleNext();

  return {
    async look() {
      const answer = await ask();
      if (!signal.aborted) apply(answer, words.polledCompleted);
    },
  };
}
