import { Body, Controller, Get, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiSuccess } from '../../contracts/common.js';
import type { ResetUpgradesData, UpgradeHistoryData, UpgradeTokensData } from '../../contracts/upgrades.js';
import { CurrentUser, type Principal, Roles } from '../../http/index.js';
import { CreateUpgradeLinkDto } from './upgrades.dto.js';
import { StaffUpgradesService } from './staff-upgrades.service.js';

/** Upgrades for staff, as JSON. */
@Controller('api/payments')
@Roles('admin', 'sales_manager')
export class UpgradesApiController {
  constructor(private readonly service: StaffUpgradesService) {}

  @Get(':paymentId/upgrade-tokens')
  async tokens(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
  ): Promise<ApiSuccess<UpgradeTokensData>> {
    return { success: true, data: await this.service.tokens(user, paymentId) };
  }

  @Post(':paymentId/create-upgrade-link')
  async create(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() body: CreateUpgradeLinkDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const answer = await this.service.create(user, paymentId, body, key);
    response.status(answer.status);
    return answer.body;
  }

  @Post(':paymentId/reset-failed-upgrades')
  @HttpCode(200)
  reset(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string): Promise<ApiSuccess<ResetUpgradesData>> {
    return this.service.reset(user, paymentId);
  }

  @Get('token/:tokenNumber/upgrade-history')
  async history(
    @CurrentUser() user: Principal,
    @Param('tokenNumber') tokenNumber: string,
  ): Promise<ApiSuccess<UpgradeHistoryData>> {
    return { success: true, data: await this.service.history(user, tokenNumber) };
  }
}
