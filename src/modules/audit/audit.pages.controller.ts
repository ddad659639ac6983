import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { AuditDesk } from './audit-desk.service.js';

@Controller('admin')
@Roles('admin')
export class AuditPagesController {
  constructor(private readonly desk: AuditDesk) {}

  @Get('audit')
  async audit(@Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Admin/Audit', await this.desk.page(query), { head: { title: 'Audit Log' } });
  }
}
