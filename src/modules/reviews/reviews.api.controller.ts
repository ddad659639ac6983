import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type { ReviewCount, ReviewList, ReviewRow } from '../../contracts/reviews.js';
import { AnyProject, CurrentUser, type Principal, Roles, StepUp, Subject } from '../../http/index.js';
import { ReviewDecisionDto } from './reviews.dto.js';
import { ReviewsService } from './reviews.service.js';

@Controller('api/admin/reviews')
@Roles('admin')
export class ReviewsApiController {
  constructor(private readonly service: ReviewsService) {}

  @Get()
  @AnyProject()
  async list(@CurrentUser() user: Principal, @Query() query: Record<string, unknown>): Promise<ApiSuccess<ReviewList>> {
    return { success: true, data: await this.service.list(user, query) };
  }

  @Get('count')
  @AnyProject()
  count(@CurrentUser() user: Principal): Promise<ApiSuccess<ReviewCount>> {
    return this.service.count(user);
  }

  @Get(':reviewId')
  @Subject('review')
  one(@Param('reviewId') reviewId: string): Promise<ApiSuccess<ReviewRow>> {
    return this.service.one(reviewId);
  }

  /** A decision may refund money, so it needs step-up like a refund. */
  @Post(':reviewId/decide')
  @Subject('review')
  @StepUp()
  @HttpCode(200)
  decide(
    @CurrentUser() user: Principal,
    @Param('reviewId') reviewId: string,
    @Body() body: ReviewDecisionDto,
  ): Promise<ApiSuccess<ReviewRow>> {
    return this.service.decide(user, reviewId, body);
  }
}
