import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../../http/index.js';
import { type BankPost, TestReturns } from './test-returns.service.js';

/**
 * Where the bank sends the browser back from a test payment. The post carries no session, so nobody can be asked for here;
 * the page it leads to is guarded like the others.
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
