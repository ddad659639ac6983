import { Injectable } from '@nestjs/common';
import { MESSAGES } from '../../contracts/messages.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import type { ReviewEntity } from '../../database/entities/review.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { parseRupees, formatInr } from '../../domain/money/money.js';
import {
  allowedDecisions,
  needsAmount,
  needsBankReference,
  reviewEndLabel,
} from '../../domain/payment/review-rules.js';
import { ReviewRecorder, type Verdict } from '../payments/index.js';
import { type CaptureStanding, RefundDecisions } from '../refunds/index.js';
import { ReviewCompletions } from './review-completions.service.js';
import { LostRace, ReviewFollowUps } from './review-follow-ups.service.js';
import { ReviewStandings, type Standing } from './review-standings.service.js';
import type { ReviewDecisionDto } from './reviews.dto.js';
import { ReviewsQueries } from './reviews.queries.js';
import { Refusal } from '../../runtime/refusal.js';

const TEXT = OFFICE_MESSAGES.review;

/** Carries out an admin's decision once, in one unit of work with its records; bank calls are made outside of it. */
@Injectable()
export class ReviewDecisions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly recorder: ReviewRecorder,
    private readonly standings: ReviewStandings,
    private readonly queries: ReviewsQueries,
    private readonly refunds: RefundDecisions,
    private readonly followUps: ReviewFollowUps,
    private readonly completions: ReviewCompletions,
  ) {}

  /**
   * Idempotent for the same person and decision.
   * @returns the message for that person
   * @throws REVIEW_NOT_FOUND, REVIEW_DECIDED, DECISION_NOT_ALLOWED, AMOUNT_CHANGED, CAPTURE_NOT_CONFIRMED, a denial by
   * src/domain/refund/refund-rules.ts, REFUND_REFUSED, BANK_UNAVAILABLE, MERCHANT_PROFILE_MISSING
   */
  async decide(userId: number, publicId: string, body: ReviewDecisionDto): Promise<string> {
    const review = await this.queries.get(publicId);
    if (review.state !== 'open') return this.repeated(userId, publicId, body);
    const standing = await this.standings.of(review);
    this.assertFits(review, body, standing);
    const verdict: Verdict = {
      decision: body.decision,
      note: body.note.replaceAll('\r\n', '\n'),
      bankReference: needsBankReference(body.decision) ? (body.bankReference ?? null) : null,
      decidedBy: userId,
    };
    try {
      return await this.carryOut(review, verdict, standing);
    } catch (error) {
      if (error instanceof LostRace || (error instanceof Refusal && (await this.isDecided(publicId))))
        return this.repeated(userId, publicId, body);
      throw error;
    }
  }

  private assertFits(review: ReviewEntity, body: ReviewDecisionDto, { facts, atStake }: Standing): void {
    if (!allowedDecisions(review.reason, facts).includes(body.decision)) throw new Refusal('DECISION_NOT_ALLOWED');
    if (needsBankReference(body.decision) && !body.bankReference)
      throw new Refusal('FIELD_ERRORS', { details: { bankReference: OFFICE_MESSAGES.review.referenceNeeded } });
    if (needsAmount(body.decision) && parseRupees(body.confirmedAmount) !== atStake)
      throw new Refusal('AMOUNT_CHANGED', { message: OFFICE_MESSAGES.review.amountChanged(formatInr(atStake)) });
  }

  private async carryOut(review: ReviewEntity, verdict: Verdict, standing: Standing): Promise<string> {
    switch (verdict.decision) {
      case 'refund_duplicate':
        return this.refund(review, verdict, captureOf(standing));
      case 'settled_outside':
        return this.recordGivenBack(review, verdict, captureOf(standing), 'outside');
      case 'confirm_reversal':
        await this.followUps.askFirst(review);
        return this.recordGivenBack(review, verdict, captureOf(standing), 'reversal');
      case 'raise_quota':
        await this.completions.complete(review, verdict, captureOf(standing).attempt);
        return TEXT.completed;
      case 'ask_again':
        await this.followUps.askAgain(review, verdict);
        return TEXT.asked;
      case 'reversal_error':
        await this.followUps.askAgain(review, verdict);
        return TEXT.stored;
      case 'close_not_paid':
        await this.followUps.closeNotPaid(review, verdict);
        return TEXT.stored;
      case 'refunded_at_bank':
        await this.followUps.endRefundedAtBank(review, verdict);
        return TEXT.stored;
      default:
        await this.uow.run(() => this.followUps.end(review, verdict));
        return TEXT.stored;
    }
  }

  /** Named after the review, so repeating it creates no second refund. One that is rejected at once has opened the review again. */
  private async refund(review: ReviewEntity, verdict: Verdict, capture: CaptureStanding): Promise<string> {
    const { refund, isNew } = await this.uow.run(async () => {
      const order = await this.refunds.order(giveBack(capture, verdict), `review ${review.publicId}`);
      if (!(await this.recorder.awaitRefund(review, verdict, order.refund.id))) throw new LostRace();
      return order;
    });
    const isTaken = isNew ? await this.refunds.send(refund) : await this.refunds.isTaken(refund.id);
    return refundingWords(isTaken);
  }

  /** Decided first, so that the refund's effects find no open review. */
  private async recordGivenBack(
    review: ReviewEntity,
    verdict: Verdict,
    capture: CaptureStanding,
    origin: 'outside' | 'reversal',
  ): Promise<string> {
    await this.uow.run(async () => {
      await this.followUps.end(review, verdict);
      await this.refunds.record(giveBack(capture, verdict), origin, verdict.bankReference);
    });
    return TEXT.stored;
  }

  /** What was refused may have been so because another decision came first. */
  private async isDecided(publicId: string): Promise<boolean> {
    return (await this.queries.get(publicId)).state !== 'open';
  }

  /** Answers a review that is decided: the same result for a repetition, else a conflict. */
  private async repeated(userId: number, publicId: string, body: ReviewDecisionDto): Promise<string> {
    const review = await this.queries.get(publicId);
    if (review.decidedBy === userId && review.decision === body.decision) {
      return review.state === 'waiting' ? refundingWords(await this.refunds.isTaken(review.refundId)) : TEXT.stored;
    }
    const who = review.decidedBy === null ? null : await this.queries.findUser(review.decidedBy);
    throw new Refusal('REVIEW_DECIDED', {
      message: OFFICE_MESSAGES.review.decided(who?.name ?? 'The bank', reviewEndLabel(review.decision ?? 'resolved')),
    });
  }
}

function refundingWords(isTaken: boolean): string {
  return isTaken ? TEXT.refunding : MESSAGES.refund.unknown;
}

function captureOf({ capture }: Standing): CaptureStanding {
  if (!capture) throw new Refusal('DECISION_NOT_ALLOWED');
  return capture;
}

function giveBack({ attempt, rest }: CaptureStanding, { note, decidedBy }: Verdict) {
  return { attempt, amount: rest, reason: note, decidedBy };
}
