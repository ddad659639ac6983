import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { textsIn } from '../../../contracts/words/index.js';
import { languageOf, Public } from '../../../http/index.js';
import { type Inertia, InertiaCtx } from '../../../inertia/index.js';
import { PublicPagesService } from '../customer-pages/public-pages.service.js';
import { type BankPost, BankCallbackService } from './bank-callback.service.js';

/**
 * The return from the bank and the page's verification call. The cross-site post carries no session and sets none; it is answered
 * with a redirect to a page that reads our own data alone.
 */
@Controller()
@Public()
export class VerifyController {
  constructor(
    private readonly service: BankCallbackService,
    private readonly pages: PublicPagesService,
  ) {}

  @Post('payment/verify')
  async returned(@Req() request: BankPost, @Res() response: Response): Promise<void> {
    response.redirect(303, await this.service.takeReturn(request));
  }

  @Get('payment/verify')
  async page(@Req() request: BankPost, @Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    const moved = await this.service.takeQuery(request, query);
    if (moved) return inertia.redirect(moved, 303);
    const props = await this.service.page(query.event);
    const frame = await this.pages.frameOf(props.paymentId);
    return inertia.render(
      'Public/Verify',
      { ...frame, ...props },
      {
        head: { title: textsIn(languageOf(request)).verify.head },
      },
    );
  }

  @Post('api/payments/verify-callback')
  async verify(
    @Body() body: unknown,
    @Req() request: BankPost,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const answer = await this.service.verify(body, request);
    response.status(answer.status);
    return answer.body;
  }

  @Post('api/gateway/callback')
  @HttpCode(200)
  async advice(@Req() request: BankPost, @Res({ passthrough: true }) response: Response): Promise<unknown> {
    const answer = await this.service.takeAdvice(request);
    response.status(answer.status);
    return answer.body;
  }
}
