import { Controller, Get, Query } from '@nestjs/common';
import { AllProjects, CurrentUser, type Principal, Roles } from '../../../http/index.js';
import { type Inertia, InertiaCtx } from '../../../inertia/index.js';
import { StaffAccountsService } from './staff-accounts.service.js';

@Controller('admin/staff')
@Roles('admin')
@AllProjects()
export class StaffPagesController {
  constructor(private readonly service: StaffAccountsService) {}

  @Get()
  async page(@CurrentUser() admin: Principal, @Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    const props = await this.service.page(admin, query);
    await inertia.render('Admin/Staff', props, { head: { title: 'Staff' }, listPage: props.filters.page });
  }
}
