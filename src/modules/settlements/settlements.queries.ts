import { Injectable } from '@nestjs/common';
import { conditionsOf, type PaymentScope } from '../payment-lists/index.js';
import { IsNull, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import type { PaymentSettlement, SettlementException, SettlementRun } from '../../contracts/settlements.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { toRupees } from '../../domain/money/money.js';
import type { ProjectFilter } from '../../domain/projects/project-filter.js';
import { type ExceptionRow, presentException, presentRun } from './settlements.presenter.js';

const RUNS_SHOWN = 20;

/** An exception with the event of its payment; null where it has none. */
export interface PlacedException {
  exception: SettlementException;
  eventId: number | null;
}

/** Settlements as admins see them. */
@Injectable()
export class SettlementsQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async runs(): Promise<SettlementRun[]> {
    return this.named(await this.runsTable.find({ order: { id: 'DESC' }, take: RUNS_SHOWN }));
  }

  async lastRun(day: string): Promise<SettlementRun | null> {
    return (await this.named(await this.runsTable.find({ where: { day }, order: { id: 'DESC' }, take: 1 })))[0] ?? null;
  }

  async oneRun(run: SettlementRunEntity): Promise<SettlementRun> {
    const [shown] = await this.named([run]);
    if (!shown) throw new Error(`run ${run.id} is gone`);
    return shown;
  }

  /** Attempts made since the instant, and all open ones, by id. */
  attemptsSince(instant: Date, afterId: number, most: number): Promise<PaymentAttemptEntity[]> {
    const beyond = { id: MoreThan(afterId) };
    return this.uow.manager.getRepository(PaymentAttemptEntity).find({
      where: [
        { ...beyond, createdAt: MoreThanOrEqual(instant) },
        { ...beyond, openPaymentId: Not(IsNull()) },
      ],
      order: { id: 'ASC' },
      take: most,
    });
  }

  async countOpen(filter: ProjectFilter = {}): Promise<number> {
    const { where, parameters } = openOf(null, filter);
    const [row] = (await this.uow.manager.query(
      `SELECT COUNT(*) AS n FROM settlement_exceptions x WHERE ${where.join(' AND ')}`,
      parameters,
    )) as { n: number | string }[];
    return wholeNumber(row?.n);
  }

  /**
   * Open exceptions, latest days first.
   * @param day only those found for this day
   * @param filter only those about payments of these projects; an exception without a payment is of none
   * @param afterId of the last one of the block before, where a day is asked for
   */
  async exceptions(
    limit: number,
    day: string | null = null,
    filter: ProjectFilter = {},
    afterId = 0,
  ): Promise<PlacedException[]> {
    const { where, parameters } = openOf(day, filter);
    if (afterId > 0) {
      where.push('x.id > ?');
      parameters.push(afterId);
    }
    // The ids come from an index; only shown rows are read.
    const rows = (await this.uow.manager.query(
      `SELECT e.id AS id, e.kind AS kind, e.day AS day, e.reference AS reference, e.expected_amount AS expected,
              e.found_amount AS found, e.evidence AS evidence, p.public_id AS payment, c.name AS customer, p.event_id AS event
         FROM (SELECT x.id FROM settlement_exceptions x WHERE ${where.join(' AND ')} ORDER BY x.day DESC, x.id LIMIT ${limit}) s
         JOIN settlement_exceptions e ON e.id = s.id LEFT JOIN payments p ON p.id = e.payment_id
         LEFT JOIN customers c ON c.id = p.customer_id
        ORDER BY e.day DESC, e.id`,
      parameters,
    )) as (ExceptionRow & { event: number | string | null })[];
    return rows.map(({ event, ...row }) => ({
      exception: presentException(row),
      eventId: event === null ? null : Number(event),
    }));
  }

  /** Days that have open exceptions, the latest first. */
  async exceptionDays(): Promise<string[]> {
    const rows = await this.uow.read<{ day: string }>(
      "SELECT DISTINCT day FROM settlement_exceptions WHERE status = 'open' ORDER BY day DESC",
    );
    return rows.map(({ day }) => day);
  }

  /** Settlements of a payment's captures; none for a payment out of the scope. */
  async ofPayment(publicId: string, scope: PaymentScope): Promise<PaymentSettlement[]> {
    const { where, parameters } = conditionsOf(scope);
    where.unshift('p.public_id = ?');
    const rows = (await this.uow.manager.query(
      `SELECT a.invoice_no AS invoice, a.settlement_id AS settlement, a.settlement_utr AS utr, a.settled_date AS day,
              a.settled_amount AS paise
         FROM payment_attempts a JOIN payments p ON p.id = a.payment_id
        WHERE ${where.join(' AND ')} AND a.settlement_id IS NOT NULL ORDER BY a.number`,
      [publicId, ...parameters],
    )) as { invoice: string; settlement: string; utr: string | null; day: string; paise: number | string }[];
    return rows.map((row) => ({
      invoiceNo: row.invoice,
      settlementId: row.settlement,
      utr: row.utr,
      settledDate: row.day,
      settledAmount: toRupees(wholeNumber(row.paise)),
    }));
  }

  private async named(runs: SettlementRunEntity[]): Promise<SettlementRun[]> {
    const ids = [...new Set(runs.flatMap(({ startedBy }) => startedBy ?? []))];
    const users = (
      ids.length === 0
        ? []
        : await this.uow.manager.query(`SELECT id, name FROM users WHERE id IN (${ids.map(() => '?').join(', ')})`, ids)
    ) as { id: number; name: string }[];
    const names = new Map(users.map(({ id, name }) => [Number(id), name]));
    return runs.map((run) => presentRun(run, names.get(run.startedBy ?? 0) ?? null));
  }

  private get runsTable() {
    return this.uow.manager.getRepository(SettlementRunEntity);
  }
}

/** Conditions of open exceptions `x`. One lookup by key for each, where a project or an event is asked for. */
function openOf(day: string | null, { projectIds, eventId }: ProjectFilter) {
  const where = ["x.status = 'open'"];
  const parameters: (string | number)[] = [];
  if (day !== null) {
    where.push('x.day = ?');
    parameters.push(day);
  }
  if (projectIds?.length === 0) where.push('1 = 0');
  else if (projectIds) {
    where.push(
      `EXISTS (SELECT 1 FROM payments q WHERE q.id = x.payment_id AND q.project_id IN (${projectIds.map(() => '?').join(', ')}))`,
    );
    parameters.push(...projectIds);
  }
  if (eventId !== undefined) {
    where.push('EXISTS (SELECT 1 FROM payments q WHERE q.id = x.payment_id AND q.event_id = ?)');
    parameters.push(eventId);
  }
  return { where, parameters };
}
