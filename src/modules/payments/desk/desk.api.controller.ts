import { Controller, Get, Param } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { DeskPayment } from '../../../contracts/desk.js';
import { CurrentUser, type Principal, Roles } from '../../../http/index.js';
import { DeskPages } from './desk-pages.service.js';

/** The state of one link, polled by the desk's screen. */
@Controller('api/payments')
@Roles('admin', 'sales_manager')
export class DeskApiController {
  constructor(private readonly desks: DeskPages) {}

  @Get(':paymentId/desk')
  async show(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string): Promise<ApiSuccess<DeskPayment>> {
    return { success: true, data: await this.desks.get(user, paymentId) };
  }
}
