import { Controller, Get, Query } from '@nestjs/common';
import { AnyProject, CurrentUser, type Principal, Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { AdminService } from './admin.service.js';
import { SavedViews } from './views/saved-views.service.js';
import { AnalysisService } from './analysis.service.js';

@Controller('admin')
@Roles('admin')
export class AdminPagesController {
  constructor(
    private readonly admin: AdminService,
    private readonly analyses: AnalysisService,
    private readonly views: SavedViews,
  ) {}

  @Get('dashboard')
  @AnyProject()
  async dashboard(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
    @InertiaCtx() inertia: Inertia,
  ) {
    const props = { ...(await this.admin.dashboard(user, query)), views: () => this.views.list(user) };
    await inertia.render('Admin/Dashboard', props, {
      head: { title: 'Admin Dashboard' },
      listPage: props.filters.page,
    });
  }

  @Get('transactions')
  @AnyProject()
  async analysis(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
    @InertiaCtx() inertia: Inertia,
  ) {
    const props = { ...(await this.analyses.page(user, query)), today: this.analyses.today() };
    await inertia.render('Admin/Transactions', props, { head: { title: 'Transaction Analysis' } });
  }
}
