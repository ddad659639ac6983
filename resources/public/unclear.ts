import type { PublicUnclear } from '../../src/contracts/after-payment';
import { fillWait, type UnclearWords } from './config';

const MOMENT: Intl.DateTimeFormatOptions = {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
};
/** A clock that is further off than this is the phone's fault, and no count-down. */
const LONGEST_COUNTDOWN_SECONDS = 3600;

/** Keeps the facts of a payment without a final answer up to date: the answers of the bank, and how long until the next. */
export class UnclearPanel {
  private readonly panel: HTMLElement | null;
  private readonly next: HTMLElement | null;
  private readonly countdown: Element | null;

  constructor(
    private readonly root: ParentNode,
    private readonly words: UnclearWords | undefined,
    signal: AbortSignal,
  ) {
    this.panel = root.querySelector('[data-unclear]');
    this.next = root.querySelector('[data-unclear-next]');
    this.countdown = root.querySelector('[data-unclear-countdown]');
    if (!this.panel) return;
    const timer = setInterval(() => this.count(), 1000);
    signal.addEventListener('abort', () => clearInterval(timer));
    this.count();
  }

  show(unclear: PublicUnclear | null): void {
    const { panel, next, words } = this;
    if (!panel || !next || !unclear || !words) return;
    const moment = (iso: string) => `${new Date(iso).toLocaleString(words.locale, MOMENT)} IST`;
    panel.hidden = false;
    this.write('since', moment(unclear.since));
    this.write('asked', unclear.lastAskedAt ? moment(unclear.lastAskedAt) : words.notYet);
    this.write('answer', unclear.lastAnswerKind ? words.answers[unclear.lastAnswerKind] : '');
    next.dataset.unclearNext = unclear.nextCheckAt ?? '';
    next.textContent = unclear.nextCheckAt ? moment(unclear.nextCheckAt) : words.colleague;
    this.count();
  }

  private write(field: string, text: string): void {
    const element = this.root.querySelector(`[data-unclear-${field}]`);
    if (element && element.textContent !== text) element.textContent = text;
  }

  private count(): void {
    if (!this.countdown || !this.words) return;
    const left = Math.ceil((Date.parse(this.next?.dataset.unclearNext ?? '') - Date.now()) / 1000);
    const isShown = Math.abs(left) < LONGEST_COUNTDOWN_SECONDS;
    this.countdown.textContent = isShown
      ? left > 0
        ? fillWait(this.words.afterWait, left, this.words.waits)
        : this.words.now
      : '';
  }
}
