import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';
import { Metrics } from '../../../runtime/metrics.js';
import { CallbacksRepository } from '../callbacks/callbacks.repository.js';
import type { Transition } from './transition.js';

/** Metrics of payment transitions, counted after the commit. */
@Injectable()
export class PaymentMetrics {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly callbacks: CallbacksRepository,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  async afterTransition({ attempt, to, source }: Transition): Promise<void> {
    const heardAt = to === 'completed' && attempt ? await this.callbacks.findFirstReceivedAt(attempt.id) : null;
    const seconds = heardAt === null ? null : (this.clock.now().getTime() - heardAt.getTime()) / 1000;
    await this.uow.afterCommit(() => {
      this.metrics.countTransition(to, source);
      if (seconds !== null) this.metrics.observeConfirmation(seconds);
    });
  }
}
