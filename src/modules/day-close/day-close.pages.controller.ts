import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { DayCloseDesk } from './day-close.service.js';

@Controller('admin')
@Roles('admin')
export class DayClosePagesController {
  constructor(private readonly desk: DayCloseDesk) {}

  @Get('day-close')
  async dayClose(@Query('day') day: unknown, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Admin/DayClose', await this.desk.overview(day), { head: { title: 'Day close' } });
  }
}
