import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { AdminService } from './admin.service.js';
import { AnalysisService } from './analysis.service.js';

@Controller('admin')
@Roles('admin')
export class AdminPagesController {
  constructor(
    private readonly admin: AdminService,
    private readonly analyses: AnalysisService,
  ) {}

  @Get('dashboard')
  async dashboard(@Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    const props = await this.admin.dashboard(query);
    await inertia.render('Admin/Dashboard', props, {
      head: { title: 'Admin Dashboard' },
      listPage: props.filters.page,
    });
  }

  @Get('transactions')
  async analysis(@Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    const props = { ...(await this.analyses.analysis(query)), today: this.analyses.today() };
    await inertia.render('Admin/Transactions', props, { head: { title: 'Transaction Analysis' } });
  }
}
