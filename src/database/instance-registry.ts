import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { type Heartbeat, SilenceDetector } from '../domain/silence.js';
import { Clock } from '../runtime/clock.js';
import { newPublicId } from '../runtime/ids.js';
import { HeartbeatConnection } from './heartbeat-connection.js';
import { sqlInstant } from './instants.js';
import { isProcessAlive, startOf } from './sqlite/single-instance.js';
import { UnitOfWork } from './unit-of-work.js';

/** Condition of SQL: the holder of the row's lease does not live any more. Not true of rows that name no holder. */
export const HOLDER_IS_GONE = 'lease_instance NOT IN (SELECT id FROM instances)';
export const INSTANCE_KIND = Symbol('INSTANCE_KIND');
export type InstanceKind = 'server' | 'command';

const INTO = 'INTO instances (id, kind, pid, process_start, beat, started_at) VALUES (?, ?, ?, ?, ?, ?)';
const BEAT_MS = 1500;
/** A process whose last beat is older makes sure that nobody has given it up before it sends an order to the bank. */
const FRESH_BEAT_MS = 3000;

interface Row extends Heartbeat {
  kind: InstanceKind;
  pid: number;
  processStart: string | null;
}

/** This process has been given up by the others: its leases may be theirs by now. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease was lost: this process was taken for dead');
    this.name = 'LeaseLost';
  }
}

/**
 * Registers this process in `instances` and removes the rows of processes that are gone; from then on their leases are void.
 *
 * On a database server a process counts its row's `beat` up, and every server watches the counters of the others
 * (SilenceDetector). A row is removed by compare-and-set on the counter that was seen, so a process that counts again is never
 * removed. One that was removed all the same, because it hung, finds that out with its next beat, before its next order to the
 * bank at the latest (requireLease), and goes on as a new instance without its old leases.
 *
 * On SQLite all processes run on one machine and one of them is the server: those whose number and start are not among the
 * running ones are gone, and so is every server before this one.
 */
@Injectable()
export class InstanceRegistry implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Instances');
  private readonly silence = new SilenceDetector();
  private readonly line: HeartbeatConnection | null;
  private id = newPublicId();
  private registered: Promise<void> | null = null;
  /** By two clocks: one may be set back, the other stands still while the machine sleeps. */
  private beatAt = { monotonic: 0, wall: 0 };
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(INSTANCE_KIND) private readonly kind: InstanceKind,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.line = uow.isSqlite ? null : new HeartbeatConnection(settings.databaseUrl);
  }

  /** A server is there from its start on; a command once it takes its first lease, since it may only have come to look. */
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
      if (this.registered && this.line) await this.line.query('DELETE FROM instances WHERE id = ?', [this.id]);
    } catch (error) {
      this.logger.warn({ msg: 'instance not deregistered: its leases end a few seconds later', err: error });
    } finally {
      this.line?.close();
    }
  }

  /** The id under which this process takes leases; its row is there before any lease names it. */
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

  /** @param instance null: not known, so it may be alive */
  async isGone(instance: string | null): Promise<boolean> {
    if (instance === null) return false;
    const rows = await this.uow.read<{ id: string }>('SELECT id FROM instances WHERE id = ?', [instance]);
    return rows.length === 0;
  }

  /**
   * To be called right before an order to the bank that is made under a lease. Costs nothing while the heartbeat is fresh.
   * @throws LeaseLost, or the database's error when it cannot be asked: then the order must not be sent either
   */
  async requireLease(instance: string | null): Promise<void> {
    if (this.line && this.registered && this.isBeatOld()) await this.beat(this.line);
    if (this.registered && instance !== null && instance !== this.id) throw new LeaseLost();
  }

  private async register(): Promise<void> {
    const row = [this.id, this.kind, process.pid, startOf(process.pid), 0, sqlInstant(this.clock.now())];
    if (this.line) {
      const at = this.moment();
      await this.line.query(`INSERT ${INTO}`, row);
      this.beatAt = at;
    } else await this.uow.run((tx) => tx.query(`INSERT OR IGNORE ${INTO}`, row));
    if (this.line || this.kind === 'server') this.timer ??= setInterval(() => void this.tick(), BEAT_MS).unref();
  }

  /** One at a time; what fails once is made good by the next. */
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
    const counted = await line.query<number>('UPDATE instances SET beat = beat + 1 WHERE id = ?', [this.id]);
    if (counted === 0) await this.registerAnew();
    else this.beatAt = at;
  }

  private isBeatOld(): boolean {
    const { monotonic, wall } = this.moment();
    return monotonic - this.beatAt.monotonic > FRESH_BEAT_MS || Math.abs(wall - this.beatAt.wall) > FRESH_BEAT_MS;
  }

  private moment() {
    return { monotonic: performance.now(), wall: this.clock.now().getTime() };
  }

  private async registerAnew(): Promise<void> {
    this.logger.error({ msg: 'this process was taken for dead: its leases are void', instance: this.id });
    this.id = newPublicId();
    this.registered = this.register();
    await this.registered;
  }

  private async removeSilent(line: HeartbeatConnection): Promise<void> {
    const rows = await line.query<Heartbeat[]>('SELECT id, beat FROM instances');
    const others = rows.filter(({ id }) => id !== this.id);
    for (const { id, beat } of this.silence.look(others, performance.now()))
      if ((await line.query<number>('DELETE FROM instances WHERE id = ? AND beat = ?', [id, beat])) > 0)
        this.logger.warn({ msg: 'instance gone: its leases are void', instance: id });
  }

  /** Only the server on a SQLite file does it, and there is one of those. */
  private async removeGone(): Promise<void> {
    if (this.kind !== 'server') return;
    const rows = await this.uow.read<Row>('SELECT id, kind, pid, process_start AS processStart FROM instances');
    const gone = rows.filter(
      ({ id, kind, pid, processStart }) => id !== this.id && (kind === 'server' || !isProcessAlive(pid, processStart)),
    );
    for (const { id } of gone) await this.uow.run((tx) => tx.query('DELETE FROM instances WHERE id = ?', [id]));
  }
}
