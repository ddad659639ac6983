import { Controller, Get, Query } from '@nestjs/common';
import { AnyProject, CurrentUser, type Principal, Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { ReviewsService } from './reviews.service.js';

@Controller('admin')
@Roles('admin')
export class ReviewsPagesController {
  constructor(private readonly service: ReviewsService) {}

  @Get('review')
  @AnyProject()
  async review(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
    @InertiaCtx() inertia: Inertia,
  ) {
    const props = await this.service.page(user, query);
    await inertia.render('Admin/Review', props, { head: { title: 'Review Queue' }, listPage: props.filters.page });
  }
}
