import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { refundable } from '../../domain/refund/refund-amount.js';
import { anyRefundDenial, asReversed, type RefundDenial } from '../../domain/refund/refund-rules.js';
import { newPublicId } from '../../runtime/ids.js';
import { PaymentsRepository } from '../payments/index.js';
import { isTaken, requireNotRejected } from './refund-answer.js';
import { RefundRequestService } from './refund-request.service.js';
import type { RefundRecord } from './refund-reservations.js';
import { RefundSender } from './refund-sender.service.js';
import { RefundTransitions } from './refund-transitions.js';
import { RefundsQueries } from './refunds.queries.js';
import { RefundsRepository } from './refunds.repository.js';

/** What could be refunded of one capture. Amounts are paise. */
export interface CaptureStanding {
  attempt: PaymentAttemptEntity;
  rest: number;
  isUnderWay: boolean;
  denial: RefundDenial | null;
  /** Why it cannot be recorded as reversed by the bank. */
  reversalDenial: RefundDenial | null;
}

export interface RefundOfCapture {
  attempt: PaymentAttemptEntity;
  /** Paise. */
  amount: number;
  reason: string;
  decidedBy: number;
}

/** Effects of a review decision on refunds, by the rules and transitions of every refund. */
@Injectable()
export class RefundDecisions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly intents: RefundRequestService,
    private readonly sender: RefundSender,
    private readonly transitions: RefundTransitions,
    private readonly queries: RefundsQueries,
    private readonly refunds: RefundsRepository,
    private readonly payments: PaymentsRepository,
  ) {}

  /** @param bankTxnId of the capture @returns null when it is no capture of this payment */
  async standingOf(paymentId: number, bankTxnId: string): Promise<CaptureStanding | null> {
    const captures = await this.queries.capturesOf(paymentId);
    const capture = captures.find(({ attempt }) => attempt.bankTxnId === bankTxnId);
    const payment = await this.payments.findById(paymentId);
    if (!capture || !payment) return null;
    const subject = await this.queries.subjectOf(payment, capture);
    const { attempt, settled } = capture;
    return {
      attempt,
      rest: refundable(subject.captured, subject.reserved),
      isUnderWay: subject.reserved > settled,
      denial: anyRefundDenial(subject),
      reversalDenial: anyRefundDenial(asReversed(subject)),
    };
  }

  /**
   * Inside a unit of work; the refund rules and the switch apply. Idempotent by `requestName`. The caller sends it after the
   * commit.
   */
  async order(about: RefundOfCapture, requestName: string): Promise<{ refund: RefundEntity; isNew: boolean }> {
    return this.intents.order({ ...partsOf(about), origin: 'order', requestName }, this.sender.leaseMs);
  }

  /**
   * Never inside a unit of work.
   * @returns whether the bank has taken it
   * @throws what `requireNotRejected` throws
   */
  async send(refund: RefundEntity): Promise<boolean> {
    const sent = await this.sender.sendNew(refund, 'staff');
    requireNotRejected(sent);
    return isTaken(sent.status);
  }

  async isTaken(refundId: number | null): Promise<boolean> {
    const refund = refundId === null ? null : await this.refunds.findById(refundId);
    return refund !== null && isTaken(refund.status);
  }

  /**
   * Inside a unit of work: records money that was returned without an order of ours. Sums, final status and records are those of
   * a completed refund.
   */
  async record(about: RefundOfCapture, origin: RefundRecord['origin'], bankReference: string | null): Promise<void> {
    const refund = await this.intents.record({ ...partsOf(about), origin }, this.sender.leaseMs);
    await this.transitions.apply(refund, { kind: 'done', bankTxnId: bankReference }, 'staff');
  }

  /** Inside the unit of work of the decision to ask again: if the question fails, or is never put, the poll job puts it. */
  makeDue(refundId: number): Promise<void> {
    return this.refunds.makeFollowUpDue(refundId);
  }

  /** Asks STATUS about a refund. Never inside a unit of work. */
  async askAgain(refundId: number): Promise<void> {
    if (this.uow.isActive) throw new Error('the bank is never asked inside a unit of work');
    const held = await this.refunds.lease(refundId, newPublicId(), this.sender.leaseMs);
    if (held) await this.sender.check(held, 'staff');
  }
}

function partsOf({ attempt, amount, reason, decidedBy }: RefundOfCapture) {
  const duplicateChargeId = attempt.excess ? String(attempt.id) : null;
  return { paymentId: attempt.paymentId, duplicateChargeId, amount, reason, requestedBy: decidedBy };
}
