import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ROUTES } from '../../../contracts/routes.js';
import { textsIn } from '../../../contracts/words/index.js';
import { languageOf, Public } from '../../../http/index.js';
import { type Inertia, InertiaCtx } from '../../../inertia/index.js';
import { PublicPagesService } from './public-pages.service.js';

type QueryFields = Record<string, unknown>;

/** The customer's pages. Registered after the verification routes, which share their prefix. */
@Controller()
@Public()
export class PublicPagesController {
  constructor(private readonly pages: PublicPagesService) {}

  @Get('payment/success')
  async success(@Query() query: QueryFields, @Req() request: Request, @InertiaCtx() inertia: Inertia) {
    const props = await this.pages.result(query.payment);
    await inertia.render('Public/Success', props, { head: { title: textsIn(languageOf(request)).success.title } });
  }

  @Get('payment/cancel')
  async cancel(@Query() query: QueryFields, @Req() request: Request, @InertiaCtx() inertia: Inertia) {
    const props = await this.pages.cancelled(query.payment);
    await inertia.render('Public/Cancel', props, { head: { title: textsIn(languageOf(request)).cancel.title } });
  }

  @Get('thank-you')
  async thankYou(@Query() query: QueryFields, @Req() request: Request, @InertiaCtx() inertia: Inertia) {
    const props = await this.pages.result(query.payment);
    await inertia.render('Public/ThankYou', props, { head: { title: textsIn(languageOf(request)).thanks.title } });
  }

  @Get(['payment/:paymentId', 'customer-payment/:paymentId'])
  async payment(
    @Param('paymentId') paymentId: string,
    @Query() query: QueryFields,
    @Req() request: Request,
    @InertiaCtx() inertia: Inertia,
  ) {
    if (request.res) await this.pages.show(inertia, paymentId, query.problem, request.res);
  }

  /** The pay button without JavaScript: a form, answered with a redirect to the bank. */
  @Post('payment/:paymentId/initiate')
  async pay(
    @Param('paymentId') paymentId: string,
    @Body() fields: QueryFields | undefined,
    @Req() request: Request,
    @InertiaCtx() inertia: Inertia,
  ): Promise<void> {
    if (request.res) await this.pages.pay(inertia, paymentId, fields ?? {}, request.res);
  }

  /** Where a refused press leaves the browser: the language switch and a reload lead back to the page. */
  @Get('payment/:paymentId/initiate')
  back(@Param('paymentId') paymentId: string, @InertiaCtx() inertia: Inertia): void {
    inertia.redirect(ROUTES.payment(paymentId), 303);
  }

  @Get('payment/:paymentId/terms/:version')
  async terms(
    @Param('paymentId') paymentId: string,
    @Param('version') version: string,
    @Req() request: Request,
    @InertiaCtx() inertia: Inertia,
  ): Promise<void> {
    if (request.res) await this.pages.terms(inertia, paymentId, version, request.res);
  }
}
