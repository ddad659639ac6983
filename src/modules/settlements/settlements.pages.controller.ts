import { Controller, Get, Query } from '@nestjs/common';
import { AllProjects, CurrentUser, type Principal, Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { SettlementsService } from './settlements.service.js';

@Controller('admin')
@Roles('admin')
@AllProjects()
export class SettlementsPagesController {
  constructor(private readonly service: SettlementsService) {}

  @Get('reconciliation')
  async reconciliation(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
    @InertiaCtx() inertia: Inertia,
  ) {
    await inertia.render('Admin/Reconciliation', await this.service.overview(query, user.projectIds), {
      head: { title: 'Reconciliation' },
    });
  }
}
