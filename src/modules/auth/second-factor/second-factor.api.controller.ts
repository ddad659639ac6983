import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { RecoveryCodes, TotpStart } from '../../../contracts/accounts.js';
import type { ApiSuccess } from '../../../contracts/common.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { AnyProject, BeforeSetup, CurrentUser, type Principal, RateLimit, Roles, StepUp } from '../../../http/index.js';
import { CodeDto, SwitchOffDto } from '../account/account.dto.js';
import { LoginResponder } from '../login-responder.js';
import { SecondFactorRemoval } from './second-factor-removal.service.js';
import { SecondFactor } from './second-factor.service.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

/** One's own second factor. Needs step-up: somebody at an unlocked screen must not register a device of their own. */
@Controller('api/account/totp')
@Roles('admin', 'sales_manager')
@BeforeSetup()
@RateLimit({ name: 'second-factor', limit: 20, windowMs: 5 * MINUTE_MS, by: 'user', security: true })
export class SecondFactorApiController {
  constructor(
    private readonly factor: SecondFactor,
    private readonly removal: SecondFactorRemoval,
    private readonly exchange: LoginResponder,
  ) {}

  @Post('start')
  @AnyProject()
  @StepUp('everybody')
  @HttpCode(200)
  async start(@CurrentUser() user: Principal): Promise<ApiSuccess<TotpStart>> {
    return { success: true, data: await this.factor.start(user) };
  }

  @Post('confirm')
  @AnyProject()
  @HttpCode(200)
  async confirm(@CurrentUser() user: Principal, @Body() { code }: CodeDto): Promise<ApiSuccess<RecoveryCodes>> {
    return { success: true, data: await this.factor.confirm(user, code), message: OFFICE_MESSAGES.account.factorOn };
  }

  @Post('recovery-codes')
  @AnyProject()
  @StepUp('everybody')
  @HttpCode(200)
  async renewCodes(@CurrentUser() user: Principal): Promise<ApiSuccess<RecoveryCodes>> {
    return { success: true, data: await this.factor.renewCodes(user) };
  }

  @Post('off')
  @AnyProject()
  @HttpCode(200)
  async off(
    @CurrentUser() user: Principal,
    @Body() body: SwitchOffDto,
    @Req() req: Request,
  ): Promise<ApiSuccess<null>> {
    await this.removal.switchOff(user, body, this.exchange.visitorOf(req, user.via));
    return { success: true, data: null, message: OFFICE_MESSAGES.account.factorOff };
  }
}
