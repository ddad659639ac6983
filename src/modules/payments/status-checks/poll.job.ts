import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { LATE, within } from '../../../runtime/time-limit.js';
import { PollService } from './poll.service.js';

const NAME = 'payment-poll';
/** Of a shutdown, from its beginning: checks that take longer are cut off, and their leases end with the process. */
const STOP_LIMIT_MS = 10_000;

/** Runs the poll every `POLL_INTERVAL_SECONDS`; 0 switches it off in this instance. */
@Injectable()
export class PollJob implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(PollJob.name);
  private stopUntil: number | null = null;

  constructor(
    private readonly poll: PollService,
    private readonly scheduler: SchedulerRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.pollIntervalSeconds === 0) return;
    const timer = setInterval(() => void this.tick(), this.settings.pollIntervalSeconds * 1000);
    this.scheduler.addInterval(NAME, timer);
  }

  onModuleDestroy(): void {
    this.stopUntil = performance.now() + STOP_LIMIT_MS;
    if (this.scheduler.doesExist('interval', NAME)) this.scheduler.deleteInterval(NAME);
  }

  /** Waits for checks under way while the connections to the bank and the database are still open. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.poll.isRunning) return;
    const leftMs = Math.max(0, (this.stopUntil ?? 0) - performance.now());
    // Whoever started the run reports its failure.
    const run = this.poll.runOnce().catch(() => undefined);
    if ((await within(leftMs, run)) === LATE) this.logger.warn({ msg: 'status checks cut off by shutdown' });
  }

  private async tick(): Promise<void> {
    if (this.poll.isRunning) return;
    try {
      for (let more = true; more;) {
        const result = await this.poll.runOnce();
        if (result.checked + result.expired > 0) this.logger.log({ msg: 'payments polled', ...result });
        // With a backlog the next run starts at once.
        more = result.isFull && this.stopUntil === null;
      }
    } catch (error) {
      this.logger.error({ msg: 'poll job failed', err: error });
    }
  }
}
