import { Controller, Get } from '@nestjs/common';
import { Roles } from '../../http/index.js';
import { DebugPayments } from './debug-payments.service.js';

/** Other people's payments: a signed-in admin's alone, wherever the test pages are on. */
@Controller('api/payments/debug')
@Roles('admin')
export class DebugPaymentsController {
  constructor(private readonly payments: DebugPayments) {}

  @Get('all-payments')
  async all() {
    return { success: true, data: await this.payments.latest() };
  }
}
