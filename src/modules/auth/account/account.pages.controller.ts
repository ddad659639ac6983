import { Controller, Get } from '@nestjs/common';
import { AnyProject, BeforeSetup, CurrentUser, type Principal, Roles } from '../../../http/index.js';
import { type Inertia, InertiaCtx } from '../../../inertia/index.js';
import { AccountService } from './account.service.js';

@Controller('account')
@Roles('admin', 'sales_manager')
@BeforeSetup()
export class AccountPagesController {
  constructor(private readonly account: AccountService) {}

  @Get()
  @AnyProject()
  async page(@CurrentUser() user: Principal, @InertiaCtx() inertia: Inertia) {
    await inertia.render('Account/Index', await this.account.page(user), { head: { title: 'Your account' } });
  }
}
