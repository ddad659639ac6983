import type { DataSource, QueryRunner } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';

type Driver = ConstructorParameters<typeof BetterSqlite3QueryRunner>[0];
type Release = () => void;

const LOCK_LIMIT_MS = 10_000;

/** First come, first served. */
class FifoLock {
  private tail: Promise<void> = Promise.resolve();

  acquire(): Promise<Release> {
    let release!: Release;
    const before = this.tail;
    this.tail = new Promise<void>((resolve) => (release = resolve));
    return before.then(() => release);
  }
}

/**
 * TypeORM hands every caller of a SQLite data source the same query runner, so that two overlapping transactions share one
 * BEGIN and COMMIT and acknowledged rows get lost. Here every caller has a runner of its own, and one lock on the connection
 * is held per statement or for the length of a transaction.
 */
export function serialiseSqlite(dataSource: DataSource): DataSource {
  const lock = new FifoLock();
  const statements = new Map<string, unknown>();

  class SerialRunner extends BetterSqlite3QueryRunner {
    private unlock?: Release;

    constructor(driver: Driver) {
      super(driver);
      (this as unknown as { stmtCache: Map<string, unknown> }).stmtCache = statements;
    }

    override async startTransaction(level?: Parameters<QueryRunner['startTransaction']>[0]): Promise<void> {
      this.unlock ??= await acquireWithin(lock, 'startTransaction');
      try {
        await super.startTransaction(level);
      } catch (error) {
        if (!this.isTransactionActive) this.free();
        throw error;
      }
    }

    override async commitTransaction(): Promise<void> {
      await super.commitTransaction();
      if (!this.isTransactionActive) this.free();
    }

    override async rollbackTransaction(): Promise<void> {
      try {
        await super.rollbackTransaction();
      } finally {
        if (!this.isTransactionActive) this.free();
      }
    }

    override async release(): Promise<void> {
      if (this.isTransactionActive) await this.rollbackTransaction();
      await super.release();
    }

    // oxlint-disable-next-line typescript/no-explicit-any -- the overridden signature says any
    override async query(sql: string, parameters?: any[], structured?: boolean): Promise<any> {
      // A deferred BEGIN fails at its first write while another process writes; IMMEDIATE waits for the busy timeout.
      const statement = sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql;
      const run = () => super.query(statement, parameters as never, structured as never);
      if (this.unlock) return run();
      const unlock = await acquireWithin(lock, statement);
      try {
        return await run();
      } finally {
        unlock();
      }
    }

    private free(): void {
      const unlock = this.unlock;
      this.unlock = undefined;
      unlock?.();
    }
  }

  const driver = dataSource.driver as unknown as { createQueryRunner(): QueryRunner };
  driver.createQueryRunner = () => new SerialRunner(dataSource.driver as never);
  return dataSource;
}

async function acquireWithin(lock: FifoLock, what: string): Promise<Release> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Error(
            `SQLite lock not had within 10 s (${what.slice(0, 80)}): inside a unit of work use its own manager`,
          ),
        ),
      LOCK_LIMIT_MS,
    );
  });
  const turn = lock.acquire();
  try {
    return await Promise.race([turn, late]);
  } catch (error) {
    void turn.then((release) => release());
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
