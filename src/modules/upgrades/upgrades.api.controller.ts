import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import type {
  CreateUpgradeLinkData,
  ResetUpgradesData,
  UpgradeHistoryData,
  UpgradeTokensData,
  CreateUpgradeLinkRequest,
} from '../../contracts/upgrades.js';
import {
  type AnswerStore,
  CurrentUser,
  Idempotent,
  IsRupees,
  IsTierCode,
  type Principal,
  Roles,
  StoreAnswer,
  Subject,
} from '../../http/index.js';
import { NewUpgrade } from './new-upgrade.service.js';
import { StaffUpgradesService } from './staff-upgrades.service.js';
import { IsIn, IsOptional } from 'class-validator';
import { UPGRADE_TYPES, type UpgradeType } from '../../domain/upgrade/upgrade-paths.js';

class CreateUpgradeLinkDto implements CreateUpgradeLinkRequest {
  /** Kind of upgrade, by the medals before and after. */
  @IsIn(UPGRADE_TYPES)
  upgradeType: UpgradeType;

  /** Code of the tier that the token gets; needed where several paths of that kind lead on from it. */
  @IsOptional()
  @IsTierCode()
  toTierCode?: string;

  /** Price of the upgrade in rupees, as it was shown; must equal the price of now. */
  @IsOptional()
  @IsRupees()
  amount?: number;
}

/** Upgrades for staff, as JSON. */
@Controller('api/payments')
@Roles('admin', 'sales_manager')
export class UpgradesApiController {
  constructor(
    private readonly service: StaffUpgradesService,
    private readonly sales: NewUpgrade,
  ) {}

  @Get(':paymentId/upgrade-tokens')
  @Subject('payment')
  async tokens(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
  ): Promise<ApiSuccess<UpgradeTokensData>> {
    return { success: true, data: await this.service.tokens(user, paymentId) };
  }

  @Post(':paymentId/create-upgrade-link')
  @Subject('payment')
  @Idempotent('create-upgrade-link')
  create(
    @CurrentUser() user: Principal,
    @Param('paymentId') paymentId: string,
    @Body() body: CreateUpgradeLinkDto,
    @StoreAnswer() storeAnswer: AnswerStore,
  ): Promise<ApiSuccess<CreateUpgradeLinkData>> {
    return this.sales.create(user, paymentId, body, storeAnswer);
  }

  @Post(':paymentId/reset-failed-upgrades')
  @Subject('payment')
  @HttpCode(200)
  reset(@CurrentUser() user: Principal, @Param('paymentId') paymentId: string): Promise<ApiSuccess<ResetUpgradesData>> {
    return this.service.reset(user, paymentId);
  }

  @Get('token/:tokenNumber/upgrade-history')
  @Subject('token')
  async history(
    @CurrentUser() user: Principal,
    @Param('tokenNumber') tokenNumber: string,
  ): Promise<ApiSuccess<UpgradeHistoryData>> {
    return { success: true, data: await this.service.history(user, tokenNumber) };
  }
}
