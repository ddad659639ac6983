import { Injectable } from '@nestjs/common';
import { DAYS } from '../../../domain/calendar/day-tree.js';
import { ALL_SELLERS } from '../../../domain/payment/counted-payment.js';
import type { EventScope } from './event-scope.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

/** Completed payments, and paise of all paid ones and of their refunds. */
export interface MoneySums {
  total: number;
  gross: number;
  refunded: number;
}

export interface MoneyRow extends MoneySums {
  /** `tier`: by token type, upgrades among platinum · `seller`, `upgrade`: all payments, and upgrades alone. */
  part: 'tier' | 'seller' | 'upgrade';
  /** A token type, `day`, or `all` for all time. */
  name: string;
  /** IST days since 1 January 1970, for a row of one day. */
  day: number;
}

const SUMS = 'SUM(total) AS total, SUM(gross) AS gross, SUM(refunded) AS refunded';
const KINDS = "kind IN ('seller', 'upgrade')";

/** What sellers took, from the counters alone: one statement, so that all its rows are of one moment. */
@Injectable()
export class MoneyFigures {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * By tier and for all time, and by each of the days. Reads a row for each day and seller, and the deltas that are not folded.
   * @param salesManagerId undefined: all sellers @param days IST days since 1970, the last one included
   */
  async of(
    salesManagerId: number | undefined,
    days: { first: number; last: number },
    _scope: EventScope = {},
  ): Promise<MoneyRow[]> {
    const nodes = Array.from({ length: days.last - days.first + 1 }, (_, at) => DAYS + days.first + at);
    const own = salesManagerId === undefined ? '' : 'AND name = ?';
    const name = salesManagerId === undefined ? [] : [String(salesManagerId)];
    const rows = await this.uow.read<Record<keyof MoneyRow, unknown>>(
      `SELECT 'tier' AS part, token_type AS name, 0 AS day,
              SUM(CASE WHEN status = 'completed' THEN total ELSE 0 END) AS total, SUM(amount) AS gross, SUM(refunded) AS refunded
         FROM payment_counts ${this.uow.isSqlite ? '' : 'FORCE INDEX (ix_counts_cell)'}
        WHERE sales_manager_id = ? AND status IN ('completed', 'refunded') GROUP BY token_type
       UNION ALL
       SELECT kind, 'day', day, ${SUMS} FROM (
         SELECT kind, node - ${DAYS} AS day, total, gross, refunded FROM day_sums
          WHERE node IN (${nodes.map(() => '?').join(', ')}) AND ${KINDS} ${own}
         UNION ALL SELECT kind, day, total, gross, refunded FROM day_changes WHERE day >= ? AND day <= ? AND ${KINDS} ${own}
       ) days GROUP BY kind, day
       UNION ALL
       SELECT kind, 'all', 0, ${SUMS} FROM (
         SELECT kind, total, gross, refunded FROM day_sums WHERE node = 1 AND ${KINDS} ${own}
         UNION ALL SELECT kind, total, gross, refunded FROM day_changes WHERE ${KINDS} ${own}
       ) alltime GROUP BY kind`,
      [salesManagerId ?? ALL_SELLERS, ...nodes, ...name, days.first, days.last, ...name, ...name, ...name],
    );
    return rows.map(({ part, name: of, day, total, gross, refunded }) => ({
      part: String(part) as MoneyRow['part'],
      name: String(of),
      day: wholeNumber(day),
      total: wholeNumber(total),
      gross: wholeNumber(gross),
      refunded: wholeNumber(refunded),
    }));
  }
}
