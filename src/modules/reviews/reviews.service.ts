import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type { PageProps } from '../../contracts/pages.js';
import type { ReviewFilters, ReviewList, ReviewRow } from '../../contracts/reviews.js';
import type { ReviewEntity } from '../../database/entities/review.entity.js';
import { pageInfo, pageRequest, withinPages } from '../../domain/files/pagination.js';
import { REVIEW_REASONS } from '../../domain/payment/review-rules.js';
import type { Principal } from '../../http/index.js';
import { ReviewDecisions } from './review-decisions.service.js';
import { ReviewStandings } from './review-standings.service.js';
import type { ReviewDecisionDto } from './reviews.dto.js';
import { presentReview } from './reviews.presenter.js';
import { ReviewsQueries } from './reviews.queries.js';

const PAGE_SIZE = 10;

@Injectable()
export class ReviewsService {
  constructor(
    private readonly queries: ReviewsQueries,
    private readonly standings: ReviewStandings,
    private readonly decisions: ReviewDecisions,
  ) {}

  async page(user: Principal, query: Record<string, unknown>): Promise<PageProps['Admin/Review']> {
    const deciders = (await this.queries.deciders()).map(({ id, name }) => ({ id: String(id), name }));
    const list = await this.list(user, query);
    return { ...list, filters: { ...filtersOf(query), page: list.pagination.currentPage }, deciders };
  }

  /** Unknown filter values are ignored; the page shows the ones in effect. */
  async list(user: Principal, query: Record<string, unknown>): Promise<ReviewList> {
    const { state, reason, decidedBy, sort } = filtersOf(query);
    const page = pageRequest(query.page, PAGE_SIZE, PAGE_SIZE);
    const { rows, total } = await this.queries.list(
      {
        isOver: state === 'decided',
        byAmount: sort === 'largest',
        projectIds: user.projectIds,
        ...(reason ? { reason } : {}),
        ...(decidedBy ? { decidedBy: Number(decidedBy) } : {}),
      },
      page,
    );
    const reviews: ReviewRow[] = [];
    for (const row of rows) reviews.push(await this.present(row));
    return { reviews, pagination: pageInfo(withinPages(page, total), total) };
  }

  async count({ projectIds }: Principal): Promise<ApiSuccess<{ open: number }>> {
    return { success: true, data: { open: await this.queries.countOpen(projectIds) } };
  }

  async one(publicId: string): Promise<ApiSuccess<ReviewRow>> {
    return { success: true, data: await this.present(await this.queries.get(publicId)) };
  }

  async decide(user: Principal, publicId: string, body: ReviewDecisionDto): Promise<ApiSuccess<ReviewRow>> {
    const message = await this.decisions.decide(user.userId, publicId, body);
    return { ...(await this.one(publicId)), message };
  }

  private async present(review: ReviewEntity): Promise<ReviewRow> {
    return presentReview(review, await this.standings.of(review), await this.queries.contextOf(review));
  }
}

function filtersOf(query: Record<string, unknown>): ReviewFilters {
  const state = query.state === 'decided' ? 'decided' : 'open';
  const byWhom = typeof query.decidedBy === 'string' && /^[1-9]\d{0,8}$/.test(query.decidedBy) ? query.decidedBy : '';
  return {
    state,
    reason: REVIEW_REASONS.find((known) => known === query.reason) ?? '',
    decidedBy: state === 'decided' ? byWhom : '',
    sort: query.sort === 'largest' ? 'largest' : 'oldest',
    page: pageRequest(query.page, PAGE_SIZE, PAGE_SIZE).page,
  };
}
