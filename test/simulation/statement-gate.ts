import type { Pool } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Surroundings } from './surroundings.js';

/** How the database is lost: `before` its server has the statement, `after` it has carried it out. */
export interface Outage {
  /** Statements that still go through. */
  in: number;
  /** Statements that fail then. */
  lasts: number;
  /** A COMMIT is carried out although its answer is lost; only where a server stands between. */
  commits: boolean;
}

/** Everything else counts as a change. */
const READS = /^\s*SELECT\b/i;

type Query = (sql: string, parameters?: unknown[], structured?: boolean) => Promise<unknown>;

/** Between one product and its database: every statement passes here, waits for its turn, fails, or is the last one. */
export class StatementGate {
  readonly death: Promise<void>;
  private dies!: () => void;
  private dead = false;
  private untilDeath: number | null = null;
  private outage: Outage | null = null;
  private readonly onDeath: (() => void)[] = [];

  constructor(
    private readonly name: string,
    private readonly dataSource: DataSource,
    private readonly around: Surroundings,
  ) {
    this.death = new Promise((resolve) => (this.dies = resolve));
    const driver = dataSource.driver as unknown as {
      createQueryRunner(mode: 'master' | 'slave'): QueryRunner;
      pool?: Pool;
    };
    const create = driver.createQueryRunner.bind(driver);
    driver.createQueryRunner = (mode) => {
      const runner = create(mode);
      const query = runner.query.bind(runner) as Query;
      runner.query = ((sql: string, parameters?: unknown[], structured?: boolean) =>
        this.pass(sql, () => query(sql, parameters, structured), runner)) as never;
      return runner;
    };
    if (driver.pool) this.guardPool(driver.pool);
  }

  get isDead(): boolean {
    return this.dead;
  }

  get isSqlite(): boolean {
    return this.dataSource.options.type === 'better-sqlite3';
  }

  whenDead(work: () => void): void {
    this.onDeath.push(work);
  }

  /** The process ends before its statement number `statements` from now. */
  dieAfter(statements: number | null): void {
    this.untilDeath = statements;
  }

  lose(outage: Outage | null): void {
    this.outage = outage;
  }

  /** At a gate of another kind, e.g. before an exchange with the bank. The dead go no further. */
  async step(what: string): Promise<void> {
    const actor = this.around.actors.getStore() ?? 'background';
    await this.around.scheduler.gate(actor, `${this.name}: ${what}`);
    if (!this.dead) this.countDown();
    if (this.dead) await never();
  }

  private async pass<T>(sql: string, run: () => Promise<T>, runner?: QueryRunner): Promise<T> {
    await this.step(sql.slice(0, 60));
    this.around.time.tick(1);
    if (!READS.test(sql)) this.around.writes += 1;
    const outage = this.lossOf(sql);
    if (outage) return this.fail(sql, outage, run, runner);
    const result = await (this.isSqlite ? run() : this.around.scheduler.outside(run));
    return this.dead ? never() : result;
  }

  private countDown(): void {
    if (this.untilDeath === null) return;
    this.untilDeath -= 1;
    if (this.untilDeath <= 0) this.die();
  }

  /** kill -9: what was not committed is gone, and nothing is tidied up. */
  die(): void {
    if (this.dead) return;
    this.dead = true;
    const driver = this.dataSource.driver as unknown as {
      databaseConnection?: { inTransaction: boolean; exec(sql: string): unknown; close(): void };
      pool?: Pool & { _allConnections?: { toArray(): { destroy(): void }[] } };
    };
    if (driver.databaseConnection) {
      if (driver.databaseConnection.inTransaction) driver.databaseConnection.exec('ROLLBACK');
      driver.databaseConnection.close();
    } else for (const connection of driver.pool?._allConnections?.toArray() ?? []) connection.destroy();
    for (const work of this.onDeath) work();
    this.dies();
  }

  /** An embedded database still undoes what was begun. */
  private lossOf(sql: string): Outage | null {
    const { outage } = this;
    if (!outage || (this.isSqlite && sql === 'ROLLBACK')) return null;
    if (outage.in > 0) {
      outage.in -= 1;
      return null;
    }
    outage.lasts -= 1;
    if (outage.lasts <= 0) this.outage = null;
    return outage;
  }

  private async fail<T>(sql: string, { commits }: Outage, run: () => Promise<T>, runner?: QueryRunner): Promise<T> {
    if (!this.isSqlite) {
      if (sql === 'COMMIT' && commits) await this.around.scheduler.outside(run);
      // The server undoes what a connection that is gone has begun.
      (runner as { databaseConnection?: { destroy(): void } } | undefined)?.databaseConnection?.destroy();
    }
    const code = this.isSqlite ? 'SQLITE_IOERR' : 'PROTOCOL_CONNECTION_LOST';
    throw Object.assign(new Error(`the database is gone (${code})`), { code });
  }

  /** Reads that go past TypeORM's runner. */
  private guardPool(pool: Pool): void {
    const execute = pool.execute.bind(pool) as (...given: unknown[]) => unknown;
    const getConnection = pool.getConnection.bind(pool);
    // Whoever waits for one waits for the server, not for time.
    pool.getConnection = ((tell: (error: unknown, connection: unknown) => void) =>
      void this.around.scheduler
        .outside(() => new Promise<[unknown, unknown]>((resolve) => getConnection((...answer) => resolve(answer))))
        .then(([error, connection]) => tell(error, connection))) as never;
    pool.execute = ((sql: string, parameters: unknown[], tell: (error: Error | null, rows?: unknown) => void) => {
      const run = () =>
        new Promise((resolve, reject) =>
          execute(sql, parameters, (error: Error | null, rows: unknown) => (error ? reject(error) : resolve(rows))),
        );
      void this.pass(sql, run).then(
        (rows) => tell(null, rows),
        (error: Error) => tell(error),
      );
    }) as never;
  }
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
