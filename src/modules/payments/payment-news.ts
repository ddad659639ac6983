import { Injectable } from '@nestjs/common';
import type { LivePayment } from '../../contracts/live.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { statusLabel } from '../../domain/payment-status.js';
import { tokenNumberOf } from '../../domain/token-catalogue.js';
import { LiveEvents } from '../../live/index.js';
import { BackgroundTasks } from '../../runtime/background.js';
import { Clock } from '../../runtime/clock.js';
import { PaymentsRepository } from './payments.repository.js';
import { TransitionEffects } from './transition-effects.js';

type ToldPayment = Pick<PaymentEntity, 'publicId' | 'salesManagerId' | 'status' | 'tokenType' | 'tokenNumber'>;

/** Tells the screens that are open what has happened to a payment, once it is committed. */
@Injectable()
export class PaymentNews {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsRepository,
    private readonly live: LiveEvents,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
    effects: TransitionEffects,
  ) {
    effects.register(({ payment }) => this.uow.afterCommit(() => this.tell(payment, 'status')));
    effects.onReview(({ payment }) => this.changed(payment.id));
  }

  /** The customer has opened the link for the first time. */
  opened(payment: ToldPayment): Promise<void> {
    return this.uow.afterCommit(() => this.tell(payment, 'opened'));
  }

  /** Something besides the status: a refund, an upgrade, a doubt. Told as the payment is after the unit of work under way. */
  changed(paymentId: number): Promise<void> {
    return this.uow.afterCommit(() =>
      this.background.start('news of a payment', async () => {
        const payment = await this.payments.findById(paymentId);
        if (payment) this.tell(payment, 'changed');
      }),
    );
  }

  private tell(payment: ToldPayment, kind: LivePayment['kind']): void {
    const { publicId, salesManagerId, status, tokenType } = payment;
    this.live.publish({
      type: 'payment',
      salesManagerId,
      payment: {
        paymentId: publicId,
        kind,
        status,
        statusLabel: statusLabel(status),
        tokenNumber: tokenNumberOf(payment),
        tokenType,
        at: this.clock.now().toISOString(),
      },
    });
  }
}
