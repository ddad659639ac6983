import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, Raw } from 'typeorm';
import { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { type PageRequest, withinPages } from '../../domain/files/pagination.js';
import type { ProjectIds } from '../../domain/people/project-rights.js';
import type { AnyReviewReason, ReviewFacts } from '../../domain/payment/review-rules.js';
import { Refusal } from '../../runtime/refusal.js';

export interface ReviewFilter {
  isOver: boolean;
  reason?: AnyReviewReason;
  decidedBy?: number;
  byAmount: boolean;
  /** Reviews of payments of these projects; null: of all. */
  projectIds: ProjectIds;
}

export interface ReviewContext {
  attempts: PaymentAttemptEntity[];
  calls: GatewayCallEntity[];
  decider: UserEntity | null;
}

const WITH_PEOPLE = { payment: { customer: true, salesManager: true, tokens: true } } as const;
const ANSWERS_SHOWN = 3;

@Injectable()
export class ReviewsQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** Without those that are decided and wait for their refund. */
  countOpen(projectIds: ProjectIds): Promise<number> {
    return this.reviews.count({ where: { state: 'open', ...within(projectIds) } });
  }

  /**
   * Open reviews oldest first (largest first at the same moment) or largest first; closed ones newest first. A page past the end
   * is the last.
   */
  async list(filter: ReviewFilter, asked: PageRequest): Promise<{ rows: ReviewEntity[]; total: number }> {
    const where: FindOptionsWhere<ReviewEntity> = {
      state: filter.isOver ? 'decided' : In(['open', 'waiting']),
      ...(filter.reason ? { reason: filter.reason } : {}),
      ...(filter.decidedBy ? { decidedBy: filter.decidedBy } : {}),
      ...within(filter.projectIds),
    };
    const total = await this.reviews.count({ where });
    const { page, limit } = withinPages(asked, total);
    const byAge = { openedAt: 'ASC', amount: 'DESC', id: 'ASC' } as const;
    const byAmount = { amount: 'DESC', openedAt: 'ASC', id: 'ASC' } as const;
    const order = filter.isOver ? ({ closedAt: 'DESC', id: 'DESC' } as const) : filter.byAmount ? byAmount : byAge;
    const ids = await this.reviews.find({ select: { id: true }, where, order, skip: (page - 1) * limit, take: limit });
    const rows = await this.reviews.find({ where: { id: In(ids.map(({ id }) => id)) }, relations: WITH_PEOPLE });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { rows: ids.flatMap(({ id }) => byId.get(id) ?? []), total };
  }

  /** @throws REVIEW_NOT_FOUND */
  async get(publicId: string): Promise<ReviewEntity> {
    const review = await this.reviews.findOne({ where: { publicId }, relations: WITH_PEOPLE });
    if (!review) throw new Refusal('REVIEW_NOT_FOUND');
    return review;
  }

  async contextOf(review: ReviewEntity): Promise<ReviewContext> {
    const attempts = await this.manager
      .getRepository(PaymentAttemptEntity)
      .find({ where: { paymentId: review.paymentId }, order: { number: 'ASC' } });
    const refund = review.refundId === null ? null : await this.findRefund(review.refundId);
    const subject = attempts.find(({ id }) => id === review.attemptId);
    const reference = refund?.bankReference ?? subject?.invoiceNo ?? null;
    const calls =
      reference === null
        ? []
        : await this.manager
            .getRepository(GatewayCallEntity)
            .find({ where: { reference }, order: { id: 'DESC' }, take: ANSWERS_SHOWN });
    const decider = review.decidedBy === null ? null : await this.findUser(review.decidedBy);
    return { attempts, calls, decider };
  }

  /** Of an attempt without a clear answer; the newest STATUS answer is that under any of its numbers. */
  async unresolvedFacts({
    reason,
    attemptId,
  }: ReviewEntity): Promise<Pick<ReviewFacts, 'lastAnswerNotFound' | 'attemptEnded'>> {
    const isAbout = reason === 'unresolved_at_bank' && attemptId !== null;
    const attempts = this.manager.getRepository(PaymentAttemptEntity);
    const attempt = isAbout ? await attempts.findOneBy({ id: attemptId }) : null;
    return {
      lastAnswerNotFound: attempt?.lastAnswer === 'not-found',
      attemptEnded: attempt !== null && attempt.openPaymentId === null,
    };
  }

  /** Admins, for the filter. */
  deciders(): Promise<UserEntity[]> {
    return this.manager.getRepository(UserEntity).find({ where: { role: 'admin' }, order: { name: 'ASC' } });
  }

  findUser(id: number): Promise<UserEntity | null> {
    return this.manager.getRepository(UserEntity).findOneBy({ id });
  }

  private findRefund(id: number): Promise<RefundEntity | null> {
    return this.manager.getRepository(RefundEntity).findOneBy({ id });
  }

  private get manager() {
    return this.uow.manager;
  }

  private get reviews() {
    return this.manager.getRepository(ReviewEntity);
  }
}

function within(projectIds: ProjectIds): FindOptionsWhere<ReviewEntity> {
  if (projectIds === null) return {};
  // No project has the id 0.
  const ids = projectIds.length === 0 ? [0] : projectIds;
  const isWithin = (column: string) => `${column} IN (SELECT id FROM payments WHERE project_id IN (:...ids))`;
  return { paymentId: Raw(isWithin, { ids }) };
}
