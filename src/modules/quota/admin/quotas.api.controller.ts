import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { QuotaData } from '../../../contracts/quota.js';
import { Roles, Subject } from '../../../http/index.js';
import { Quotas } from '../quotas.service.js';
import { QuotaLimitDto } from './quota-limit.dto.js';

@Controller('api/admin/projects')
@Roles('admin')
export class QuotasApiController {
  constructor(private readonly quotas: Quotas) {}

  @Get(':code/quotas')
  @Subject('project')
  async list(@Param('code') code: string): Promise<ApiSuccess<QuotaData[]>> {
    return { success: true, data: await this.quotas.list(code) };
  }

  @Put(':code/quotas')
  @Subject('project')
  async set(
    @Param('code') code: string,
    @Body() { tierCode, tokenType, limit }: QuotaLimitDto,
  ): Promise<ApiSuccess<QuotaData[]>> {
    await this.quotas.set(code, { tierCode: tierCode ?? undefined, tokenType: tokenType ?? undefined }, limit);
    return { success: true, data: await this.quotas.list(code), message: SERVER_MESSAGES.quota.changed };
  }
}
