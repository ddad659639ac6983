import type { PublicUnclear } from '../../src/contracts/after-payment';

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
    const { panel, next } = this;
    if (!panel || !next || !unclear) return;
    panel.hidden = false;
    this.write('since', moment(unclear.since));
    this.write('asked', unclear.lastAskedAt ? moment(unclear.lastAskedAt) : 'Not yet since then');
    this.write('answer', unclear.lastAnswer ?? '');
    next.dataset.unclearNext = unclear.nextCheckAt ?? '';
    next.textContent = unclear.nextCheckAt ? moment(unclear.nextCheckAt) : 'A colleague is asking the bank';
    this.count();
  }

  private write(field: string, text: string): void {
    const element = this.root.querySelector(`[data-unclear-${field}]`);
    if (element && element.textContent !== text) element.textContent = text;
  }

  private count(): void {
    if (!this.countdown) return;
    const left = Math.ceil((Date.parse(this.next?.dataset.unclearNext ?? '') - Date.now()) / 1000);
    const isShown = Math.abs(left) < LONGEST_COUNTDOWN_SECONDS;
    this.countdown.textContent = isShown ? (left > 0 ? `in ${inWords(left)}` : 'now') : '';
  }
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function moment(iso: string): string {
  return `${new Date(iso).toLocaleString('en-IN', MOMENT)} IST`;
}
