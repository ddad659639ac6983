import { Injectable } from '@nestjs/common';
import { GatewayNoticeEntity } from '../../database/entities/gateway-notice.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import { Metrics } from '../../runtime/metrics.js';
import { type Transition, TransitionEffects } from './transition-effects.js';

/** Counts what payments do, once it is committed. */
@Injectable()
export class PaymentMetrics {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    effects: TransitionEffects,
  ) {
    effects.register((transition) => this.onTransition(transition));
  }

  private async onTransition({ attempt, to, source }: Transition): Promise<void> {
    const heardAt = to === 'completed' && attempt ? await this.firstHeardAt(attempt.id) : null;
    const seconds = heardAt === null ? null : (this.clock.now().getTime() - heardAt.getTime()) / 1000;
    await this.uow.afterCommit(() => {
      this.metrics.countTransition(to, source);
      if (seconds !== null) this.metrics.observeConfirmation(seconds);
    });
  }

  private async firstHeardAt(attemptId: number): Promise<Date | null> {
    const first = await this.uow.manager
      .getRepository(GatewayNoticeEntity)
      .findOne({ select: { id: true, receivedAt: true }, where: { attemptId }, order: { id: 'ASC' } });
    return first?.receivedAt ?? null;
  }
}
