import type { DataSource, QueryRunner } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { DatabaseFileWatcher } from './database-file-watcher.js';

type Driver = ConstructorParameters<typeof BetterSqlite3QueryRunner>[0];
type Release = () => void;
type Connection = { readonly open: boolean; readonly inTransaction: boolean; exec(sql: string): unknown };

const LOCK_LIMIT_MS = 10_000;

/** A FIFO lock. */
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
 * Gives every caller a query runner of its own, behind one FIFO lock on the connection, held per statement or per transaction.
 * TypeORM gives all callers of a SQLite data source the same query runner, so that overlapping transactions share one BEGIN and
 * COMMIT, and acknowledged rows get lost.
 *
 * SQLite ends a transaction by itself when the disk is full or fails, and TypeORM does not notice. Therefore the connection is
 * asked whether a transaction is open: the lock is released with it, whoever has ended it, and the rest of that unit is refused.
 */
export function serialiseSqlite(dataSource: DataSource): DataSource {
  const lock = new FifoLock();
  const statements = new Map<string, unknown>();
  const files = new DatabaseFileWatcher(String(dataSource.options.database));
  const connection = () => (dataSource.driver as unknown as { databaseConnection?: Connection }).databaseConnection;
  // libsql crashes when a closed connection is asked for its transaction state.
  const isOpen = () => connection()?.open === true && connection()?.inTransaction === true;

  /** @throws when an orphaned transaction cannot be rolled back */
  const acquire = async (what: string): Promise<Release> => {
    const release = await acquireWithin(lock, what);
    try {
      if (isOpen()) connection()?.exec('ROLLBACK');
      files.remember();
      return release;
    } catch (error) {
      release();
      throw error;
    }
  };

  class SerialRunner extends BetterSqlite3QueryRunner {
    private unlock?: Release;
    /** Why SQLite has ended the current transaction. */
    private lost?: Error;

    constructor(driver: Driver) {
      super(driver);
      (this as unknown as { stmtCache: Map<string, unknown> }).stmtCache = statements;
    }

    override async startTransaction(level?: Parameters<QueryRunner['startTransaction']>[0]): Promise<void> {
      this.unlock ??= await acquire('startTransaction');
      try {
        await super.startTransaction(level);
      } catch (error) {
        this.freeIfEnded();
        throw error;
      }
    }

    override async commitTransaction(): Promise<void> {
      await super.commitTransaction();
      this.freeIfEnded();
    }

    override async rollbackTransaction(): Promise<void> {
      try {
        if (this.isLost) this.clearTransaction();
        else await super.rollbackTransaction();
      } finally {
        this.freeIfEnded();
      }
    }

    override async release(): Promise<void> {
      try {
        if (this.isTransactionActive) await this.rollbackTransaction();
      } finally {
        this.clearTransaction();
        this.free();
        await super.release();
      }
    }

    // oxlint-disable-next-line typescript/no-explicit-any -- the overridden signature says any
    override async query(sql: string, parameters?: any[], structured?: boolean): Promise<any> {
      if (this.unlock) return this.queryInTransaction(sql, parameters, structured);
      const unlock = await acquire(sql);
      try {
        return await this.examined(() => super.query(sql, parameters as never, structured as never));
      } finally {
        unlock();
      }
    }

    /** @throws what has ended the transaction, for every statement that comes after */
    // oxlint-disable-next-line typescript/no-explicit-any -- as query
    private async queryInTransaction(sql: string, parameters?: any[], structured?: boolean): Promise<any> {
      // A deferred BEGIN fails at its first write while another process writes; IMMEDIATE waits for the busy timeout.
      const begins = sql === 'BEGIN TRANSACTION';
      const wasOpen = isOpen();
      if (this.lost && !wasOpen && !begins) throw this.lost;
      try {
        return await this.examined(() => {
          if (sql === 'COMMIT') files.assertInPlace();
          return super.query(begins ? 'BEGIN IMMEDIATE' : sql, parameters as never, structured as never);
        });
      } catch (error) {
        if (wasOpen && !isOpen()) this.lost = error as Error;
        throw error;
      }
    }

    private async examined<T>(run: () => Promise<T>): Promise<T> {
      try {
        return await run();
      } catch (error) {
        files.examine(error);
        throw error;
      }
    }

    /** SQLite has ended the transaction: nothing to roll back. */
    private get isLost(): boolean {
      return this.isTransactionActive && !isOpen();
    }

    private freeIfEnded(): void {
      if (isOpen()) return;
      this.clearTransaction();
      this.free();
    }

    private clearTransaction(): void {
      this.isTransactionActive = false;
      this.transactionDepth = 0;
      this.lost = undefined;
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
