import { Injectable } from '@nestjs/common';
import type { LivePayment } from '../../../contracts/live.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { statusLabel } from '../../../domain/payment/payment-status.js';
import { tokenNumberOf } from '../../../domain/payment/token-catalogue.js';
import { LiveEvents } from '../../../live/index.js';
import { BackgroundTasks } from '../../../runtime/background.js';
import { Clock } from '../../../runtime/clock.js';
import { PaymentsRepository } from '../payments.repository.js';
import type { Transition } from './transition.js';

type PublishedPayment = Pick<
  PaymentEntity,
  'publicId' | 'salesManagerId' | 'projectId' | 'status' | 'tokenType' | 'tokenNumber'
>;

/** Publishes changes of payments to open screens, after the commit. */
@Injectable()
export class PaymentEventPublisher {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsRepository,
    private readonly live: LiveEvents,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
  ) {}

  afterTransition({ payment }: Transition): Promise<void> {
    return this.uow.afterCommit(() => this.publish(payment, 'status'));
  }

  /** Publishes that the customer has opened the link for the first time. */
  opened(payment: PublishedPayment): Promise<void> {
    return this.uow.afterCommit(() => this.publish(payment, 'opened'));
  }

  /**
   * Publishes a change besides the status (refund, upgrade, review), with the payment as it is at the end of the unit of work.
   */
  changed(paymentId: number): Promise<void> {
    return this.uow.afterCommit(() =>
      this.background.start('change of a payment', async () => {
        const payment = await this.payments.findById(paymentId);
        if (payment) this.publish(payment, 'changed');
      }),
    );
  }

  private publish(payment: PublishedPayment, kind: LivePayment['kind']): void {
    const { publicId, salesManagerId, projectId, status, tokenType } = payment;
    this.live.publish({
      type: 'payment',
      salesManagerId,
      projectId,
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
