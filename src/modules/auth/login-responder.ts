import { KEEP_STORAGE_HEADER } from '../../contracts/auth.js';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { principalOf, SealedCookies, SessionCookies } from '../../http/index.js';
import type { SignedIn } from './login-admission.service.js';
import { type Credentials, LoginService } from './login.service.js';
import { LogoutService } from './logout.service.js';
import { CODE_TIME_MS, PendingLogin } from './second-factor/pending-login.service.js';
import type { Visitor } from './sessions.service.js';
import { TrustedDevices } from './trusted-devices.service.js';
import { Refusal } from '../../runtime/refusal.js';

const STEP_COOKIE = 'sign_in';

/** Carried in a sealed cookie between password and code. */
interface Step {
  token: string;
  /** The page asked for before the login. */
  next: string | null;
}

/** Cookies and headers of login and logout, for pages and API. */
@Injectable()
export class LoginResponder {
  constructor(
    private readonly logins: LoginService,
    private readonly logouts: LogoutService,
    private readonly step: PendingLogin,
    private readonly cookies: SessionCookies,
    private readonly sealed: SealedCookies,
    private readonly devices: TrustedDevices,
  ) {}

  /** @throws TOTP_REQUIRED when the password is right and the code is missing, and whatever `LoginService.signIn` throws */
  async signIn(credentials: Credentials, req: Request, res: Response): Promise<SignedIn> {
    const result = await this.logins.signIn(credentials, this.visitorOf(req, 'bearer'));
    if ('codeWanted' in result) throw new Refusal('TOTP_REQUIRED');
    await this.begin(req, res, result);
    return result;
  }

  /** @returns null when a code is needed next */
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

  /** @throws SIGN_IN_EXPIRED, TOTP_INVALID, LOGIN_THROTTLED */
  async finishWithCode(code: string, req: Request, res: Response): Promise<SignedIn & { next: string | null }> {
    const step = this.stepOf(req);
    if (step === null) throw new Refusal('SIGN_IN_EXPIRED');
    const signedIn = await this.step.finish(step.token, code, this.visitorOf(req, 'cookie'));
    this.sealed.drop(res, STEP_COOKIE);
    await this.begin(req, res, signedIn);
    return { ...signedIn, next: step.next };
  }

  /** After a password change: the browser continues under a new token, and stays a trusted device. */
  renew(req: Request, res: Response, { user, session }: SignedIn): void {
    this.cookies.signIn(res, session);
    this.devices.trust(req, res, user);
  }

  /** After signing out everywhere else. A browser that was a stranger before has shown no password since, and stays one. */
  keepTrust(req: Request, res: Response, before: UserEntity, after: UserEntity): void {
    if (this.devices.idFor(before, this.devices.read(req)) !== null) this.devices.trust(req, res, after);
  }

  /** Also clears the browser of a session that has ended. */
  async signOut(req: Request, res: Response): Promise<void> {
    const principal = principalOf(req);
    if (principal) await this.logouts.signOut(principal);
    this.cookies.clear(req, res);
    // Not "cookies": that would clear those of every host of the domain; ours are removed by name.
    res.setHeader('Clear-Site-Data', req.get(KEEP_STORAGE_HEADER) === undefined ? '"cache", "storage"' : '"cache"');
  }

  /** Ends the browser's previous session, so that its token is worthless. */
  private async begin(req: Request, res: Response, { user, session }: SignedIn): Promise<void> {
    const earlier = principalOf(req);
    if (earlier?.via === 'cookie') await this.logouts.signOut(earlier);
    this.renew(req, res, { user, session });
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
