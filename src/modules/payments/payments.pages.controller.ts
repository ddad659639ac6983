import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentUser, type Principal, Roles } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { DeskPages } from './desk-pages.service.js';
import { PaymentsDesk } from './payments-desk.service.js';
import { TransactionsDesk } from './transactions-desk.service.js';

type QueryFields = Record<string, unknown>;

/** The pages on which staff see their payments. */
@Controller()
@Roles('admin', 'sales_manager')
export class PaymentsPagesController {
  constructor(
    private readonly desk: PaymentsDesk,
    private readonly transactions: TransactionsDesk,
    private readonly desks: DeskPages,
  ) {}

  @Get('dashboard')
  async dashboard(@CurrentUser() user: Principal, @Query() query: QueryFields, @InertiaCtx() inertia: Inertia) {
    const props = await this.desk.dashboardPage(user, query);
    await inertia.render('Dashboard/Index', props, { head: { title: 'Dashboard' }, listPage: props.filters.page });
  }

  @Get('transactions')
  async list(@CurrentUser() user: Principal, @Query() query: QueryFields, @InertiaCtx() inertia: Inertia) {
    const props = await this.transactions.page(user, query);
    await inertia.render('Transactions/Index', props, {
      head: { title: 'Transaction History' },
      listPage: props.filters.page,
    });
  }

  /** A link as it is shown across the desk. */
  @Get('desk/:paymentId')
  async show(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string, @InertiaCtx() inertia: Inertia) {
    const props = await this.desks.page(user, paymentId);
    await inertia.render('Desk/Show', props, { head: { title: `Payment link for ${props.desk.customerName}` } });
  }

  @Get('payments/:paymentId/slip')
  async slip(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string, @InertiaCtx() inertia: Inertia) {
    const desk = await this.desks.get(user, paymentId);
    await inertia.render('Payments/Slip', { desk }, { head: { title: `Payment slip for ${desk.customerName}` } });
  }
}
