import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { PollService } from './poll.service.js';

const NAME = 'payment-poll';

/** Runs the poll every `POLL_INTERVAL_SECONDS`; 0 switches it off in this instance. */
@Injectable()
export class PollJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PollJob.name);
  private isStopping = false;

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

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    if (this.scheduler.doesExist('interval', NAME)) this.scheduler.deleteInterval(NAME);
    if (this.poll.isRunning) await this.poll.runOnce();
  }

  private async tick(): Promise<void> {
    if (this.poll.isRunning) return;
    try {
      for (let more = true; more;) {
        const result = await this.poll.runOnce();
        if (result.checked + result.expired > 0) this.logger.log({ msg: 'payments polled', ...result });
        // With a backlog the next run starts at once.
        more = result.isFull && !this.isStopping;
      }
    } catch (error) {
      this.logger.error({ msg: 'poll job failed', err: error });
    }
  }
}
