import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { LoginData, SessionUser } from '../../contracts/auth.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { AnyProject, BeforeSetup, CurrentUser, type Principal, Public, RateLimit, Roles } from '../../http/index.js';
import { LoginDto, StepUpDto } from './auth.dto.js';
import { presentPrincipal, presentUser } from './auth.presenter.js';
import { LoginResponder } from './login-responder.js';
import { StepUpService } from './second-factor/step-up.service.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

@Controller('api')
export class AuthApiController {
  constructor(
    private readonly exchange: LoginResponder,
    private readonly stepUp: StepUpService,
  ) {}

  @Post('login')
  @Public()
  @HttpCode(200)
  async login(
    @Body() { email, password, code }: LoginDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<ApiSuccess<LoginData>> {
    const { user, session } = await this.exchange.signIn({ email, password, code }, req, res);
    return {
      success: true,
      message: SERVER_MESSAGES.login.success,
      data: { user: presentUser(user), token: session.token },
    };
  }

  @Post('logout')
  @AnyProject()
  @BeforeSetup()
  @Roles('admin', 'sales_manager')
  @HttpCode(200)
  async logout(@Req() req: Request, @Res({ passthrough: true }) res: Response): Promise<ApiSuccess<null>> {
    await this.exchange.signOut(req, res);
    return { success: true, data: null };
  }

  @Get('auth/me')
  @AnyProject()
  @BeforeSetup()
  @Roles('admin', 'sales_manager')
  me(@CurrentUser() principal: Principal): ApiSuccess<SessionUser> {
    return { success: true, data: presentPrincipal(principal) };
  }

  /** Step-up: takes a code or the password again. */
  @Post('auth/step-up')
  @AnyProject()
  @BeforeSetup()
  @Roles('admin', 'sales_manager')
  @HttpCode(200)
  @RateLimit({ name: 'step-up', limit: 20, windowMs: 5 * MINUTE_MS, by: 'user', security: true })
  async confirm(
    @CurrentUser() user: Principal,
    @Body() body: StepUpDto,
    @Req() req: Request,
  ): Promise<ApiSuccess<null>> {
    await this.stepUp.confirm(user, body, this.exchange.visitorOf(req, user.via));
    return { success: true, data: null };
  }
}
