import { Controller, Get, Query } from '@nestjs/common';
import { AllProjects, CurrentUser, type Principal, Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { DayCloseService } from './day-close.service.js';

@Controller('admin')
@Roles('admin')
@AllProjects()
export class DayClosePagesController {
  constructor(private readonly service: DayCloseService) {}

  @Get('day-close')
  async dayClose(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
    @InertiaCtx() inertia: Inertia,
  ) {
    const props = await this.service.overview(query, user.projectIds);
    await inertia.render('Admin/DayClose', props, { head: { title: 'Day close' } });
  }
}
