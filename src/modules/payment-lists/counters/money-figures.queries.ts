import { Injectable } from '@nestjs/common';
import { DAYS } from '../../../domain/calendar/day-tree.js';
import { ALL_SELLERS } from '../../../domain/payment/counted-payment.js';
import { EventFigures, type EventScope, type Part } from './event-scope.queries.js';
import { DEFAULT_EVENT_ID } from '../../../domain/projects/event-rules.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import type { SellerFigures } from './counter-cells.repository.js';
import { isIn } from '../payment-filter.js';
import { tiersOfUpgrade, UPGRADE_TYPES } from '../../../domain/upgrade/upgrade-paths.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

/** Completed payments, and paise of all paid ones and of their refunds. */
export interface MoneySums {
  total: number;
  gross: number;
  refunded: number;
}

export interface MoneyRow extends MoneySums {
  /**
   * `tier`: by token type, upgrades among that to which they lead · `seller`, `upgrade`: all payments, and upgrades alone · `upgraded`:
   * by token type the upgrades that do not lead to platinum.
   */
  part: 'tier' | 'seller' | 'upgrade' | 'upgraded';
  /** A token type, `day`, or `all` for all time. */
  name: string;
  /** IST days since 1 January 1970, for a row of one day. */
  day: number;
}

const SUMS = 'SUM(total) AS total, SUM(gross) AS gross, SUM(refunded) AS refunded';
const KINDS = "kind IN ('seller', 'upgrade')";
/** All time: the root of the day tree, and every day. */
const ROOT = [1];
const EVER = [0, DAYS] as const;

/** What sellers took, from the counters alone: one statement, so that all its rows are of one moment. */
@Injectable()
export class MoneyFigures {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * By tier and for all time, and by each of the days. Reads a row for each day and seller, and the deltas that are not folded.
   * Projects or an event take one statement more, which names their events.
   * @param salesManagerId undefined: all sellers @param days IST days since 1970, the last one included
   */
  async of(
    salesManagerId: number | undefined,
    days: { first: number; last: number },
    scope: EventScope = {},
  ): Promise<MoneyRow[]> {
    const nodes = Array.from({ length: days.last - days.first + 1 }, (_, at) => DAYS + days.first + at);
    const own: Part = salesManagerId === undefined ? [KINDS, []] : [`${KINDS} AND name = ?`, [String(salesManagerId)]];
    const events = await EventFigures.of(this.uow, scope);
    const [tiers, ofTiers] =
      scope.eventId === undefined ? this.tiers(salesManagerId, scope) : tiersOfEvents(events, salesManagerId);
    const [sums, ofSums] = events.sums(nodes, own);
    const [deltas, ofDeltas] = events.deltas([days.first, days.last + 1], own);
    const [root, ofRoot] = events.sums(ROOT, own);
    const [ever, ofEver] = events.deltas(EVER, own);
    const [upgraded, ofUpgraded] = upgradedOf(salesManagerId, scope);
    const rows = await this.uow.read<Record<keyof MoneyRow, unknown>>(
      `${tiers}
       UNION ALL
       ${upgraded}
       UNION ALL
       SELECT kind, 'day', day, ${SUMS} FROM (
         SELECT kind, node - ${DAYS} AS day, total, gross, refunded FROM (${sums}) sums
         UNION ALL SELECT kind, day, total, gross, refunded FROM (${deltas}) deltas
       ) days GROUP BY kind, day
       UNION ALL
       SELECT kind, 'all', 0, ${SUMS} FROM (
         SELECT kind, total, gross, refunded FROM (${root}) root
         UNION ALL SELECT kind, total, gross, refunded FROM (${ever}) ever
       ) alltime GROUP BY kind`,
      [...ofTiers, ...ofUpgraded, ...ofSums, ...ofDeltas, ...ofRoot, ...ofEver],
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

  /**
   * For all time, of an event: what the counters of payments tell of a seller and of projects. Two statements.
   * @param salesManagerId undefined: all sellers
   */
  async ofEvent(salesManagerId: number | undefined, scope: EventScope): Promise<SellerFigures> {
    const events = await EventFigures.of(this.uow, scope);
    const owner = `${salesManagerId ?? '%'}|%`;
    const own: Part = [
      "((kind = 'sale' AND name LIKE ?) OR (kind = 'link' AND name LIKE ?))",
      [owner, `${owner}|created`],
    ];
    const [sums, ofSums] = events.sums(ROOT, own);
    const [deltas, ofDeltas] = events.deltas(EVER, own);
    const rows = await this.uow.read<Record<'kind' | 'tier' | keyof MoneySums, unknown>>(
      `SELECT kind, SUBSTR(name, INSTR(name, '|') + 1) AS tier, ${SUMS} FROM (
         SELECT kind, name, total, gross, refunded FROM (${sums}) sums
         UNION ALL SELECT kind, name, total, gross, refunded FROM (${deltas}) deltas
       ) figures GROUP BY kind, SUBSTR(name, INSTR(name, '|') + 1)`,
      [...ofSums, ...ofDeltas],
    );
    const sum = (kind: string, of: keyof MoneySums, tier?: TokenType) =>
      rows
        .filter((row) => row.kind === kind && (tier === undefined || row.tier === tier))
        .reduce((total, row) => total + wholeNumber(row[of]), 0);
    const [gross, refunded] = [sum('sale', 'gross'), sum('sale', 'refunded')];
    const completed = (tier: TokenType) => sum('sale', 'total', tier);
    return {
      total: sum('link', 'total'),
      completed: { gold: completed('gold'), silver: completed('silver'), platinum: completed('platinum') },
      gross,
      refunded,
      revenue: gross - refunded,
    };
  }

  /** Ids of the events that a seller has payments in. One statement; no payment is read. */
  async eventsOf(salesManagerId: number): Promise<number[]> {
    const links = "kind = 'link' AND name LIKE ?";
    const rows = await this.uow.read<{ event: unknown }>(
      `SELECT event FROM (
         SELECT ${DEFAULT_EVENT_ID} AS event, total FROM day_sums WHERE node = 1 AND ${links}
         UNION ALL SELECT ${DEFAULT_EVENT_ID}, -total FROM event_day_sums WHERE node = 1 AND ${links}
         UNION ALL SELECT event_id, total FROM event_day_sums WHERE node = 1 AND ${links}
         UNION ALL SELECT event_id, total FROM day_changes WHERE ${links}
       ) links GROUP BY event HAVING SUM(total) > 0`,
      Array<string>(4).fill(`${salesManagerId}|%|created`),
    );
    return rows.map(({ event }) => wholeNumber(event));
  }

  private tiers(salesManagerId: number | undefined, { projectIds }: EventScope): Part {
    const only = projectIds === undefined ? '' : `AND ${isIn('project_id', projectIds)}`;
    return [
      `SELECT 'tier' AS part, token_type AS name, 0 AS day,
              SUM(CASE WHEN status = 'completed' THEN total ELSE 0 END) AS total, SUM(amount) AS gross, SUM(refunded) AS refunded
         FROM payment_counts ${this.uow.isSqlite ? '' : 'FORCE INDEX (ix_counts_cell)'}
        WHERE sales_manager_id = ? AND status IN ('completed', 'refunded') ${only} GROUP BY token_type`,
      [salesManagerId ?? ALL_SELLERS, ...(projectIds ?? [])],
    ];
  }
}

/** By the names of sales, `seller|tier`: the counters of payments know no event. */
function tiersOfEvents(events: EventFigures, salesManagerId: number | undefined): Part {
  const own: Part = ["kind = 'sale' AND name LIKE ?", [`${salesManagerId ?? '%'}|%`]];
  const [sums, ofSums] = events.sums(ROOT, own);
  const [deltas, ofDeltas] = events.deltas(EVER, own);
  return [
    `SELECT 'tier' AS part, SUBSTR(name, INSTR(name, '|') + 1) AS name, 0 AS day, ${SUMS} FROM (
       SELECT name, total, gross, refunded FROM (${sums}) sold
       UNION ALL SELECT name, total, gross, refunded FROM (${deltas}) new_sold
     ) sales GROUP BY SUBSTR(name, INSTR(name, '|') + 1)`,
    [...ofSums, ...ofDeltas],
  ];
}

/**
 * Counters tell upgrades by no tier, so those that do not lead to platinum are read from their payments. Nothing is read where no
 * version opens such a path.
 */
function upgradedOf(salesManagerId: number | undefined, { projectIds, eventId }: EventScope): Part {
  const types = UPGRADE_TYPES.filter((type) => tiersOfUpgrade(type).to !== 'platinum');
  const where = [isIn('g.upgrade_type', types), "p.status IN ('completed', 'refunded')"];
  if (salesManagerId !== undefined) where.push('p.sales_manager_id = ?');
  if (projectIds !== undefined) where.push(isIn('p.project_id', projectIds));
  if (eventId !== undefined) where.push('p.event_id = ?');
  return [
    `SELECT 'upgraded', p.token_type, 0, SUM(CASE WHEN p.status = 'completed' THEN 1 ELSE 0 END), SUM(p.amount), SUM(p.refunded_amount)
       FROM (SELECT k.id FROM catalogue_tiers k JOIN catalogue_upgrade_paths w ON w.version_id = k.version_id
              WHERE k.token_type <> 'platinum' AND w.to_type IN (k.code, k.token_type) LIMIT 1) opened
      CROSS JOIN upgrades g CROSS JOIN payments p ON p.id = g.upgrade_payment_id
      WHERE ${where.join(' AND ')} GROUP BY p.token_type`,
    [
      ...types,
      ...(salesManagerId === undefined ? [] : [salesManagerId]),
      ...(projectIds ?? []),
      ...(eventId === undefined ? [] : [eventId]),
    ],
  ];
}
