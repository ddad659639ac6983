import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { InitiateData, PublicPayment, PublicStatus } from '../../../contracts/payments.js';
import { Idempotent, IsRepeated, languageOf, Public, RateLimit } from '../../../http/index.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { Refusal } from '../../../runtime/refusal.js';
import { InitiateDto } from '../checkout/initiate.dto.js';
import { InitiateService, PAY_PRESSES } from '../checkout/initiate.service.js';
import { PublicPaymentsService } from './public-payments.service.js';

/** What the holder of a payment link may do, as JSON. */
@Controller('api/payments')
@Public()
export class PublicPaymentsApiController {
  constructor(
    private readonly payments: PublicPaymentsService,
    private readonly checkout: InitiateService,
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
  @RateLimit(PAY_PRESSES)
  @Idempotent('initiate', { caller: holderOf, runsAgain: true })
  async initiate(
    @Param('paymentId') paymentId: string,
    @Body() { termsVersion, termsLanguage }: InitiateDto,
    @Req() request: Request,
    @IsRepeated() isRepeated: boolean,
  ): Promise<ApiSuccess<InitiateData>> {
    const spoken = languageOf(request);
    const consent = { version: termsVersion ?? null, language: termsLanguage ?? null, spoken };
    return { success: true, data: { paymentUrl: await this.checkout.initiate(paymentId, consent, isRepeated) } };
  }
}

/** Anybody with the link shares its keys. @throws PAYMENT_NOT_FOUND for what cannot be an id */
function holderOf({ paymentId }: Request['params']): string {
  if (typeof paymentId !== 'string' || !PUBLIC_ID.test(paymentId)) throw new Refusal('PAYMENT_NOT_FOUND');
  return `payment:${paymentId}`;
}
