import { Controller, Get, Query } from '@nestjs/common';
import { AllProjects, Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { DayCloseService } from './day-close.service.js';

@Controller('admin')
@Roles('admin')
@AllProjects()
export class DayClosePagesController {
  constructor(private readonly service: DayCloseService) {}

  @Get('day-close')
  async dayClose(@Query('day') day: unknown, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Admin/DayClose', await this.service.overview(day), { head: { title: 'Day close' } });
  }
}
