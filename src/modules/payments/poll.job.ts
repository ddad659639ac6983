import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { PollService } from './poll.service.js';

const NAME = 'payment-poll';

/** Runs the poll every `POLL_INTERVAL_SECONDS`; 0 switches it off in this instance. */
@Injectable()
export class PollJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PollJob.name);

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
    if (this.scheduler.doesExist('interval', NAME)) this.scheduler.deleteInterval(NAME);
    if (this.poll.isRunning) await this.poll.runOnce();
  }

  private async tick(): Promise<void> {
    if (this.poll.isRunning) return;
    try {
      const result = await this.poll.runOnce();
      if (result.checked + result.expired > 0) this.logger.log({ msg: 'payments polled', ...result });
    } catch (error) {
      this.logger.error({ msg: 'the poll job failed', err: error });
    }
  }
}
