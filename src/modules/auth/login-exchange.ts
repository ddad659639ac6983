import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { principalOf, SealedCookies, SessionCookies } from '../../http/index.js';
import { SignInExpired, TotpRequired } from './auth.errors.js';
import { type Credentials, LoginService, type SignedIn } from './login.service.js';
import { LogoutService } from './logout.service.js';
import { CODE_TIME_MS, SignInStep } from './second-factor/sign-in-step.service.js';
import type { StartedSession, Visitor } from './sessions.service.js';
import { TrustedDevices } from './trusted-devices.service.js';

const STEP_COOKIE = 'sign_in';

/** What the browser carries between password and code. */
interface Step {
  token: string;
  /** The page asked for before the login. */
  next: string | null;
}

/** What login and logout mean for cookies and headers, the same for pages and programs. */
@Injectable()
export class LoginExchange {
  constructor(
    private readonly logins: LoginService,
    private readonly logouts: LogoutService,
    private readonly step: SignInStep,
    private readonly cookies: SessionCookies,
    private readonly sealed: SealedCookies,
    private readonly devices: TrustedDevices,
  ) {}

  /** @throws TotpRequired when the password is right and the code is missing, and what `LoginService.signIn` throws */
  async signIn(credentials: Credentials, req: Request, res: Response): Promise<SignedIn> {
    const result = await this.logins.signIn(credentials, this.visitorOf(req, 'bearer'));
    if ('codeWanted' in result) throw new TotpRequired();
    await this.begin(req, res, result);
    return result;
  }

  /** @returns null when the browser has to come back with a code */
  async signInByForm(
    form: Credentials & { next: string | null },
    req: Request,
    res: Response,
  ): Promise<SignedIn | null> {
    const result = await this.logins.signIn(form, this.visitorOf(req, 'cookie'));
    if ('codeWanted' in result) {
      const step: Step = { token: await this.step.begin(result.codeWanted), next: form.next };
      this.sealed.put(res, STEP_COOKIE, step, CODE_TIME_MS);
      return null;
    }
    await this.begin(req, res, result);
    return result;
  }

  visitorOf(req: Request, kind: Visitor['kind']): Visitor {
    return { kind, ip: req.ip ?? '', userAgent: userAgentOf(req), device: this.devices.read(req) };
  }

  async isWaitingForCode(req: Request): Promise<boolean> {
    const step = this.stepOf(req);
    return step !== null && this.step.isOpen(step.token);
  }

  /** @throws SignInExpired, TotpInvalid, LoginThrottled */
  async finishWithCode(code: string, req: Request, res: Response): Promise<SignedIn & { next: string | null }> {
    const step = this.stepOf(req);
    if (step === null) throw new SignInExpired();
    const signedIn = await this.step.finish(step.token, code, this.visitorOf(req, 'cookie'));
    this.sealed.drop(res, STEP_COOKIE);
    await this.begin(req, res, signedIn);
    return { ...signedIn, next: step.next };
  }

  /** After the password was changed: the browser goes on under a new token. */
  renew(res: Response, session: StartedSession): void {
    this.cookies.signIn(res, session);
  }

  /** Also of a session that is over already: what is left of it in the browser goes. */
  async signOut(req: Request, res: Response): Promise<void> {
    const principal = principalOf(req);
    if (principal) await this.logouts.signOut(principal);
    this.cookies.clear(req, res);
    // Not "cookies": that clears those of every host of the domain, and ours are gone by name already.
    res.setHeader('Clear-Site-Data', '"cache", "storage"');
  }

  /** The session that the browser had until now ends with its cookie: whoever knows that token has nothing from it. */
  private async begin(req: Request, res: Response, { user, session }: SignedIn): Promise<void> {
    const earlier = principalOf(req);
    if (earlier?.via === 'cookie') await this.logouts.signOut(earlier);
    this.cookies.signIn(res, session);
    this.devices.trust(req, res, user);
  }

  private stepOf(req: Request): Step | null {
    return this.sealed.read(req, STEP_COOKIE) as Step | null;
  }
}

function userAgentOf(req: Request): string | null {
  const text = req
    .get('User-Agent')
    ?.replace(/[^\x20-\x7e]/g, '')
    .slice(0, 255);
  return text === undefined || text === '' ? null : text;
}
