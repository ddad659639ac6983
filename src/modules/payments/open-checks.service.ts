import { Injectable, Logger } from '@nestjs/common';
import type { CheckOpenData } from '../../contracts/payments.js';
import { conditionsOf } from '../../database/payment-filter.js';
import { PaymentSearch } from '../../database/payment-search.js';
import { readInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PaymentFilter } from '../../database/payment-list.js';
import type { Principal } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { dashboardFilter } from './payments-desk.service.js';
import { StatusChecker } from './status-checker.service.js';

interface OpenPayment {
  id: number;
  customerId: number;
  attemptId: number | null;
  lastCheckedAt: Date | string | null;
}

/** Questions to the bank in one call, sent side by side. */
const ASKED_AT_ONCE = 5;
/** Open payments that one call looks through. */
const READ_AT_ONCE = 2000;
/** A payment that the bank was asked about within this time is passed over. */
const INTERVAL_MS = 10_000;

/**
 * Checks all open payments of a list's filter, a few with each call, in the order of their ids. A call names the payment that
 * the one before ended with, so nothing is kept between calls: a browser that was reloaded goes on from there, and a second
 * tab passes over what the first has just asked.
 */
@Injectable()
export class OpenChecks {
  private readonly logger = new Logger(OpenChecks.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly searches: PaymentSearch,
    private readonly checker: StatusChecker,
    private readonly clock: Clock,
  ) {}

  /** Of the dashboard's list: own payments. @param query its filters, and `after` from the call before */
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
      completed: due.length > 0 ? await this.completedOf(ids) : 0,
      remaining,
      next: remaining > 0 ? String(open[passed - 1]!.id) : end,
    };
  }

  /** The next open payments of a filter, in the order of their ids; `end` is set where there may be more. */
  private async openOf(filter: PaymentFilter, after: number): Promise<{ open: OpenPayment[]; end: string | null }> {
    const isFound = await this.searches.matcher(filter.search);
    const { where, parameters } = conditionsOf(filter);
    const rows = await this.uow.read<OpenPayment>(
      `SELECT p.id AS id, p.customer_id AS customerId, a.id AS attemptId, a.last_checked_at AS lastCheckedAt
         FROM payments p LEFT JOIN payment_attempts a ON a.payment_id = p.id
          AND a.number = (SELECT MAX(n.number) FROM payment_attempts n WHERE n.payment_id = p.id)
        WHERE p.id > ? AND p.status IN ('pending', 'initiated') AND ${where.join(' AND ')}
        ORDER BY p.id LIMIT ${READ_AT_ONCE}`,
      [after, ...parameters],
    );
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

  private async completedOf(ids: number[]): Promise<number> {
    const [row] = (await this.uow.manager.query(
      `SELECT COUNT(*) AS total FROM payments p WHERE p.status = 'completed' AND p.id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    )) as { total: unknown }[];
    return Number(row?.total ?? 0);
  }
}

function positionOf(after: unknown): number {
  return typeof after === 'string' && /^[1-9]\d{0,14}$/.test(after) ? Number(after) : 0;
}
