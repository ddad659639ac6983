import { Controller, Get, Inject, Query, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { toRupees } from '../../domain/money/money.js';
import { Public } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { TEST_AMOUNT_PAISE } from './bank-answer.js';
import { DOCUMENTED_EXAMPLE } from './documented-vectors.js';
import { isPractice } from './signing-policy.js';
import { TestPagesGuard } from './test-pages.guard.js';
import { TestReturns } from './test-returns.service.js';

const AMOUNT = toRupees(TEST_AMOUNT_PAISE);

@Controller()
@Public()
@UseGuards(TestPagesGuard)
export class TestPagesController {
  constructor(
    private readonly returns: TestReturns,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('test-payment')
  async payment(@InertiaCtx() inertia: Inertia) {
    const props = { amount: AMOUNT, practice: isPractice(this.settings) };
    await inertia.render('Test/Payment', props, { head: { title: 'Test Payment' } });
  }

  @Get('test-payment/return')
  async outcome(@Req() request: Request, @Query() query: Record<string, unknown>, @InertiaCtx() inertia: Inertia) {
    const moved = await this.returns.takeQuery(request, query);
    if (moved) return inertia.redirect(moved, 303);
    const props = { returned: await this.returns.find(query.event), amount: AMOUNT };
    return inertia.render('Test/Outcome', props, { head: { title: 'Test payment: outcome' } });
  }

  @Get('gateway-test')
  async gateway(@InertiaCtx() inertia: Inertia) {
    const { message, expectedHash } = DOCUMENTED_EXAMPLE;
    const props = {
      practice: isPractice(this.settings),
      hashVersion: this.settings.gateway.hashVersion,
      sample: { payload: JSON.stringify(message, null, 2), expectedHash },
    };
    await inertia.render('Test/Gateway', props, { head: { title: 'Gateway Test' } });
  }

  @Get('components')
  async components(@InertiaCtx() inertia: Inertia) {
    await inertia.render('Test/Components', {}, { head: { title: 'Components' } });
  }
}
