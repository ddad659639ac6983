import { Injectable } from '@nestjs/common';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { summed, wholeNumber } from '../../database/whole-number.js';
import { COUNTED, type Counted, type DayFigures } from '../../domain/settlement/day-figures.js';
import { addDays, type IstDay, startOfIstDay } from '../../domain/calendar/ist-day.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';

interface Row {
  seller: number;
  type: TokenType;
  event: number;
  n: number | string;
  paise?: number | string | null;
}

const NO_MOVEMENTS = { paid: 0, paidPaise: 0, refunds: 0, refundedPaise: 0 };

const BY_SELLER = 'GROUP BY p.sales_manager_id, p.token_type, p.event_id';
const OF = 'p.sales_manager_id AS seller, p.token_type AS type, p.event_id AS event';
const HEAD = `SELECT ${OF}, COUNT(*) AS n`;
/** A day's payments, by the index on this column. */
const MADE = 'p.created_at >= ? AND p.created_at < ?';

/** Without refunds of excess captures, which are no revenue. */
const OWN_REFUNDS = `FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id AND a.excess = 0
  JOIN payments p ON p.id = r.payment_id`;

/** Movements of an event after a closing. Sums are paise. */
export interface LaterMovements {
  eventId: number;
  paid: number;
  paidPaise: number;
  refunds: number;
  refundedPaise: number;
}

/** Figures of an IST day by seller, tier and event. */
@Injectable()
export class DayFiguresQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async of(day: IstDay): Promise<DayFigures[]> {
    const span = [sqlInstant(startOfIstDay(day)), sqlInstant(startOfIstDay(addDays(day, 1)))];
    const table = new Map<string, DayFigures>();
    const fill = async (figure: Counted, sql: string, more: { sum?: Counted; parameters?: string[] } = {}) => {
      const { sum, parameters = span } = more;
      for (const { seller, type, event, n, paise } of (await this.uow.manager.query(sql, parameters)) as Row[]) {
        const row = rowOf(table, { sellerId: wholeNumber(seller), tokenType: type, eventId: wholeNumber(event) });
        row[figure] = wholeNumber(n);
        if (sum) row[sum] = summed(paise);
      }
    };
    await fill('made', `${HEAD} FROM payments p WHERE ${MADE} ${BY_SELLER}`);
    await fill('opened', `${HEAD} FROM payments p WHERE ${MADE} AND p.opened_at < ? ${BY_SELLER}`, {
      parameters: [...span, span[1] ?? ''],
    });
    await fill(
      'paid',
      `${HEAD}, SUM(p.amount) AS paise FROM payments p WHERE p.paid_at >= ? AND p.paid_at < ? ${BY_SELLER}`,
      { sum: 'gross' },
    );
    await fill(
      'unclear',
      `${HEAD} FROM payments p WHERE p.status = 'initiated' AND p.initiated_at >= ? AND p.initiated_at < ? ${BY_SELLER}`,
    );
    await fill('failed', endedSql('status.failed'));
    await fill('cancelled', endedSql('status.cancelled'));
    await fill(
      'refunds',
      `${HEAD}, SUM(r.amount) AS paise ${OWN_REFUNDS}
        WHERE r.settled_at >= ? AND r.settled_at < ? AND r.status = 'completed' ${BY_SELLER}`,
      { sum: 'refunded' },
    );
    return [...table.values()];
  }

  /** Movements after `since` of payments created or paid on the day; an event may have several rows. */
  async later(day: IstDay, since: Date): Promise<LaterMovements[]> {
    const span = [sqlInstant(startOfIstDay(day)), sqlInstant(startOfIstDay(addDays(day, 1)))];
    const after = sqlInstant(since);
    const paid = (await this.uow.manager.query(
      `SELECT p.event_id AS event, COUNT(*) AS n, SUM(p.amount) AS paise FROM payments p
        WHERE ${MADE} AND p.paid_at >= ? GROUP BY p.event_id`,
      [...span, after],
    )) as Row[];
    const refunds = (await this.uow.manager.query(
      `SELECT p.event_id AS event, COUNT(*) AS n, SUM(r.amount) AS paise ${OWN_REFUNDS}
        WHERE r.settled_at >= ? AND r.status = 'completed' AND p.paid_at >= ? AND p.paid_at < ? GROUP BY p.event_id`,
      [after, ...span],
    )) as Row[];
    return [
      ...paid.map(({ event, n, paise }) => ({
        ...NO_MOVEMENTS,
        eventId: wholeNumber(event),
        paid: wholeNumber(n),
        paidPaise: summed(paise),
      })),
      ...refunds.map(({ event, n, paise }) => ({
        ...NO_MOVEMENTS,
        eventId: wholeNumber(event),
        refunds: wholeNumber(n),
        refundedPaise: summed(paise),
      })),
    ];
  }

  async sellerNames(): Promise<Map<number, string>> {
    const rows = (await this.uow.manager.query('SELECT id, name FROM users')) as { id: number; name: string }[];
    return new Map(rows.map(({ id, name }) => [Number(id), name]));
  }
}

/** By ix_events_created: events are append-only, so this figure of a day is stable. A link counts once. */
function endedSql(type: 'status.failed' | 'status.cancelled'): string {
  return `SELECT ${OF}, COUNT(DISTINCT p.id) AS n
    FROM payment_events e JOIN payments p ON p.id = e.payment_id
   WHERE e.created_at >= ? AND e.created_at < ? AND e.type = '${type}' ${BY_SELLER}`;
}

type Whose = Pick<DayFigures, 'sellerId' | 'tokenType' | 'eventId'>;

function rowOf(table: Map<string, DayFigures>, whose: Whose): DayFigures {
  const key = `${whose.sellerId}|${whose.tokenType}|${whose.eventId}`;
  const zeros = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Record<Counted, number>;
  const row = table.get(key) ?? { ...whose, ...zeros };
  table.set(key, row);
  return row;
}
