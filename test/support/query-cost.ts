import { expect, jest } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
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

/** Every statement that goes to the database while the work is done, whoever sends it. */
export async function sentBy(dataSource: DataSource, work: () => Promise<unknown>): Promise<Sent[]> {
  const runner = dataSource.createQueryRunner();
  const sent: Sent[] = [];
  const note = (sql: string, parameters: unknown[] = []) => void (isHeartbeat(sql) || sent.push({ sql, parameters }));
  const prototype = Object.getPrototypeOf(runner) as typeof runner;
  const query = prototype.query;
  const plain = jest.spyOn(prototype, 'query').mockImplementation(function (this: typeof runner, ...given) {
    note(given[0], given[1] as unknown[] | undefined);
    return query.apply(this, given) as never;
  });
  const rows = PreparedReads.prototype.rows;
  const prepared = jest.spyOn(PreparedReads.prototype, 'rows').mockImplementation(function (
    this: PreparedReads,
    ...given
  ) {
    note(...given);
    return rows.apply(this, given) as never;
  });
  try {
    await work();
    return sent;
  } finally {
    plain.mockRestore();
    prepared.mockRestore();
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
