import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { LoginData, SessionUser } from '../../contracts/auth.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { MESSAGES } from '../../contracts/messages.js';
import { CurrentUser, type Principal, Public, Roles } from '../../http/index.js';
import { LoginDto } from './auth.dto.js';
import { presentPrincipal, presentUser } from './auth.presenter.js';
import { LoginExchange } from './login-exchange.js';

@Controller('api')
export class AuthApiController {
  constructor(private readonly exchange: LoginExchange) {}

  @Post('login')
  @Public()
  @HttpCode(200)
  async login(
    @Body() { email, password }: LoginDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<ApiSuccess<LoginData>> {
    const { user, session } = await this.exchange.signIn({ email, password }, 'bearer', req, res);
    return { success: true, message: MESSAGES.login.success, data: { user: presentUser(user), token: session.token } };
  }

  @Post('logout')
  @Roles('admin', 'sales_manager')
  @HttpCode(200)
  async logout(@Req() req: Request, @Res({ passthrough: true }) res: Response): Promise<ApiSuccess<null>> {
    await this.exchange.signOut(req, res);
    return { success: true, data: null };
  }

  @Get('auth/me')
  @Roles('admin', 'sales_manager')
  me(@CurrentUser() principal: Principal): ApiSuccess<SessionUser> {
    return { success: true, data: presentPrincipal(principal) };
  }
}
