import { Controller, Get, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { InitiateData, PublicPayment, PublicStatus } from '../../../contracts/payments.js';
import { Public } from '../../../http/index.js';
import { CheckoutService } from '../checkout/checkout.service.js';
import { PublicPaymentsService } from './public-payments.service.js';

/** What the holder of a payment link may do, as JSON. */
@Controller('api/payments')
@Public()
export class PublicPaymentsApiController {
  constructor(
    private readonly payments: PublicPaymentsService,
    private readonly service: CheckoutService,
  ) {}

  @Get(':paymentId')
  async details(@Param('paymentId') paymentId: string): Promise<ApiSuccess<PublicPayment>> {
    return { success: true, data: await this.payments.get(paymentId) };
  }

  @Get(':paymentId/status')
  async status(@Param('paymentId') paymentId: string): Promise<ApiSuccess<PublicStatus>> {
    return { success: true, data: await this.payments.status(paymentId) };
  }

  @Post(':paymentId/initiate')
  @HttpCode(200)
  async initiate(
    @Param('paymentId') paymentId: string,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: Request,
  ): Promise<ApiSuccess<InitiateData>> {
    return this.service.initiate(paymentId, key, request.ip);
  }
}
