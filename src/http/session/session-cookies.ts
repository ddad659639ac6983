import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { CsrfTokens } from '../csrf/csrf-tokens.js';
import { bearerOf, cookieOf, isCustomerPage, isPage } from '../request-kind.js';
import { SessionTokens } from './session-tokens.js';
import { dropCookie, setCookie } from './set-cookie.js';

/** Reads and writes the session cookie and its XSRF companion. */
@Injectable()
export class SessionCookies {
  readonly name: string;
  private readonly attributes: CookieOptions;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly tokens: SessionTokens,
    private readonly csrf: CsrfTokens,
  ) {
    this.name = settings.production ? '__Host-td_session' : 'td_session';
    this.attributes = { httpOnly: true, sameSite: 'lax', secure: settings.production, path: '/' };
  }

  /** The request's token: a bearer header wins, and then the cookie is ignored. */
  tokenOf(req: Request): string | null {
    return bearerOf(req) ?? cookieOf(req, this.name);
  }

  isPresent(req: Request): boolean {
    return cookieOf(req, this.name) !== null;
  }

  /** The session id of a cookie with valid signature and times. */
  jtiOf(req: Request): string | null {
    const cookie = cookieOf(req, this.name);
    return cookie === null ? null : (this.tokens.read(cookie)?.jti ?? null);
  }

  /** Whether bearer token and cookie belong to two people, by signature and times. */
  namesTwoPeople(req: Request): boolean {
    const [bearer, cookie] = [bearerOf(req), cookieOf(req, this.name)];
    if (bearer === null || cookie === null) return false;
    const [one, other] = [this.tokens.read(bearer), this.tokens.read(cookie)];
    return one !== null && other !== null && one.userId !== other.userId;
  }

  /** After login. The XSRF token changes with the session. */
  signIn(res: Response, session: { token: string; jti: string; expiresAt: Date }): void {
    setCookie(res, this.name, session.token, { ...this.attributes, expires: session.expiresAt });
    this.csrf.issue(res, session.jti);
  }

  /** After logout, and for an invalid cookie. */
  clear(req: Request, res: Response): void {
    dropCookie(res, this.name, this.attributes);
    if (isPage(req) && !isCustomerPage(req)) this.csrf.issue(res, null);
    else this.csrf.forget(res);
  }
}
