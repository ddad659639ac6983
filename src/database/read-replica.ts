import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { PoolConnection } from 'mysql2';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { SECOND_MS } from '../domain/calendar/durations.js';
import { Metrics } from '../runtime/metrics.js';
import { ageOf, type Moment } from './beat-history.js';
import { driverErrorOf } from './commit-outcome.js';
import { createDataSource } from './data-source.js';
import { InstanceRegistry } from './instance-registry.js';
import { breakConnection } from './mysql-pool.js';
import { UnitOfWork } from './unit-of-work.js';

/** Connections of this process to the replica: few read there, and none of them is in a hurry. */
const POOL_SIZE = 4;
const CONNECT_LIMIT_MS = 2000;
/** A read that takes longer is begun anew on the primary. */
const READ_LIMIT_MS = 15_000;
/** After the connection broke, or there was none, nobody waits for the replica for so long. */
const PAUSE_MS = 5000;
/** How long a read waits for a process that has registered just now to appear on the replica. */
const APPEAR_MS = 1000;
const APPEAR_STEP_MS = 50;
/** Readiness is public: the replica is asked for it at most this often. */
const KEEP_MS = 1000;

/** One snapshot, which the server lets nobody write in, whatever rights the user has. */
const SNAPSHOT_SQL = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** What a replica has shown: it holds everything that was committed before `asOf`. */
export interface ReplicaView {
  asOf: Date;
  /** The heartbeat by which it was dated, to recognise the same state on another connection. */
  instance: string;
  beat: number;
}

export interface ReplicaRead<T> {
  value: T;
  /** Null: the primary has answered. */
  view: ReplicaView | null;
}

/** Why the primary answers instead. */
type Refused = { reason: 'lag' } | { reason: 'error'; err: unknown };

/**
 * Reads that decide nothing, from the replica of DATABASE_READ_URL. Each asks in its own snapshot which heartbeat of this process
 * has arrived there (ADR 27); above the bound, and after any error of the replica, the primary answers.
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private readonly logger = new Logger('ReadReplica');
  private source: Promise<DataSource> | null = null;
  private isUsed = true;
  private pausedUntil = 0;
  private looked: { at: number; usable: Promise<boolean> } | null = null;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly instances: InstanceRegistry,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    if (!this.isConfigured) return;
    metrics.gauge('tokendesk_read_replica_usable', '1 while reads may go to the replica, else 0', async () => ({
      '': Number(await this.isUsable()),
    }));
  }

  get isConfigured(): boolean {
    return this.settings.databaseReadUrl !== null;
  }

  async onApplicationShutdown(): Promise<void> {
    const source = await this.source?.catch(() => null);
    await source?.destroy();
  }

  /**
   * @param work only reads, in one snapshot of the replica; it may run a second time on the primary. What it reads must neither
   * decide anything nor be kept for others. A unit of work inside throws
   */
  async read<T>(work: () => Promise<T>): Promise<ReplicaRead<T>> {
    if (!this.isConfigured || this.uow.isActive) return { value: await work(), view: null };
    const read = await this.attempt(work);
    this.metrics.countReplicaRead(read ? 'replica' : 'primary');
    return read ?? { value: await work(), view: null };
  }

  /** Whether the replica answers and is within the bound. Never rejects. */
  isUsable(): Promise<boolean> {
    const now = performance.now();
    if (!this.looked || now - this.looked.at > KEEP_MS)
      this.looked = { at: now, usable: this.attempt(() => Promise.resolve()).then((read) => read !== null) };
    return this.looked.usable;
  }

  /** @returns null when the primary has to answer @throws what `work` throws by itself */
  private async attempt<T>(work: () => Promise<T>): Promise<ReplicaRead<T> | null> {
    if (performance.now() < this.pausedUntil) return null;
    let runner: QueryRunner | null = null;
    try {
      runner = (await this.open()).createQueryRunner();
      const read = await this.readBy(runner, work);
      this.note(read ? null : { reason: 'lag' });
      return read;
    } catch (err) {
      if (err instanceof WorkFailed) throw err.cause;
      if (!(err instanceof QueryFailedError) || driverErrorOf(err).fatal)
        this.pausedUntil = performance.now() + PAUSE_MS;
      this.note({ reason: 'error', err });
      return null;
    } finally {
      await runner?.release().catch(() => undefined);
    }
  }

  private async readBy<T>(runner: QueryRunner, work: () => Promise<T>): Promise<ReplicaRead<T> | null> {
    const connection = (await runner.connect()) as PoolConnection;
    const timer = setTimeout(() => breakConnection(connection), READ_LIMIT_MS);
    try {
      const view = await this.begin(runner);
      const value = view && (await this.uow.readCopy(runner.manager, () => own(work)));
      await runner.commitTransaction();
      return view && { value: value as T, view };
    } catch (error) {
      if (error instanceof WorkFailed) await runner.rollbackTransaction();
      else connection.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Opens a snapshot. @returns null when it is further behind than allowed; the snapshot is open all the same */
  private async begin(runner: QueryRunner): Promise<ReplicaView | null> {
    const { instance, history } = await this.instances.heartbeats();
    for (;;) {
      await runner.query(SNAPSHOT_SQL);
      await runner.startTransaction();
      const [row] = (await runner.query('SELECT beat FROM instances WHERE id = ?', [instance])) as { beat: number }[];
      const sent = row ? history.provenBy(row.beat) : null;
      if (row && sent) {
        const isFresh = this.age(sent) <= this.settings.databaseReadMaxLagSeconds * SECOND_MS;
        return isFresh ? { asOf: new Date(sent.wall), instance, beat: row.beat } : null;
      }
      const registered = history.provenBy(0);
      if (row || !registered || this.age(registered) > APPEAR_MS) return null;
      await runner.rollbackTransaction();
      await new Promise((resolve) => setTimeout(resolve, APPEAR_STEP_MS));
    }
  }

  private age(then: Moment): number {
    return ageOf(then, this.instances.moment());
  }

  /** Connects with the first read, so that a start never waits for the replica. */
  private open(): Promise<DataSource> {
    if (this.source) return this.source;
    const source = createDataSource({
      url: this.settings.databaseReadUrl ?? '',
      poolSize: POOL_SIZE,
      waitMs: CONNECT_LIMIT_MS,
      sqliteDriver: '',
    }).initialize();
    source.catch(() => {
      this.source = null;
    });
    return (this.source = source);
  }

  /** One line for each change. */
  private note(refused: Refused | null): void {
    const isUsed = refused === null;
    if (isUsed === this.isUsed) return;
    this.isUsed = isUsed;
    if (refused === null) this.logger.log({ msg: 'read replica used again' });
    else this.logger.warn({ msg: 'read replica not used: the primary answers its reads', ...refused });
  }
}

/** An error of the work itself and not of the replica. */
class WorkFailed extends Error {}

async function own<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QueryFailedError) throw error;
    throw new WorkFailed('', { cause: error });
  }
}
