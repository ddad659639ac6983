import type { PoolConnection } from 'mysql2';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { type CommitMarker, CommitMarkers } from './commit-markers.js';
import { CommitDidNotHappen, fateOf, isConnectionUseless, type UnitPhase } from './commit-outcome.js';
import { breakConnection } from './mysql-pool.js';

/** A COMMIT that is not answered by then counts as lost: its server is gone without a word. */
const COMMIT_LIMIT_MS = 15_000;
const READS = /^\s*(?:SELECT|SHOW|EXPLAIN|START TRANSACTION)\b/i;

type Work<T> = (tx: EntityManager) => Promise<T>;

/** Transactions on MySQL and MariaDB. A COMMIT without an answer is looked up (ADR 25). */
export class ServerTransactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly markers = new CommitMarkers(dataSource),
  ) {}

  /**
   * @returns the work's result, and then it is committed
   * @throws CommitOutcomeUnknown when nobody could be asked in time; after any other error nothing has happened
   */
  async run<T>(work: Work<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const writes = countWrites(runner);
    let phase: UnitPhase = 'statement';
    let marker: CommitMarker | null = null;
    let done: { result: T } | undefined;
    let failure: unknown;
    try {
      await runner.startTransaction();
      done = { result: await work(runner.manager) };
      if (writes.count > 0) marker = await this.markers.mark(runner);
      phase = 'commit';
      await commit(runner);
      return done.result;
    } catch (error) {
      await abandon(runner, error, phase);
      failure = error;
    } finally {
      await runner.release();
    }
    if (done === undefined || phase === 'statement' || fateOf(failure, phase) !== 'unknown') throw failure;
    // Without a write there is nothing that a lost COMMIT could have changed.
    if (marker === null || (await this.markers.hasHappened(marker, failure))) return done.result;
    throw new CommitDidNotHappen(failure);
  }

  /** A single statement, atomic by itself. Its answer can be lost like that of a COMMIT, and is not looked up. */
  async runOne<T>(statement: Work<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await statement(runner.manager);
    } catch (error) {
      if (isConnectionUseless(error, 'statement')) await close(runner);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

async function commit(runner: QueryRunner): Promise<void> {
  const connection = (await runner.connect()) as PoolConnection;
  const timer = setTimeout(() => breakConnection(connection), COMMIT_LIMIT_MS);
  try {
    await runner.commitTransaction();
  } finally {
    clearTimeout(timer);
  }
}

/** No connection goes back to the pool with an open transaction, or to a server that takes no writes. */
async function abandon(runner: QueryRunner, error: unknown, phase: UnitPhase): Promise<void> {
  try {
    if (!isConnectionUseless(error, phase)) return await runner.rollbackTransaction();
  } catch {
    // Closed below; the error of the work is the one to report.
  }
  await close(runner);
}

async function close(runner: QueryRunner): Promise<void> {
  try {
    ((await runner.connect()) as PoolConnection).destroy();
  } catch {
    // It never was open.
  }
}

/** Counts what is sent from now on and is no read. */
function countWrites(runner: QueryRunner): { readonly count: number } {
  const seen = { count: 0 };
  const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
  runner.query = ((sql: string, ...more: unknown[]) => {
    if (!READS.test(sql)) seen.count += 1;
    return query(sql, ...more);
  }) as QueryRunner['query'];
  return seen;
}
