import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { SettlementsDesk } from './settlements-desk.service.js';

@Controller('admin')
@Roles('admin')
export class SettlementsPagesController {
  constructor(private readonly desk: SettlementsDesk) {}

  @Get('reconciliation')
  async reconciliation(@Query('day') day: unknown, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Admin/Reconciliation', await this.desk.overview(day), { head: { title: 'Reconciliation' } });
  }
}
