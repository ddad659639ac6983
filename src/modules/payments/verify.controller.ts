import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { wordsOf } from '../../contracts/words/index.js';
import { languageOf, Public } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { type BankPost, VerifyDesk } from './verify-desk.service.js';

/**
 * Where the bank sends the customer back, and what the page there asks. The post carries no session (it comes from another
 * site) and sets none; it is answered with a redirect to a page that reads only our own data.
 */
@Controller()
@Public()
export class VerifyController {
  constructor(private readonly desk: VerifyDesk) {}

  @Post('payment/verify')
  async returned(@Req() request: BankPost, @Res() response: Response): Promise<void> {
    response.redirect(303, await this.desk.takeReturn(request));
  }

  @Get('payment/verify')
  async page(@Req() request: BankPost, @Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    const moved = await this.desk.takeQuery(request, query);
    if (moved) return inertia.redirect(moved, 303);
    return inertia.render('Public/Verify', await this.desk.page(query.event), {
      head: { title: wordsOf(languageOf(request)).verify.head },
    });
  }

  @Post('api/payments/verify-callback')
  async verify(
    @Body() body: unknown,
    @Req() request: BankPost,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const answer = await this.desk.verify(body, request);
    response.status(answer.status);
    return answer.body;
  }

  @Post('api/gateway/callback')
  @HttpCode(200)
  async advice(@Req() request: BankPost, @Res({ passthrough: true }) response: Response): Promise<unknown> {
    const answer = await this.desk.takeAdvice(request);
    response.status(answer.status);
    return answer.body;
  }
}
