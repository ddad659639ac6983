import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ReviewEntity } from '../../../database/entities/review.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { type AnyReviewReason, isFinalEnd } from '../../../domain/payment/review-rules.js';

/** Reference of reviews that predate the reviews table. */
const EARLIER = 'earlier';

type NewReview = Parameters<ReturnType<typeof rowsOf>['insert']>[0];
type ReviewChange = Parameters<ReturnType<typeof rowsOf>['update']>[1];

/** The rows of `reviews`. Called only by `ReviewRecorder`, which holds the payment. */
@Injectable()
export class ReviewsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(row: NewReview): Promise<void> {
    await this.rows.insert(row);
  }

  /** Compare-and-set on the state. @returns false when the review has left that state */
  async changeFrom(state: ReviewEntity['state'], id: number, change: ReviewChange): Promise<boolean> {
    const { affected } = await this.rows.update({ id, state }, change);
    return affected === 1;
  }

  findWaitingFor(refundId: number): Promise<ReviewEntity[]> {
    return this.rows.findBy({ refundId, state: 'waiting' });
  }

  /** @param reference undefined: any */
  findOpen(paymentId: number, reasons: readonly AnyReviewReason[], reference?: string): Promise<ReviewEntity[]> {
    const where = { paymentId, state: 'open' as const, reason: In([...reasons]) };
    return this.rows.findBy(reference === undefined ? where : { ...where, reference });
  }

  /** Open, or closed for good. */
  async isKnown(paymentId: number, reason: AnyReviewReason, reference: string): Promise<boolean> {
    const where = { paymentId, reason };
    const last = await this.rows.findOne({ where: { ...where, reference }, order: { id: 'DESC' } });
    if (last && (last.state !== 'decided' || isFinalEnd(last.decision))) return true;
    return this.rows.existsBy({ ...where, reference: EARLIER, state: In(['open', 'waiting']) });
  }

  private get rows() {
    return rowsOf(this.uow);
  }
}

function rowsOf(uow: UnitOfWork) {
  return uow.manager.getRepository(ReviewEntity);
}
