import { Controller, Get, Param, Query } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { PaymentHistoryData, TransactionsData } from '../../../contracts/histories.js';
import { AnyProject, CurrentUser, type Principal, Roles, Subject } from '../../../http/index.js';
import { PaymentHistoryService } from './payment-history.service.js';

/** Payment histories and transactions for staff, as JSON. */
@Controller('api/payments')
@Roles('admin', 'sales_manager')
export class PaymentHistoryController {
  constructor(private readonly histories: PaymentHistoryService) {}

  @Get('token/:tokenNumber/payment-history')
  @Subject('token')
  async ofToken(
    @CurrentUser() user: Principal,
    @Param('tokenNumber') tokenNumber: string,
  ): Promise<ApiSuccess<PaymentHistoryData>> {
    return { success: true, data: await this.histories.ofToken(user, tokenNumber) };
  }

  @Get('transactions/all')
  @AnyProject()
  async transactions(
    @CurrentUser() user: Principal,
    @Query() query: Record<string, unknown>,
  ): Promise<ApiSuccess<TransactionsData>> {
    return { success: true, data: await this.histories.transactions(user, query) };
  }
}
