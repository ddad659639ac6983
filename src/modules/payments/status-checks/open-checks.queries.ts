import { Injectable } from '@nestjs/common';
import { conditionsOf, type PaymentFilter } from '../../payment-lists/index.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';

export interface OpenPayment {
  id: number;
  customerId: number;
  attemptId: number | null;
  lastCheckedAt: Date | string | null;
}

/** Open payments of a list, for checks of all of them. */
@Injectable()
export class OpenChecksQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Beyond this id, in the order of ids, each with its last attempt; the filter's search is left to the caller. */
  openAfter(after: number, filter: PaymentFilter, most: number): Promise<OpenPayment[]> {
    const { where, parameters } = conditionsOf(filter);
    return this.uow.read<OpenPayment>(
      `SELECT p.id AS id, p.customer_id AS customerId, a.id AS attemptId, a.last_checked_at AS lastCheckedAt
         FROM payments p LEFT JOIN payment_attempts a ON a.payment_id = p.id
          AND a.number = (SELECT MAX(n.number) FROM payment_attempts n WHERE n.payment_id = p.id)
        WHERE p.id > ? AND p.status IN ('pending', 'initiated') AND ${where.join(' AND ')}
        ORDER BY p.id LIMIT ${Math.trunc(most)}`,
      [after, ...parameters],
    );
  }

  async countCompleted(ids: number[]): Promise<number> {
    const [row] = (await this.uow.manager.query(
      `SELECT COUNT(*) AS total FROM payments p WHERE p.status = 'completed' AND p.id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    )) as { total: unknown }[];
    return Number(row?.total ?? 0);
  }
}
