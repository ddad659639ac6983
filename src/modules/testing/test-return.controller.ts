import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../../http/index.js';
import { type BankPost, TestReturns } from './test-returns.service.js';

/**
 * The return of a test payment. The post carries no session, so no role is required here; the page it redirects to is guarded.
 */
@Controller('test-payment')
@Public()
export class TestReturnController {
  constructor(private readonly returns: TestReturns) {}

  @Post('return')
  async returned(@Req() request: BankPost, @Res() response: Response): Promise<void> {
    response.redirect(303, await this.returns.take(request));
  }
}
