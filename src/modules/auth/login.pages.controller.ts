import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { ROUTES } from '../../contracts/routes.js';
import { Refusal, isRefusal } from '../../runtime/refusal.js';
import { homeOf, type Role } from '../../domain/people/roles.js';
import { mayVisit, principalOf, Public, safeNextPath } from '../../http/index.js';
import { wantsJson } from '../../http/request-kind.js';
import { inertiaOf } from '../../inertia/index.js';
import { CodeFormDto, LoginFormDto } from './auth.dto.js';
import { LoginResponder } from './login-responder.js';
import { CODE_TIME_MS } from './second-factor/pending-login.service.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

@Controller()
export class LoginPagesController {
  constructor(private readonly exchange: LoginResponder) {}

  /**
   * Redirects a signed-in visitor to their home. Whoever comes here has no session, and the next person may be another: the pages of
   * the one before leave the browser's history, however that session ended.
   */
  @Get(['/', 'login'])
  @Public()
  page(@Req() req: Request, @Query('next') next: unknown) {
    const principal = principalOf(req);
    if (principal) return inertiaOf(req).redirect(landingFor(principal.role, next));
    return inertiaOf(req)
      .clearHistory()
      .render('Auth/Login', { next: safeNextPath(next) }, { head: { title: 'Login' } });
  }

  @Post('login')
  @Public()
  async login(@Body() form: LoginFormDto, @Req() req: Request, @Res({ passthrough: true }) res: Response) {
    const refusal = await this.tryLogin(form, req, res);
    if (refusal) inertiaOf(req).errors({ form: refusal.message }).back('/login');
  }

  /** The second step; redirects without a first one. */
  @Get('login/code')
  @Public()
  async codePage(@Req() req: Request) {
    if (!(await this.exchange.isWaitingForCode(req))) return inertiaOf(req).redirect(ROUTES.login);
    return inertiaOf(req).render(
      'Auth/Code',
      { minutes: CODE_TIME_MS / MINUTE_MS },
      { head: { title: 'Enter your code' } },
    );
  }

  @Post('login/code')
  @Public()
  async code(@Body() form: CodeFormDto, @Req() req: Request, @Res({ passthrough: true }) res: Response) {
    const refusal = await this.tryCode(form.code ?? '', req, res);
    const path = isRefusal(refusal, 'SIGN_IN_EXPIRED') ? ROUTES.login : ROUTES.loginCode;
    if (refusal) inertiaOf(req).errors({ form: refusal.message }).redirect(path);
  }

  @Post('logout')
  @Public()
  async logout(@Req() req: Request, @Res({ passthrough: true }) res: Response) {
    await this.exchange.signOut(req, res);
    inertiaOf(req).clearHistory().redirect('/');
  }

  /** @returns why the person is not signed in, for the form to show */
  private async tryLogin(form: LoginFormDto, req: Request, res: Response): Promise<Refusal | null> {
    const { email, password, code } = form;
    const next = safeNextPath(form.next);
    return refusalFrom(req, async () => {
      const signedIn = await this.exchange.signInByForm({ email, password, code, next }, req, res);
      if (signedIn) welcome(req, signedIn.user.role, next);
      else inertiaOf(req).redirect(ROUTES.loginCode);
    });
  }

  private tryCode(code: string, req: Request, res: Response): Promise<Refusal | null> {
    return refusalFrom(req, async () => {
      const { user, next } = await this.exchange.finishWithCode(code, req, res);
      welcome(req, user.role, next);
    });
  }
}

/** Rethrown for an API client, which gets JSON; returned for a page. */
async function refusalFrom(req: Request, work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal && !wantsJson(req)) return error;
    throw error;
  }
}

function welcome(req: Request, role: Role, next: unknown): void {
  inertiaOf(req).flash({ success: SERVER_MESSAGES.login.success }).redirect(landingFor(role, next));
}

/** The page asked for before the login, if it is ours and open to the role. */
function landingFor(role: Role, next: unknown): string {
  const path = safeNextPath(next);
  return path !== null && mayVisit(role, path) ? path : homeOf(role);
}
