import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Public } from '../../http/index.js';
import { type Inertia, InertiaCtx } from '../../inertia/index.js';
import { UpgradePages } from './upgrade-pages.service.js';

@Controller()
@Public()
export class UpgradesPagesController {
  constructor(private readonly pages: UpgradePages) {}

  @Get('upgrade/:paymentId')
  async upgrade(
    @Param('paymentId') paymentId: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @InertiaCtx() inertia: Inertia,
  ) {
    if (request.res) await this.pages.show(inertia, paymentId, query.problem, request.res);
  }
}
