import { Injectable } from '@nestjs/common';
import { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import { PaymentEventEntity } from '../../../database/entities/payment-event.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { ReceiptEntity } from '../../../database/entities/receipt.entity.js';
import { RefundEntity } from '../../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { type ExpectedDays, refundExpectedDays } from '../../../domain/calendar/bank-days.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { BankCalendar } from '../../calendar/index.js';

export interface RefundRecord {
  refund: RefundEntity;
  /** When the bank accepted it; null before, and after a refusal. */
  acceptedAt: Date | null;
  /** When the money is expected; null before the bank has accepted the refund. */
  expected: ExpectedDays | null;
  /** It refunds an excess capture. */
  isExcess: boolean;
}

/** What the customer's pages show of one payment. */
export interface CustomerRecord {
  /** Newest first. */
  attempts: PaymentAttemptEntity[];
  /** Null until the payment is completed. */
  receipt: ReceiptEntity | null;
  /** Oldest first. */
  refunds: RefundRecord[];
}

/** Reads the rows around a payment; refunds are written by their own module. */
@Injectable()
export class CustomerPaymentQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly calendar: BankCalendar,
  ) {}

  async of(payment: PaymentEntity): Promise<CustomerRecord> {
    const attempts = await this.attemptsOf(payment.id);
    if (!isPaid(payment.status)) return { attempts, receipt: null, refunds: [] };
    const receipt = await this.uow.manager.getRepository(ReceiptEntity).findOneBy({ paymentId: payment.id });
    return { attempts, receipt, refunds: await this.refundsOf(payment.id, attempts) };
  }

  private attemptsOf(paymentId: number): Promise<PaymentAttemptEntity[]> {
    return this.uow.manager
      .getRepository(PaymentAttemptEntity)
      .find({ where: { paymentId }, order: { number: 'DESC' } });
  }

  private async refundsOf(paymentId: number, attempts: PaymentAttemptEntity[]): Promise<RefundRecord[]> {
    const refunds = await this.uow.manager
      .getRepository(RefundEntity)
      .find({ where: { paymentId }, order: { id: 'ASC' } });
    if (refunds.length === 0) return [];
    const accepted = await this.acceptances(paymentId);
    const excess = new Set(attempts.filter((attempt) => attempt.excess).map(({ id }) => id));
    const holidays = await this.calendar.holidays();
    return refunds.map((refund) => {
      // A refund can complete without a separate acceptance: then it was accepted at that moment.
      const acceptedAt = refund.status === 'rejected' ? null : (accepted.get(refund.publicId) ?? refund.settledAt);
      const expected = acceptedAt && refundExpectedDays(acceptedAt, holidays);
      return { refund, acceptedAt, expected, isExcess: excess.has(refund.attemptId) };
    });
  }

  /** Acceptance times by the refund's public id, from `payment_events`: the refund's row has no column for it. */
  private async acceptances(paymentId: number): Promise<Map<string, Date>> {
    const events = await this.uow.manager
      .getRepository(PaymentEventEntity)
      .find({ where: { paymentId, type: 'refund.processing' }, order: { id: 'ASC' } });
    return new Map(
      events.flatMap(({ detail, createdAt }): [string, Date][] => {
        const { refund } = JSON.parse(detail ?? '{}') as { refund?: unknown };
        return typeof refund === 'string' ? [[refund, createdAt]] : [];
      }),
    );
  }
}
