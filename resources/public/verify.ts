import type { VerifyData } from '../../src/contracts/payments';
import type { VerifyPageState } from '../../src/contracts/pages';
import { call, type Answer } from './api';
import type { VerifyConfig } from './config';
import { createTicker } from './ticker';
import { toast } from './toast';

/** The server itself waits for the bank. */
const VERIFY_TIMEOUT_MS = 45_000;
const LOST_CONNECTION_TRIES = 3;
const LONGEST_WAIT_SECONDS = 120;

export function enhanceVerify(root: ParentNode, config: VerifyConfig, signal: AbortSignal): void {
  const sections = [...root.querySelectorAll<HTMLElement>('[data-state]')];
  const live = root.querySelector('[data-live]');
  const clock = root.querySelector('[data-clock]');
  const again = root.querySelector<HTMLElement>('[data-again]');
  let state: VerifyPageState = config.state;
  let lost = 0;

  const ticker = createTicker({
    task: () => void look(),
    show: (left) => {
      if (!clock || left === 'hidden') return;
      clock.textContent =
        left === 'offline' ? 'You are offline. Checking goes on when you are back.' : `Next check in ${left} s`;
    },
    signal,
  });

  function show(next: VerifyPageState): void {
    const changed = next !== state;
    state = next;
    if (!changed) return;
    for (const section of sections) section.hidden = section.dataset.state !== next;
    const shown = sections.find((section) => !section.hidden);
    const title = shown?.querySelector('h1')?.textContent ?? '';
    // What stands behind the first dot names the site and stays.
    document.title = document.title.replace(/^[^·]*/, () => `${title} `);
    if (live) live.textContent = `${title}. ${shown?.querySelector('[data-say]')?.textContent ?? ''}`;
  }

  function succeed(url: string): void {
    ticker.stop();
    root.querySelector('[data-continue]')?.setAttribute('href', url);
    show('success');
    toast(config.words.successToast);
    // Replaced, so that the Back button does not lead to a page which leads straight here again.
    const timer = setTimeout(() => location.replace(url), config.redirectAfterMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  function fail(reason: string, worthAnotherLook: boolean): void {
    const text = root.querySelector('[data-reason]');
    if (text) text.textContent = reason;
    if (again) again.hidden = !worthAnotherLook;
    show('error');
  }

  function confirm(): void {
    show('confirming');
    ticker.schedule(Math.min(config.retrySeconds * 2 ** lost, LONGEST_WAIT_SECONDS));
  }

  async function look(): Promise<void> {
    // Nothing to ask about by id: the server tells by rendering the page again.
    if (config.eventId === null) return location.reload();
    if (clock) clock.textContent = 'Checking…';
    const answer = await call<VerifyData>('POST', config.url, {
      body: { eventId: config.eventId },
      timeoutMs: VERIFY_TIMEOUT_MS,
      signal,
    });
    if (!signal.aborted) judge(answer);
  }

  function judge(answer: Answer<VerifyData>): void {
    const { body } = answer;
    // "Not known yet" comes as no success, with the data all the same: nobody is to take it for money.
    const data = (body as { data?: VerifyData } | null)?.data;
    lost = body ? 0 : lost + 1;
    if (data) linkPayment(data.paymentId);
    if (body?.success && data?.state === 'completed') return succeed(successUrl(data));
    if (data?.state === 'confirming') return confirm();
    if (data) return fail(body?.message || config.words.failed, false);
    if (answer.retryAfter !== null) return ticker.schedule(answer.retryAfter);
    // While the bank decides, a lost connection says nothing about the payment.
    if (!body && state === 'confirming') return confirm();
    if (answer.status === 0 && lost < LOST_CONNECTION_TRIES) return ticker.schedule(lost);
    fail(body?.message || config.words.failed, !body || answer.status >= 500);
  }

  function successUrl(data: VerifyData): string {
    const offered =
      data.successUrl ?? config.successUrl ?? config.successPath + encodeURIComponent(data.paymentId ?? '');
    const url = new URL(offered, location.href);
    return url.origin === location.origin ? url.href : config.successPath;
  }

  function linkPayment(paymentId: string | null): void {
    if (paymentId === null) return;
    for (const link of root.querySelectorAll<HTMLElement>('[data-payment-link]')) {
      link.setAttribute('href', config.paymentPath + encodeURIComponent(paymentId));
      link.hidden = false;
    }
  }

  again?.addEventListener(
    'click',
    () => {
      show('loading');
      void look();
    },
    { signal },
  );

  if (state === 'loading') void look();
  if (state === 'confirming') confirm();
  if (state === 'success') succeed(config.successUrl ?? config.successPath);
}
