import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../runtime/clock.js';
import { PeriodicTasks } from '../../../runtime/periodic-tasks.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditVerifier } from './audit-verifier.js';
import { HOUR_MS } from '../../../domain/calendar/durations.js';
import { isYoungerThan } from '../../../domain/calendar/stored-times.js';

const LOG_EVERY_MS = HOUR_MS;

/** In a server: seals what an earlier process left unsealed, and logs the head of the audit chain once an hour. */
@Injectable()
export class AuditChainJob implements OnApplicationBootstrap {
  private readonly logger = new Logger('AuditChain');
  private logged = { seq: 0, at: new Date(0) };

  constructor(
    private readonly sealer: AuditSealer,
    private readonly verifier: AuditVerifier,
    private readonly clock: Clock,
    private readonly tasks: PeriodicTasks,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.register('audit chain', () => this.run());
    this.sealer.nudge();
  }

  private async run(): Promise<void> {
    await this.sealer.seal();
    await this.logAnchor();
  }

  /** The log lives outside of the database: a chain that was truncated and rebuilt no longer has this hash. */
  private async logAnchor(): Promise<void> {
    const now = this.clock.now();
    if (isYoungerThan(this.logged.at, LOG_EVERY_MS, now)) return;
    const { lastSeq: seq, lastHash: hash, sealedCount: rows } = await this.verifier.anchor();
    if (seq === this.logged.seq) return;
    this.logged = { seq, at: now };
    this.logger.log({ msg: 'audit chain', anchor: `${seq}:${hash}`, rows });
  }
}
