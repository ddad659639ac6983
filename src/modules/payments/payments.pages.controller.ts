import { Controller, Get, Param, Query } from '@nestjs/common';
import { AnyProject, CurrentUser, type Principal, Roles, Subject } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { DeskPages } from './desk/desk-pages.service.js';
import { PublicPagesService } from './customer-pages/public-pages.service.js';
import { DashboardService } from './dashboard.service.js';
import { TransactionsService } from './histories/transactions.service.js';

type QueryFields = Record<string, unknown>;

/** Pages of payments for staff. */
@Controller()
@Roles('admin', 'sales_manager')
export class PaymentsPagesController {
  constructor(
    private readonly dashboards: DashboardService,
    private readonly transactions: TransactionsService,
    private readonly desks: DeskPages,
    private readonly pages: PublicPagesService,
  ) {}

  @Get('dashboard')
  @AnyProject()
  async dashboard(@CurrentUser() user: Principal, @Query() query: QueryFields, @InertiaCtx() inertia: Inertia) {
    const props = await this.dashboards.page(user, query);
    await inertia.render('Dashboard/Index', props, { head: { title: 'Dashboard' }, listPage: props.filters.page });
  }

  @Get('transactions')
  @AnyProject()
  async list(@CurrentUser() user: Principal, @Query() query: QueryFields, @InertiaCtx() inertia: Inertia) {
    const props = await this.transactions.page(user, query);
    await inertia.render('Transactions/Index', props, {
      head: { title: 'Transaction History' },
      listPage: props.filters.page,
    });
  }

  /** One sale: the link on the seller's screen while it is open, and what became of it afterwards. */
  @Get('sales/:paymentId')
  @Subject('payment')
  async show(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string, @InertiaCtx() inertia: Inertia) {
    const props = await this.desks.page(user, paymentId);
    await inertia.render('Sales/Show', props, { head: { title: `Sale to ${props.desk.customerName}` } });
  }

  @Get('payments/:paymentId/slip')
  @Subject('payment')
  async slip(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string, @InertiaCtx() inertia: Inertia) {
    const desk = await this.desks.get(user, paymentId);
    const frame = await this.pages.frameOf(paymentId);
    await inertia.render(
      'Payments/Slip',
      { ...frame, desk },
      { head: { title: `Payment slip for ${desk.customerName}` } },
    );
  }
}
