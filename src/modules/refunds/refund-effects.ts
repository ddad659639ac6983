import { Injectable, Logger } from '@nestjs/common';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import { isRefundFinal, type RefundStatus } from '../../domain/refund/refund-rules.js';
import { PaymentJournal, PaymentsRepository, PaymentTransitions } from '../payments/index.js';
import type { RefundEvidence } from './refund-bank.js';
import { RefundEmails } from './refund-emails.js';
import { RefundReservations } from './refund-reservations.js';
import { RefundReviews } from './refund-reviews.js';

/** A change that was stored in the current unit of work. */
interface RefundChange {
  /** Before the change. */
  refund: RefundEntity;
  to: RefundStatus;
  /** The bank's number after the change. */
  bankTxnId: string | null;
  evidence: RefundEvidence;
  source: EvidenceSource;
}

/** Everything that follows from a refund's change of status, in its order: a failing effect rolls the whole change back. */
@Injectable()
export class RefundEffects {
  private readonly logger = new Logger(RefundEffects.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly reservations: RefundReservations,
    private readonly reviews: RefundReviews,
    private readonly journal: PaymentJournal,
    private readonly payments: PaymentsRepository,
    private readonly paymentTransitions: PaymentTransitions,
    private readonly emails: RefundEmails,
  ) {}

  /** Called only by `RefundTransitions`. */
  async follow(change: RefundChange): Promise<void> {
    const { refund, to, bankTxnId } = change;
    if (isRefundFinal(to)) await this.reviews.settle(refund, await this.reservations.settle(refund, to), to);
    if (to === 'processing' && refund.status === 'unknown') await this.reviews.endUnclear(refund);
    await this.record(change);
    if (to === 'completed') await this.endPayment(refund.paymentId, change.source);
    await this.emails.afterChange({ ...refund, bankTxnId }, to, reasonOf(change.evidence));
  }

  private async record({ refund, to, evidence, source }: RefundChange): Promise<void> {
    const reason = reasonOf(evidence);
    await this.journal.record(
      {
        paymentId: refund.paymentId,
        attemptId: refund.attemptId,
        type: `refund.${to}`,
        source,
        from: refund.status,
        to,
        detail: { refund: refund.publicId, amount: refund.amount, reason },
      },
      {
        actorKind: source,
        action: `refund.${to}`,
        subjectType: 'refund',
        subjectId: refund.publicId,
        fromValue: refund.status,
        toValue: to,
        reason,
      },
    );
    const moved = { refund: refund.id, payment: refund.paymentId, from: refund.status, to, reason, source };
    await this.uow.afterCommit(() => this.logger.log({ msg: 'refund status changed', ...moved }));
  }

  /** After the last completed paisa the payment becomes refunded and its token void. */
  private async endPayment(paymentId: number, source: EvidenceSource): Promise<void> {
    const payment = await this.payments.findById(paymentId);
    if (!payment || payment.refundedAmount !== payment.amount) return;
    await this.paymentTransitions.apply(paymentId, null, { kind: 'refunded' }, source);
  }
}

function reasonOf(evidence: RefundEvidence): string | null {
  if ('code' in evidence) return evidence.code;
  return evidence.kind === 'unclear' ? evidence.reason : null;
}
