import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { ReviewsDesk } from './reviews-desk.service.js';

@Controller('admin')
@Roles('admin')
export class ReviewsPagesController {
  constructor(private readonly desk: ReviewsDesk) {}

  @Get('review')
  async review(@Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    const props = await this.desk.page(query);
    await inertia.render('Admin/Review', props, { head: { title: 'Review Queue' }, listPage: props.filters.page });
  }
}
