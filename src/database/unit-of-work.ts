import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { driverErrorOf, fateOf } from './commit-outcome.js';
import { ServerTransactions } from './server-transactions.js';
import { type StorageTrouble, storageTroubleOf } from './storage-trouble.js';
import type { Pool } from 'mysql2';

export type ReadValue = string | number | null;
type Answer = (error: Error | null, rows: unknown) => void;

/** All connections together have prepared as many statements as the server allows (`max_prepared_stmt_count`). */
const NO_ROOM_TO_PREPARE = 1461;

/**
 * Frequent reads on MySQL as prepared statements: spares the server parsing long joins, and TypeORM's query runner. Logged like
 * any other statement. Sent as they are where the server prepares no more.
 */
export class PreparedReads {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws QueryFailedError as TypeORM does */
  rows<Row>(sql: string, parameters: ReadValue[]): Promise<Row[]> {
    this.dataSource.logger.logQuery(sql, parameters);
    const { pool } = this.dataSource.driver as unknown as { pool: Pool };
    return new Promise((resolve, reject) => {
      const answer: Answer = (error, rows) => {
        if (error) reject(new QueryFailedError(sql, parameters, error));
        else resolve(rows as Row[]);
      };
      pool.execute(sql, parameters, (error: Error | null, rows: unknown) => {
        if (driverErrorOf(error).errno === NO_ROOM_TO_PREPARE) pool.query(sql, parameters, answer);
        else answer(error, rows);
      });
    });
  }
}

type AfterCommit = () => void | Promise<void>;

interface Unit {
  manager: EntityManager;
  afterCommit: AfterCommit[];
  /** The manager reads a copy of the database: no unit of work may begin. */
  isCopy?: boolean;
}

const MAX_RETRIES = 3;

/**
 * The only opener of transactions; every write runs in it. A nested `run` joins the outer unit. Never call the bank or a mail
 * server inside: a unit may be retried from its start. What `run` returns is committed; after an error other than
 * CommitOutcomeUnknown it is not.
 */
@Injectable()
export class UnitOfWork {
  private readonly units = new AsyncLocalStorage<Unit>();
  private readonly prepared: PreparedReads;
  private readonly transactions: ServerTransactions;
  private refused: { trouble: StorageTrouble; at: number } | null = null;

  constructor(private readonly dataSource: DataSource) {
    this.prepared = new PreparedReads(dataSource);
    this.transactions = new ServerTransactions(dataSource);
  }

  /** The manager of the current unit, else the plain one (reads only). */
  get manager(): EntityManager {
    return this.units.getStore()?.manager ?? this.dataSource.manager;
  }

  get isActive(): boolean {
    return this.units.getStore() !== undefined;
  }

  /** True for SQLite, else MySQL or MariaDB: the two dialects of hand-written SQL. */
  get isSqlite(): boolean {
    return this.dataSource.options.type === 'better-sqlite3';
  }

  /** Frequent reads, prepared on MySQL. Inside a unit of work it is part of it. */
  read<Row>(sql: string, parameters: ReadValue[] = []): Promise<Row[]> {
    return this.isSqlite || this.isActive
      ? (this.manager.query(sql, parameters) as Promise<Row[]>)
      : this.prepared.rows<Row>(sql, parameters);
  }

  async run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const outer = this.units.getStore();
    if (outer?.isCopy) throw new Error('nothing is decided or written by what a copy of the database says');
    if (outer) return work(outer.manager);
    const { result, afterCommit } = await this.noted(retried(() => this.attempt(work)));
    for (const effect of afterCommit) await effect();
    return result;
  }

  /**
   * For a single statement, which is atomic by itself: on MySQL it needs no transaction, two round trips less. Retried like any
   * unit. Joins the current unit.
   */
  async runOne<T>(statement: (tx: EntityManager) => Promise<T>): Promise<T> {
    if (this.isSqlite || this.isActive) return this.run(statement);
    return this.noted(retried(() => this.transactions.runOne(statement)));
  }

  /** Reads inside go to `manager`, which reads a copy of the database (ReadReplica). A unit of work inside is an error. */
  readCopy<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
    return this.units.run({ manager, afterCommit: [], isCopy: true }, work);
  }

  /** Runs after the current unit's commit; at once when there is none. */
  async afterCommit(effect: AfterCommit): Promise<void> {
    const unit = this.units.getStore();
    if (unit && !unit.isCopy) unit.afterCommit.push(effect);
    else await effect();
  }

  /** Why the storage refused a write in the last `withinMs`; null when it did not. */
  troubleWithin(withinMs: number): StorageTrouble | null {
    return this.refused && performance.now() - this.refused.at < withinMs ? this.refused.trouble : null;
  }

  private async noted<T>(unit: Promise<T>): Promise<T> {
    try {
      return await unit;
    } catch (error) {
      const trouble = storageTroubleOf(error);
      if (trouble) this.refused = { trouble, at: performance.now() };
      throw error;
    }
  }

  /** The isolation level is set per connection (`ISOLATION_SQL`). */
  private async attempt<T>(work: (tx: EntityManager) => Promise<T>) {
    const afterCommit: AfterCommit[] = [];
    const inUnit = (manager: EntityManager) => this.units.run({ manager, afterCommit }, () => work(manager));
    const result = await (this.isSqlite ? this.dataSource.transaction(inUnit) : this.transactions.run(inUnit));
    return { result, afterCommit };
  }
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= MAX_RETRIES || !isRetryable(error)) throw error;
      await pause(10 * 2 ** tries * (0.5 + Math.random()));
    }
  }
}

/** Unique or primary key already taken, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const driver = driverErrorOf(error);
  if (driver.errno === 1062) return true;
  return typeof driver.code === 'string' && /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(driver.code);
}

function isRetryable(error: unknown): boolean {
  return driverErrorOf(error).code === 'SQLITE_BUSY' || fateOf(error, 'statement') === 'conflict';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
