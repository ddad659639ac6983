import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { PasswordChanged, PreferencesData, SessionRow } from '../../../contracts/accounts.js';
import type { ApiSuccess } from '../../../contracts/common.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { AnyProject, BeforeSetup, CurrentUser, type Principal, RateLimit, Roles } from '../../../http/index.js';
import { LoginResponder } from '../login-responder.js';
import { AccountService } from './account.service.js';
import { ChangePasswordDto, PreferencesDto } from './account.dto.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';
import { OwnPassword } from './own-password.service.js';
import { PreferencesRepository } from './preferences.repository.js';
import { presentPreferences } from '../auth.presenter.js';

@Controller('api/account')
@Roles('admin', 'sales_manager')
@BeforeSetup()
export class AccountApiController {
  constructor(
    private readonly account: AccountService,
    private readonly password: OwnPassword,
    private readonly exchange: LoginResponder,
    private readonly preferences: PreferencesRepository,
  ) {}

  @Post('password')
  @AnyProject()
  @HttpCode(200)
  @RateLimit({ name: 'change-password', limit: 20, windowMs: 5 * MINUTE_MS, by: 'user', security: true })
  async changePassword(
    @CurrentUser() user: Principal,
    @Body() body: ChangePasswordDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<ApiSuccess<PasswordChanged>> {
    const signedIn = await this.password.change(user, body, this.exchange.visitorOf(req, user.via));
    if (user.via === 'cookie') this.exchange.renew(req, res, signedIn);
    const token = user.via === 'bearer' ? signedIn.session.token : null;
    return { success: true, data: { token }, message: OFFICE_MESSAGES.account.passwordChanged };
  }

  /** What is left out stays as it is. */
  @Post('preferences')
  @AnyProject()
  @HttpCode(200)
  async changePreferences(
    @CurrentUser() user: Principal,
    @Body() { list, pageSize, menuFolded }: PreferencesDto,
  ): Promise<ApiSuccess<PreferencesData>> {
    const change = { list, pageSize, isMenuFolded: menuFolded };
    return { success: true, data: presentPreferences(await this.preferences.change(user.userId, change)) };
  }

  @Get('sessions')
  @AnyProject()
  async sessions(@CurrentUser() user: Principal): Promise<ApiSuccess<SessionRow[]>> {
    return { success: true, data: await this.account.listSessions(user) };
  }

  @Post('sessions/end-others')
  @AnyProject()
  @HttpCode(200)
  async endOthers(
    @CurrentUser() user: Principal,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<ApiSuccess<null>> {
    const { before, after } = await this.account.endOthers(user);
    if (user.via === 'cookie') this.exchange.keepTrust(req, res, before, after);
    return { success: true, data: null, message: OFFICE_MESSAGES.account.othersEnded };
  }

  @Post('sessions/:sessionId/end')
  @AnyProject()
  @HttpCode(200)
  async endSession(@CurrentUser() user: Principal, @Param('sessionId') id: string): Promise<ApiSuccess<null>> {
    await this.account.endSession(user, id);
    return { success: true, data: null, message: OFFICE_MESSAGES.account.sessionEnded };
  }
}
