import { MINUTE_MS } from '../../domain/calendar/durations.js';
import type { PaymentCounters } from './counters/payment-counters.js';
import type { PaymentFilter } from './payment-filter.js';

const KEPT = 256;
const EVER = { from: null, before: null };

/**
 * Whether the projects or the event of a filter hold at least half of all payments, which decides by which index their list is read.
 * Answers are kept for a minute: an old one costs time, and never a row.
 */
export class ListShares {
  private readonly known = new Map<string, { at: number; isMost: Promise<boolean> }>();

  constructor(private readonly counts: PaymentCounters) {}

  isMost({ projectIds, eventId, salesManagerId, tokenType, status }: PaymentFilter): Promise<boolean> {
    const isPlain = salesManagerId === undefined && !tokenType && !status;
    // Read off their own index in any case.
    const isClear = isPlain && (eventId !== undefined || (projectIds?.length ?? 0) < 2);
    if ((projectIds === undefined && eventId === undefined) || isClear) return Promise.resolve(false);
    const name = JSON.stringify([projectIds, eventId]);
    const now = performance.now();
    const known = this.known.get(name);
    if (known && now - known.at < MINUTE_MS) return known.isMost;
    const isMost = this.compare({ ...(projectIds && { projectIds }), ...(eventId !== undefined && { eventId }) });
    this.known.set(name, { at: now, isMost });
    isMost.catch(() => this.known.delete(name));
    const [oldest] = this.known.keys();
    if (this.known.size > KEPT && oldest !== undefined) this.known.delete(oldest);
    return isMost;
  }

  private async compare(scope: Pick<PaymentFilter, 'projectIds' | 'eventId'>): Promise<boolean> {
    const { total: all } = await this.counts.totalOf({});
    const own =
      scope.eventId === undefined ? (await this.counts.totalOf(scope)).total : await this.counts.createdIn(EVER, scope);
    return 2 * own >= all;
  }
}
