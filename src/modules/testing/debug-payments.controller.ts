import { Controller, Get } from '@nestjs/common';
import { AllProjects, Roles } from '../../http/index.js';
import { DebugPayments } from './debug-payments.service.js';

/** Payments of all sellers: for signed-in admins only, wherever test pages are on. */
@Controller('api/payments/debug')
@Roles('admin')
@AllProjects()
export class DebugPaymentsController {
  constructor(private readonly payments: DebugPayments) {}

  @Get('all-payments')
  async all() {
    return { success: true, data: await this.payments.latest() };
  }
}
