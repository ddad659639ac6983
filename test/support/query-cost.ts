import { expect } from '@jest/globals';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { PreparedReads, type UnitOfWork } from '../../src/database/unit-of-work.js';

/**
 * Index entries and rows that the server reads for some work, whatever else the machine does. The work has to keep to the unit of
 * work that it is given: the counters are those of its connection.
 */
export function rowsTouched(uow: UnitOfWork, work: (tx: EntityManager) => Promise<unknown>): Promise<number> {
  return uow.run(async (tx) => {
    await tx.query('FLUSH STATUS');
    await work(tx);
    const rows = (await tx.query("SHOW SESSION STATUS LIKE 'Handler_read%'")) as { Value: string }[];
    return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
  });
}

/** The registry of instances looks after them all the time, whatever else is done. */
export function isHeartbeat(sql: string): boolean {
  return /^\s*(SELECT\b[^()]*\bFROM instances\s*$|UPDATE instances\b|DELETE FROM instances\b)/.test(sql);
}

export interface Sent {
  sql: string;
  parameters: unknown[];
}

/**
 * Every statement that goes to the database while the work is done, whoever sends it. What has begun meanwhile and goes on afterwards
 * keeps what it took from here, so that has to go on working: a transaction would never be committed.
 */
export async function sentBy(dataSource: DataSource, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const note = (sql: string, parameters: unknown[] = []) => void (isHeartbeat(sql) || sent.push({ sql, parameters }));
  const runners = Object.getPrototypeOf(dataSource.createQueryRunner()) as QueryRunner;
  const { query } = runners;
  const { rows } = PreparedReads.prototype;
  runners.query = function (this: QueryRunner, ...given: unknown[]) {
    note(...(given as [string, unknown[]?]));
    return Reflect.apply(query, this, given);
  } as typeof query;
  PreparedReads.prototype.rows = function (this: PreparedReads, ...given) {
    note(...given);
    return Reflect.apply(rows, this, given);
  } as typeof rows;
  try {
    await work();
    return [...sent];
  } finally {
    runners.query = query;
    PreparedReads.prototype.rows = rows;
  }
}

/** As rows of steps: MySQL from 9.5 on would draw a tree. */
export const EXPLAIN = 'EXPLAIN FORMAT=TRADITIONAL';

/**
 * By its plan, a statement reads what it reads off indexes, and sorts nothing.
 * @param may sort: what it has found is short
 */
export async function expectIndexed(
  dataSource: DataSource,
  { sql, parameters }: Sent,
  may: { sort: boolean } = { sort: false },
): Promise<void> {
  const plan = (await dataSource.query(`${EXPLAIN} ${sql}`, parameters)) as Record<string, unknown>[];
  const steps = plan.map(({ table, type, key, Extra }) => ({ table, type, key, extra: String(Extra) }));
  expect(steps.length).toBeGreaterThan(0);
  // What stands in angle brackets is the result of another step.
  const bad = steps
    .filter(({ table }) => !String(table).startsWith('<'))
    .filter(
      ({ type, extra }) =>
        type === 'ALL' || /join buffer/i.test(extra) || (!may.sort && /filesort|temporary/i.test(extra)),
    );
  expect({ sql, bad }).toEqual({ sql, bad: [] });
}
