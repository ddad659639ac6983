import { Injectable, Logger } from '@nestjs/common';
import type { CheckOpenData } from '../../../contracts/open-checks.js';
import { PaymentSearch, type PaymentFilter } from '../../payment-lists/index.js';
import { readInstant } from '../../../database/instants.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { dashboardFilter } from '../dashboard.service.js';
import { OpenChecksQueries, type OpenPayment } from './open-checks.queries.js';
import { StatusChecker } from './status-checker.service.js';

/** STATUS checks of one call, in parallel. */
const ASKED_AT_ONCE = 5;
/** Open payments that one call reads. */
const READ_AT_ONCE = 2000;
/** A payment that was checked within this time is skipped. */
const INTERVAL_MS = 10_000;

/**
 * Checks all open payments of a list's filter, a few with each call, in the order of their ids. Stateless: a call names the last
 * payment of the call before, so a reloaded browser continues, and a second tab skips what the first has just checked.
 */
@Injectable()
export class OpenPaymentChecks {
  private readonly logger = new Logger(OpenPaymentChecks.name);

  constructor(
    private readonly queries: OpenChecksQueries,
    private readonly searches: PaymentSearch,
    private readonly checker: StatusChecker,
    private readonly clock: Clock,
  ) {}

  /** Checks own payments of the dashboard's list. @param query its filters, and `after` from the call before */
  async check(user: Principal, query: Record<string, unknown>): Promise<CheckOpenData> {
    const now = this.clock.now();
    const { open, end } = await this.openOf(dashboardFilter(user, query, now), positionOf(query.after));
    const due: number[] = [];
    let passed = 0;
    while (passed < open.length && due.length < ASKED_AT_ONCE) {
      const { attemptId, lastCheckedAt } = open[passed++]!;
      const since = lastCheckedAt === null ? INTERVAL_MS : now.getTime() - readInstant(lastCheckedAt).getTime();
      if (attemptId !== null && since >= INTERVAL_MS) due.push(attemptId);
    }
    const answered = await Promise.all(due.map((attemptId) => this.ask(attemptId)));
    const remaining = open.length - passed;
    const ids = open.slice(0, passed).map(({ id }) => Number(id));
    return {
      passed,
      asked: due.length,
      failed: answered.filter((isAnswered) => !isAnswered).length,
      completed: due.length > 0 ? await this.queries.countCompleted(ids) : 0,
      remaining,
      next: remaining > 0 ? String(open[passed - 1]!.id) : end,
    };
  }

  /** The next open payments of a filter, in the order of their ids; `end` is set where there may be more. */
  private async openOf(filter: PaymentFilter, after: number): Promise<{ open: OpenPayment[]; end: string | null }> {
    const isFound = await this.searches.matcher(filter);
    const rows = await this.queries.openAfter(after, filter, READ_AT_ONCE);
    const last = rows.at(-1);
    return {
      open: rows.filter(({ id, customerId }) => isFound({ id: Number(id), customerId: Number(customerId) })),
      end: last && rows.length === READ_AT_ONCE ? String(last.id) : null,
    };
  }

  private async ask(attemptId: number): Promise<boolean> {
    try {
      return (await this.checker.checkAttempt(Number(attemptId), 'staff', undefined, INTERVAL_MS)) !== 'unknown';
    } catch (error) {
      this.logger.warn({ msg: 'status check of an open payment failed', attemptId, err: error });
      return false;
    }
  }
}

function positionOf(after: unknown): number {
  return typeof after === 'string' && /^[1-9]\d{0,14}$/.test(after) ? Number(after) : 0;
}
