import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiSuccess } from '../../contracts/common.js';
import type { RefundList } from '../../contracts/refunds.js';
import { CurrentUser, type Principal, Roles, StepUp } from '../../http/index.js';
import { StaffRefundsService } from './staff-refunds.service.js';
import { RefundDto } from './refunds.dto.js';

@Controller('api')
@Roles('admin', 'sales_manager')
export class RefundsApiController {
  constructor(private readonly service: StaffRefundsService) {}

  @Post('sales-manager/payments/:paymentId/refund')
  @StepUp()
  async refund(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() body: RefundDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const answer = await this.service.refund(user, paymentId, body, key);
    response.status(answer.status);
    return answer.body;
  }

  @Get('payments/:paymentId/refunds')
  list(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string): Promise<ApiSuccess<RefundList>> {
    return this.service.list(user, paymentId);
  }
}
