import { Controller, Get, Param } from '@nestjs/common';
import type { AdminPaymentDetails, SaleTimeline } from '../../contracts/admin-details.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { CurrentUser, type Principal, Roles, Subject } from '../../http/index.js';
import { PaymentDetails } from './payment-details.service.js';

/** What happened to one sale. */
@Controller('api/payments')
export class SalesApiController {
  constructor(private readonly details: PaymentDetails) {}

  @Get('admin/:paymentId/details')
  @Subject('payment')
  @Roles('admin')
  async detailsOf(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
  ): Promise<ApiSuccess<AdminPaymentDetails>> {
    return { success: true, data: await this.details.of(user, paymentId) };
  }

  @Get(':paymentId/timeline')
  @Subject('payment')
  @Roles('admin', 'sales_manager')
  async timeline(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
  ): Promise<ApiSuccess<SaleTimeline>> {
    return { success: true, data: await this.details.timeline(user, paymentId) };
  }
}
