import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { SECOND_MS } from '../../domain/calendar/durations.js';
import { newPublicId } from '../../runtime/ids.js';
import { PeriodicTasks } from '../../runtime/periodic-tasks.js';
import { isOverAfter } from '../../runtime/time-limit.js';
import { PaymentGateway } from '../gateway/index.js';
import { RefundSender } from './refund-sender.service.js';
import { RefundsRepository } from './refunds.repository.js';

/** Limits of one run's checks of a kind: their number, and for how long it begins any. The rest, oldest due first, is left to the next. */
const MAX_CHECKS_PER_RUN = 2000;
/** A bank that takes very long must not hold up the poll job. */
const MAX_ASKING_MS = 30 * SECOND_MS;

/**
 * Checks every refund under way, and completed ones for a week (docs/product.md#refunds). Part of the poll job; safe on any
 * number of instances.
 */
@Injectable()
export class RefundFollower implements OnModuleInit {
  private readonly logger = new Logger(RefundFollower.name);

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly refunds: RefundsRepository,
    private readonly sender: RefundSender,
    private readonly gateway: PaymentGateway,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.tasks.register('refunds', () => this.run());
  }

  /** Leases no more than are checked in parallel, so that no lease waits. */
  private async run(): Promise<void> {
    await this.follow('under way');
    await this.follow('completed');
  }

  private async follow(which: 'under way' | 'completed'): Promise<void> {
    const size = this.settings.pollConcurrency;
    const isOver = isOverAfter(MAX_ASKING_MS);
    for (let checked = 0; checked < MAX_CHECKS_PER_RUN && !isOver() && !this.tasks.isStopping; checked += size) {
      const held = await this.refunds.leaseDue(size, newPublicId(), this.sender.leaseMs, which);
      if (held.length === 0) return;
      await Promise.all(held.map((refund) => this.check(refund)));
      await this.gateway.settled();
    }
  }

  /** After a failure the lease expires by itself, so a failing row is not retried within one run. */
  private async check(refund: RefundEntity): Promise<void> {
    try {
      await this.sender.check(refund, 'poll');
    } catch (error) {
      this.logger.error({ msg: 'refund check failed', refund: refund.id, err: error });
    }
  }
}
