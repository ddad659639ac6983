import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';
import { homeOf, type Role } from '../../domain/roles.js';
import { mayVisit, principalOf, Public, safeNextPath } from '../../http/index.js';
import { inertiaOf } from '../../inertia/index.js';
import { LoginFormDto } from './auth.dto.js';
import { LoginExchange } from './login-exchange.js';

@Controller()
export class LoginPagesController {
  constructor(private readonly exchange: LoginExchange) {}

  /** A signed-in visitor has nothing to do here. */
  @Get(['/', 'login'])
  @Public()
  page(@Req() req: Request, @Query('next') next: unknown) {
    const principal = principalOf(req);
    if (principal) return inertiaOf(req).redirect(landingFor(principal.role, next));
    return inertiaOf(req).render('Auth/Login', { next: safeNextPath(next) }, { head: { title: 'Login' } });
  }

  @Post('login')
  @Public()
  async login(@Body() form: LoginFormDto, @Req() req: Request, @Res({ passthrough: true }) res: Response) {
    const refusal = await this.tryLogin(form, req, res);
    if (refusal) inertiaOf(req).errors({ form: refusal.message }).back('/login');
  }

  @Post('logout')
  @Public()
  async logout(@Req() req: Request, @Res({ passthrough: true }) res: Response) {
    await this.exchange.signOut(req, res);
    inertiaOf(req).clearHistory().redirect('/');
  }

  /** @returns why the person is not signed in, for the form to show */
  private async tryLogin(form: LoginFormDto, req: Request, res: Response): Promise<Refusal | null> {
    const { email, password, next } = form;
    try {
      const { user } = await this.exchange.signIn({ email, password }, 'cookie', req, res);
      inertiaOf(req).flash({ success: MESSAGES.login.success }).redirect(landingFor(user.role, next));
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}

/** The page asked for before the login, when it is ours and open to the role. */
function landingFor(role: Role, next: unknown): string {
  const path = safeNextPath(next);
  return path !== null && mayVisit(role, path) ? path : homeOf(role);
}
