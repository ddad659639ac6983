import { Controller, Get, Query } from '@nestjs/common';
import { AllProjects, CurrentUser, type Principal, Roles } from '../../../http/index.js';
import { type Inertia, InertiaCtx } from '../../../inertia/index.js';
import { AuditPageService } from './audit-page.service.js';

@Controller('admin')
@Roles('admin')
@AllProjects()
export class AuditPagesController {
  constructor(private readonly service: AuditPageService) {}

  @Get('audit')
  async audit(@CurrentUser() user: Principal, @Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Admin/Audit', await this.service.page(query, user), { head: { title: 'Audit Log' } });
  }
}
