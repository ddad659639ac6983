import { Injectable, Logger } from '@nestjs/common';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import {
  canMoveRefund,
  isRefundFinal,
  nextFollowUp,
  nextRefundCheck,
  type RefundStatus,
} from '../../domain/refund/refund-rules.js';
import { Clock } from '../../runtime/clock.js';
import type { Asked, RefundEvidence } from './refund-bank.js';
import { RefundEffects } from './refund-effects.js';
import { RefundReviews } from './refund-reviews.js';
import { type RefundFacts, RefundsRepository } from './refunds.repository.js';
import { clipped } from '../../domain/files/clipped.js';

const TARGET: Readonly<Record<RefundEvidence['kind'], RefundStatus>> = {
  accepted: 'processing',
  done: 'completed',
  rejected: 'rejected',
  unclear: 'unknown',
};

/**
 * The only way a refund's status changes. Sums, the payment's status, event and audit entry are written in the same unit of work.
 */
@Injectable()
export class RefundTransitions {
  private readonly logger = new Logger(RefundTransitions.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly refunds: RefundsRepository,
    private readonly effects: RefundEffects,
    private readonly reviews: RefundReviews,
  ) {}

  /**
   * Idempotent; evidence under a lease that has passed to another changes nothing.
   * @param held as read when its lease was acquired
   * @returns the current refund
   */
  apply(held: RefundEntity, evidence: RefundEvidence, source: EvidenceSource): Promise<RefundEntity> {
    return this.uow.run(async () => {
      const refund = await this.refunds.findById(held.id);
      if (!refund) throw new Error(`refund row ${held.id} does not exist`);
      const owner = held.leaseOwner ?? '';
      const to = TARGET[evidence.kind];
      const facts = this.factsOf(refund, evidence, to);
      const isMove = canMoveRefund(refund.status, to);
      const isTaken = isMove
        ? await this.refunds.changeStatus(refund, owner, to, facts)
        : !isRefundFinal(refund.status) && (await this.refunds.reschedule(refund, owner, facts));
      if (isTaken && isMove) {
        const bankTxnId = facts.bankTxnId ?? refund.bankTxnId;
        await this.effects.follow({ refund, to, bankTxnId, evidence, source });
      }
      if (isTaken) await this.reviews.raiseDoubts(refund, evidence, to, source);
      return (await this.refunds.findById(held.id)) ?? refund;
    });
  }

  /**
   * A later STATUS result of a completed refund. The refund stays completed: a rejection opens one review, a confirmation closes
   * one that is undecided.
   */
  confirm(held: RefundEntity, asked: Asked, source: EvidenceSource): Promise<RefundEntity> {
    return this.uow.run(async () => {
      const refund = await this.refunds.findById(held.id);
      if (!refund) throw new Error(`refund row ${held.id} does not exist`);
      const settledAt = refund.settledAt ?? refund.updatedAt;
      const facts: RefundFacts = {
        bankTxnId: this.numberOf(refund, asked),
        checkCount: refund.checkCount + 1,
        followUpAt: nextFollowUp(this.clock.now(), settledAt, finalityOf(asked), refund.followUpAt),
      };
      if (refund.status !== 'completed' || !(await this.refunds.reschedule(refund, held.leaseOwner ?? '', facts)))
        return refund;
      if (asked.kind === 'rejected') await this.reviews.openReversal(refund, asked, source);
      else if (asked.kind === 'done') await this.reviews.closeReversal(refund);
      return (await this.refunds.findById(held.id)) ?? refund;
    });
  }

  private factsOf(refund: RefundEntity, evidence: RefundEvidence, to: RefundStatus): RefundFacts {
    const now = this.clock.now();
    const checkCount = refund.checkCount + 1;
    if (evidence.kind === 'unclear') {
      const nextCheckAt = nextRefundCheck(now, refund.checkCount, refund.createdAt, evidence.waitMs);
      return { ...(evidence.failure && answerOf(evidence.failure)), checkCount, nextCheckAt };
    }
    const answer = evidence.kind === 'done' ? answerOfDone(refund) : answerOf(evidence);
    const bankTxnId = this.numberOf(refund, evidence);
    const ended = isRefundFinal(to);
    return {
      ...answer,
      bankTxnId,
      checkCount,
      settledAt: to === 'completed' ? now : null,
      // Refunds recorded by an admin were never ordered: the bank does not know their reference.
      followUpAt: to === 'completed' && refund.origin === 'order' ? nextFollowUp(now, now) : null,
      nextCheckAt: ended ? null : nextRefundCheck(now, refund.checkCount, refund.createdAt),
    };
  }

  /** The bank's own number: the first that it names, until the answer that completes the refund names another. */
  private numberOf(refund: RefundEntity, answer: Asked): string | null {
    const known = refund.bankTxnId;
    const named = ('bankTxnId' in answer && answer.bankTxnId) || null;
    if (known === null || named === null || named === known) return named ?? known;
    this.logger.warn({ msg: 'the bank names a refund by another number', refund: refund.id });
    return answer.kind === 'done' && refund.status !== 'completed' ? named : known;
  }
}

function answerOf({ code, text }: { code: string; text: string }): RefundFacts {
  return { responseCode: clipped(code, 20), responseText: clipped(text, 255) };
}

/** The answer that accepted it stays; that of an order which failed is no longer true. */
function answerOfDone({ status }: RefundEntity): RefundFacts {
  return status === 'processing' ? {} : { responseCode: null, responseText: null };
}

/** What is neither done nor rejected may still become so, as after a refund that the bank sends a second time. */
function finalityOf({ kind }: Asked): 'final' | 'open' | 'none' {
  if (kind === 'unclear') return 'none';
  return kind === 'done' || kind === 'rejected' ? 'final' : 'open';
}
