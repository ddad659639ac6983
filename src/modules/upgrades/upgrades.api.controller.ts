import { Body, Controller, Get, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiSuccess } from '../../contracts/common.js';
import type { ResetUpgradesData, UpgradeHistoryData, UpgradeTokensData } from '../../contracts/upgrades.js';
import { CurrentUser, type Principal, Roles } from '../../http/index.js';
import { CreateUpgradeLinkDto } from './upgrades.dto.js';
import { UpgradesDesk } from './upgrades-desk.service.js';

/** What staff do about upgrades, as JSON. */
@Controller('api/payments')
@Roles('admin', 'sales_manager')
export class UpgradesApiController {
  constructor(private readonly desk: UpgradesDesk) {}

  @Get(':paymentId/upgrade-tokens')
  async tokens(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
  ): Promise<ApiSuccess<UpgradeTokensData>> {
    return { success: true, data: await this.desk.tokens(user, paymentId) };
  }

  @Post(':paymentId/create-upgrade-link')
  async create(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() body: CreateUpgradeLinkDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const answer = await this.desk.create(user, paymentId, body, key);
    response.status(answer.status);
    return answer.body;
  }

  @Post(':paymentId/reset-failed-upgrades')
  @HttpCode(200)
  reset(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string): Promise<ApiSuccess<ResetUpgradesData>> {
    return this.desk.reset(user, paymentId);
  }

  @Get('token/:tokenNumber/upgrade-history')
  async history(
    @CurrentUser() user: Principal,
    @Param('tokenNumber') tokenNumber: string,
  ): Promise<ApiSuccess<UpgradeHistoryData>> {
    return { success: true, data: await this.desk.history(user, tokenNumber) };
  }
}
