import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { languageOf, Public } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { ReceiptPages } from './receipt-pages.service.js';

type QueryFields = Record<string, unknown>;

/** The receipt of a payment, for the holder of its link, and the proof that it is genuine. */
@Controller()
@Public()
export class ReceiptsPagesController {
  constructor(private readonly pages: ReceiptPages) {}

  @Get('payment/:paymentId/receipt')
  async receipt(
    @Param('paymentId') paymentId: string,
    @Query() query: QueryFields,
    @Req() request: Request,
    @InertiaCtx() inertia: Inertia,
  ) {
    if (request.res) await this.pages.show(inertia, paymentId, query.mail, request.res);
  }

  @Get('receipt/:paymentId')
  async check(@Param('paymentId') paymentId: string, @Req() request: Request, @InertiaCtx() inertia: Inertia) {
    await this.pages.check(inertia, paymentId, languageOf(request));
  }

  @Get('payment/:paymentId/receipt.pdf')
  async pdf(@Param('paymentId') paymentId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { name, content } = await this.pages.file(paymentId, languageOf(request), request.ip);
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    response.type('application/pdf').send(content);
  }

  /** The mail button without JavaScript: a form, answered with a redirect back. */
  @Post('payment/:paymentId/receipt/mail')
  async mail(@Param('paymentId') paymentId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    response.redirect(303, await this.pages.mail(paymentId, languageOf(request), request.ip));
  }
}
