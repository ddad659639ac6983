import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { type Heartbeat, SilenceDetector } from '../runtime/silence-detector.js';
import { SECOND_MS } from '../domain/calendar/durations.js';
import { Clock } from '../runtime/clock.js';
import { newPublicId } from '../runtime/ids.js';
import { ageOf, BeatHistory, type Moment } from './beat-history.js';
import { HeartbeatConnection } from './heartbeat-connection.js';
import { sqlInstant } from './instants.js';
import { isProcessAlive, startOf } from './sqlite/single-instance.js';
import { UnitOfWork } from './unit-of-work.js';

/** SQL condition: the process that holds the row's lease is gone. Not true of rows without a holder. */
export const HOLDER_IS_GONE = 'lease_instance NOT IN (SELECT id FROM instances)';
export const INSTANCE_KIND = Symbol('INSTANCE_KIND');
export type InstanceKind = 'server' | 'command';

const INTO = 'INTO instances (id, kind, pid, process_start, beat, started_at) VALUES (?, ?, ?, ?, ?, ?)';
/** LAST_INSERT_ID gives back the number that was counted. */
const COUNT_BEAT = 'UPDATE instances SET beat = LAST_INSERT_ID(beat + 1) WHERE id = ?';
const BEAT_MS = 1500;
/** With an older heartbeat a process verifies its registration before it sends an order to the bank. */
const FRESH_BEAT_MS = 3000;

interface Row extends Heartbeat {
  kind: InstanceKind;
  pid: number;
  processStart: string | null;
}

/** Other instances have declared this process dead; its leases may be theirs. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease was lost: this process was taken for dead');
    this.name = 'LeaseLost';
  }
}

/**
 * Registers this process in `instances` and removes the rows of dead processes; their leases are void from then on (ADR 20).
 *
 * On a database server each process increments its row's `beat`, and every server watches the counters of the others
 * (SilenceDetector). A row is removed by compare-and-set on the counter seen, so a process that counts again is never removed.
 * One that was removed because it hung finds out with its next beat, before its next order to the bank at the latest
 * (requireLease), and continues as a new instance without its old leases.
 *
 * On SQLite all processes run on one machine and one of them is the server: processes whose id and start are not among the
 * running ones are dead, and so is every earlier server.
 */
@Injectable()
export class InstanceRegistry implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Instances');
  private readonly silence = new SilenceDetector();
  private readonly line: HeartbeatConnection | null;
  private id = newPublicId();
  private registered: Promise<void> | null = null;
  private beatAt: Moment = { monotonic: 0, wall: 0 };
  private readonly history: BeatHistory;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(INSTANCE_KIND) private readonly kind: InstanceKind,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.line = uow.isSqlite ? null : new HeartbeatConnection(settings.databaseUrl);
    this.history = new BeatHistory(settings.databaseReadMaxLagSeconds * SECOND_MS);
  }

  /** A server registers at start; a command with its first lease. */
  async onModuleInit(): Promise<void> {
    if (this.kind !== 'server') return;
    await this.current();
    await this.tick();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
    try {
      if (this.registered && this.line) await this.line.change('DELETE FROM instances WHERE id = ?', [this.id]);
    } catch (error) {
      this.logger.warn({ msg: 'instance not deregistered: its leases end a few seconds later', err: error });
    } finally {
      this.line?.close();
    }
  }

  /** The id under which this process acquires leases; registered before any lease names it. */
  async current(): Promise<string> {
    this.registered ??= this.register();
    try {
      await this.registered;
    } catch (error) {
      this.registered = null;
      throw error;
    }
    return this.id;
  }

  /** This process under its present id, and its heartbeats, by which a copy of the database is dated. Registers it. */
  async heartbeats(): Promise<{ instance: string; history: BeatHistory }> {
    return { instance: await this.current(), history: this.history };
  }

  /** @param instance null: unknown, treated as alive */
  async isGone(instance: string | null): Promise<boolean> {
    if (instance === null) return false;
    const rows = await this.uow.read<{ id: string }>('SELECT id FROM instances WHERE id = ?', [instance]);
    return rows.length === 0;
  }

  /**
   * Call right before an order to the bank under a lease. Free while the heartbeat is fresh.
   * @throws LeaseLost, or the database's error: then the order must not be sent either
   */
  async requireLease(instance: string | null): Promise<void> {
    if (this.line && this.registered && this.isBeatOld()) await this.beat(this.line);
    if (this.registered && instance !== null && instance !== this.id) throw new LeaseLost();
  }

  private async register(): Promise<void> {
    const row = [this.id, this.kind, process.pid, startOf(process.pid), 0, sqlInstant(this.clock.now())];
    if (this.line) {
      const at = this.moment();
      this.history.add(0, at);
      // A first try may have arrived although its answer did not.
      await this.line.change(`INSERT IGNORE ${INTO}`, row);
      this.beatAt = at;
    } else await this.uow.run((tx) => tx.query(`INSERT OR IGNORE ${INTO}`, row));
    if (this.line || this.kind === 'server') this.timer ??= setInterval(() => void this.tick(), BEAT_MS).unref();
  }

  /** Serial; a failed beat is repeated by the next one. */
  private tick(): Promise<void> {
    this.running = this.running.then(async () => {
      try {
        if (!this.line) return await this.removeGone();
        await this.beat(this.line);
        if (this.kind === 'server') await this.removeSilent(this.line);
      } catch (error) {
        if (this.timer) this.logger.warn({ msg: 'instance heartbeat failed', err: error });
      }
    });
    return this.running;
  }

  private async beat(line: HeartbeatConnection): Promise<void> {
    const at = this.moment();
    const { id } = this;
    const { changed, lastId } = await line.change(COUNT_BEAT, [id]);
    if (id !== this.id) return;
    if (changed === 0) return this.registerAnew();
    this.beatAt = at;
    this.history.add(lastId, at);
  }

  private isBeatOld(): boolean {
    return ageOf(this.beatAt, this.moment()) > FRESH_BEAT_MS;
  }

  /** Now, to date what this process sends. */
  moment(): Moment {
    return { monotonic: performance.now(), wall: this.clock.now().getTime() };
  }

  private async registerAnew(): Promise<void> {
    this.logger.error({ msg: 'this process was declared dead by others: its leases are void', instance: this.id });
    this.id = newPublicId();
    this.history.clear();
    this.registered = this.register();
    await this.registered;
  }

  private async removeSilent(line: HeartbeatConnection): Promise<void> {
    const rows = await line.select<Heartbeat>('SELECT id, beat FROM instances');
    const others = rows.filter(({ id }) => id !== this.id);
    for (const { id, beat } of this.silence.look(others, performance.now()))
      if ((await line.change('DELETE FROM instances WHERE id = ? AND beat = ?', [id, beat])).changed > 0)
        this.logger.warn({ msg: 'instance gone: its leases are void', instance: id });
  }

  /** Called by the server on a SQLite file, of which there is one. */
  private async removeGone(): Promise<void> {
    if (this.kind !== 'server') return;
    const rows = await this.uow.read<Row>('SELECT id, kind, pid, process_start AS processStart FROM instances');
    const gone = rows.filter(
      ({ id, kind, pid, processStart }) => id !== this.id && (kind === 'server' || !isProcessAlive(pid, processStart)),
    );
    for (const { id } of gone) await this.uow.run((tx) => tx.query('DELETE FROM instances WHERE id = ?', [id]));
  }
}
