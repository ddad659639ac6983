import { Injectable } from '@nestjs/common';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEventEntity } from '../../database/entities/payment-event.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { ReceiptEntity } from '../../database/entities/receipt.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { type ExpectedDays, refundExpectedDays } from '../../domain/bank-days.js';
import { isPaid } from '../../domain/payment-status.js';
import { BankCalendar } from '../calendar/index.js';

export interface RefundRecord {
  refund: RefundEntity;
  /** When the bank took it; null while it has not, or refused it. */
  acceptedAt: Date | null;
  /** When the money usually arrives; null while the bank has not taken it. */
  expected: ExpectedDays | null;
  /** Gives back money that was taken twice. */
  isExcess: boolean;
}

/** Everything that a customer's pages tell of one payment. */
export interface CustomerRecord {
  /** Newest first. */
  attempts: PaymentAttemptEntity[];
  /** Null until the payment is completed. */
  receipt: ReceiptEntity | null;
  /** Oldest first. */
  refunds: RefundRecord[];
}

/** Reads beyond the payment's own row. The refunds are another module's to write; here they are only read. */
@Injectable()
export class CustomerRecords {
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
      // The bank may answer "done" at once: then it took the refund at that moment.
      const acceptedAt = refund.status === 'rejected' ? null : (accepted.get(refund.publicId) ?? refund.settledAt);
      const expected = acceptedAt && refundExpectedDays(acceptedAt, holidays);
      return { refund, acceptedAt, expected, isExcess: excess.has(refund.attemptId) };
    });
  }

  /** By the refund's public id, from the log of what happened: the refund's row keeps no time of its own for it. */
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
