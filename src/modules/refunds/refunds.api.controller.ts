import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiSuccess } from '../../contracts/common.js';
import type { RefundData, RefundList } from '../../contracts/refunds.js';
import { CurrentUser, Idempotent, type Principal, Roles, StepUp, Subject } from '../../http/index.js';
import { StaffRefundsService } from './staff-refunds.service.js';
import { RefundDto } from './refunds.dto.js';

@Controller('api')
@Roles('admin', 'sales_manager')
export class RefundsApiController {
  constructor(private readonly service: StaffRefundsService) {}

  @Post('sales-manager/payments/:paymentId/refund')
  @Subject('payment')
  @StepUp()
  @Idempotent('refund')
  async refund(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() body: RefundDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApiSuccess<RefundData>> {
    const { isClear, answer } = await this.service.refund(user, paymentId, body, key);
    response.status(isClear ? 200 : 202);
    return answer;
  }

  @Get('payments/:paymentId/refunds')
  @Subject('payment')
  list(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string): Promise<ApiSuccess<RefundList>> {
    return this.service.list(user, paymentId);
  }
}
