import type { EntityManager } from 'typeorm';
import type { DayCell } from '../../../domain/payment/counted-payment.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import { ALL_SELLERS } from '../../../domain/payment/counted-payment.js';
import { DEFAULT_EVENT_ID } from '../../../domain/projects/event-rules.js';
import { DEFAULT_PROJECT_ID } from '../../../domain/projects/project-rules.js';
import { CounterCells, type WrittenCell } from './counter-cells.repository.js';
import { DayFold } from './day-fold.repository.js';
import { DayTotals } from './day-totals.repository.js';
import { PAIRS, PAIRS_OF_PROJECT } from '../../../database/counted-pairs.js';
import { counterDifferences, rebuildEventSpans, rebuildSpans } from '../../../database/payment-recount.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

/** Number of counters that differ from a recount of the payments, by kind. */
export type CounterFaults = Record<keyof ReturnType<typeof counterDifferences>, number>;

type Row = Record<string, unknown>;

const PROJECT_PAIR = 'email_key = ? AND token_type = ? AND project_id = ?';

/** Compares every counter with a recount and corrects it by the difference; safe beside a running server. */
export class CounterReconciler {
  constructor(private readonly uow: UnitOfWork) {}

  async check(): Promise<CounterFaults> {
    const faults = {
      cells: 0,
      uses: 0,
      projectUses: 0,
      pairs: 0,
      projectPairs: 0,
      days: 0,
      spans: 0,
      eventDays: 0,
      eventSpans: 0,
      quotas: 0,
    };
    for (const name of Object.keys(faults) as (keyof CounterFaults)[])
      faults[name] = (await this.differences(name)).length;
    return faults;
  }

  /**
   * Concurrent sales change payments and counters together, so a difference can be read first and added afterwards.
   * @returns what was wrong
   */
  async repair(): Promise<CounterFaults> {
    return this.uow.run(async (tx) => ({
      cells: await this.repairCells(),
      uses: await this.repairUses(tx),
      projectUses: await this.repairProjectUses(tx),
      pairs: await this.repairPairs(),
      projectPairs: await this.repairProjectPairs(),
      days: await this.repairDays(),
      spans: await this.repairSpans(tx),
      eventDays: await this.repairEventDays(),
      eventSpans: await this.repairEventSpans(tx),
      quotas: await this.repairQuotas(tx),
    }));
  }

  private async repairCells(): Promise<number> {
    const rows = await this.differences('cells');
    await this.addCells(
      rows.map((row) => ({
        ...cellOf(row, wholeNumber(row['sales_manager_id']), String(row['status'])),
        projectId: wholeNumber(row['project_id']),
      })),
    );
    return rows.length;
  }

  private async repairUses(tx: EntityManager): Promise<number> {
    const rows = await this.differences('uses');
    for (const { email_key: email, token_type: type, uses } of rows) {
      const known = (await tx.query('SELECT uses FROM completed_pairs WHERE email_key = ? AND token_type = ?', [
        email,
        type,
      ])) as unknown[];
      const sql =
        known.length === 0
          ? 'INSERT INTO completed_pairs (uses, email_key, token_type) VALUES (?, ?, ?)'
          : 'UPDATE completed_pairs SET uses = uses + ? WHERE email_key = ? AND token_type = ?';
      await tx.query(sql, [wholeNumber(uses), email, type]);
    }
    // As in `renamed`: no address is kept without a payment.
    if (rows.length > 0) await tx.query('DELETE FROM completed_pairs WHERE uses = 0');
    return rows.length;
  }

  private async repairProjectUses(tx: EntityManager): Promise<number> {
    const rows = await this.differences('projectUses');
    for (const { email_key: email, token_type: type, project_id: project, uses } of rows) {
      const pair = [email, type, project];
      const known = (await tx.query(`SELECT uses FROM project_pairs WHERE ${PROJECT_PAIR}`, pair)) as unknown[];
      const sql =
        known.length === 0
          ? 'INSERT INTO project_pairs (uses, email_key, token_type, project_id) VALUES (?, ?, ?, ?)'
          : `UPDATE project_pairs SET uses = uses + ? WHERE ${PROJECT_PAIR}`;
      await tx.query(sql, [wholeNumber(uses), ...pair]);
    }
    if (rows.length > 0) await tx.query('DELETE FROM project_pairs WHERE uses = 0');
    return rows.length;
  }

  private async repairPairs(): Promise<number> {
    const rows = await this.differences('pairs');
    await this.addCells(rows.map((row) => cellOf(row, ALL_SELLERS, PAIRS)));
    return rows.length;
  }

  private async repairProjectPairs(): Promise<number> {
    const rows = await this.differences('projectPairs');
    await this.addCells(
      rows.map((row) => ({
        ...cellOf(row, PAIRS_OF_PROJECT, PAIRS),
        projectId: wholeNumber(row['project_id']),
      })),
    );
    return rows.length;
  }

  private async repairDays(): Promise<number> {
    const rows = await this.differences('days');
    // A delta of the default event is in the figures of all, and not in those of any other.
    await new DayTotals(this.uow).add(rows.map((row) => dayCellOf(row, DEFAULT_EVENT_ID)));
    return rows.length;
  }

  private async repairEventDays(): Promise<number> {
    const rows = await this.differences('eventDays');
    await new DayFold(this.uow).addToEvents(rows.map((row) => dayCellOf(row, wholeNumber(row['event_id']))));
    return rows.length;
  }

  private async repairEventSpans(tx: EntityManager): Promise<number> {
    const rows = await this.differences('eventSpans');
    if (rows.length > 0) for (const sql of rebuildEventSpans()) await tx.query(sql);
    return rows.length;
  }

  private async repairSpans(tx: EntityManager): Promise<number> {
    const rows = await this.differences('spans');
    if (rows.length > 0) for (const sql of rebuildSpans()) await tx.query(sql);
    return rows.length;
  }

  private async repairQuotas(tx: EntityManager): Promise<number> {
    const rows = await this.differences('quotas');
    for (const row of rows)
      await tx.query(
        `UPDATE quota_counters SET reserved = reserved + ?, sold = sold + ?, version = version + 1
          WHERE project_id = ? AND token_type = ?`,
        [wholeNumber(row['reserved']), wholeNumber(row['sold']), wholeNumber(row['project_id']), row['token_type']],
      );
    return rows.length;
  }

  private async addCells(cells: WrittenCell[]): Promise<void> {
    for (let at = 0; at < cells.length; at += 500) await new CounterCells(this.uow).add(cells.slice(at, at + 500));
  }

  private differences(name: keyof CounterFaults): Promise<Row[]> {
    const { manager, isSqlite } = this.uow;
    return manager.query(counterDifferences(isSqlite)[name]);
  }
}

function dayCellOf(row: Row, eventId: number): DayCell {
  return {
    day: wholeNumber(row['day']),
    eventId,
    kind: row['kind'] as DayCell['kind'],
    name: String(row['name']),
    total: wholeNumber(row['total']),
    gross: wholeNumber(row['gross']),
    refunded: wholeNumber(row['refunded']),
  };
}

function cellOf(row: Row, salesManagerId: number, status: string): WrittenCell {
  const total = wholeNumber(row['total']);
  return {
    salesManagerId,
    projectId: DEFAULT_PROJECT_ID,
    status,
    tokenType: row['token_type'] as TokenType,
    total,
    changes: status === PAIRS ? 0 : Math.abs(total),
    amount: wholeNumber(row['amount'] ?? 0),
    refunded: wholeNumber(row['refunded'] ?? 0),
  };
}
