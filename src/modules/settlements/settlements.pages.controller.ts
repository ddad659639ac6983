import { Controller, Get, Query } from '@nestjs/common';
import { AllProjects, Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { SettlementsService } from './settlements.service.js';

@Controller('admin')
@Roles('admin')
@AllProjects()
export class SettlementsPagesController {
  constructor(private readonly service: SettlementsService) {}

  @Get('reconciliation')
  async reconciliation(@Query('day') day: unknown, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Admin/Reconciliation', await this.service.overview(day), {
      head: { title: 'Reconciliation' },
    });
  }
}
