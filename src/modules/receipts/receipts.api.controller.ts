import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { SendReceiptData } from '../../contracts/after-payment.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { CUSTOMER_MESSAGES } from '../../contracts/messages-customers.js';
import { languageOf, Public } from '../../http/index.js';
import { ReceiptEmails } from './receipt-emails.service.js';

@Controller('api/payments')
@Public()
export class ReceiptsApiController {
  constructor(private readonly mails: ReceiptEmails) {}

  @Post(':paymentId/send-receipt')
  @HttpCode(200)
  async send(@Param('paymentId') paymentId: string, @Req() request: Request): Promise<ApiSuccess<SendReceiptData>> {
    const data = await this.mails.send(paymentId, languageOf(request), request.ip);
    return { success: true, data, message: CUSTOMER_MESSAGES.receipt.sent(data.to) };
  }
}
