import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../../http/index.js';
import { AdminService } from './admin.service.js';

@Controller('api/payments/admin')
@Roles('admin')
export class AdminApiController {
  constructor(private readonly admin: AdminService) {}

  @Get('all')
  async all(@Query() query: Record<string, unknown>) {
    const { payments, pagination } = await this.admin.listing(query);
    return { success: true, data: { payments, pagination } };
  }
}
