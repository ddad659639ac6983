import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { sameDigest } from '../../domain/bank-hash/same-digest.js';
import { cookieOf } from '../request-kind.js';
import { dropCookie, setCookie } from '../session/set-cookie.js';

const XSRF_COOKIE = 'XSRF-TOKEN';
const TOKEN = /^([\w-]{22})\.([\w-]{43})$/;
const ANONYMOUS = 'anonymous';

/**
 * CSRF tokens. Each is bound to its session, so that nobody can plant a token of their own; before login it is bound to its nonce
 * and our key.
 */
@Injectable()
export class CsrfTokens {
  /** The current key first; tokens of the previous one are still accepted. */
  private readonly keys: [Buffer, ...Buffer[]];
  private readonly attributes: CookieOptions;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const keyOf = (secret: string) => createHmac('sha256', secret).update('tokendesk csrf').digest();
    const { jwtSecret, jwtSecretPrevious } = settings;
    this.keys = [keyOf(jwtSecret), ...(jwtSecretPrevious ? [keyOf(jwtSecretPrevious)] : [])];
    // The Inertia client reads it, hence not HttpOnly.
    this.attributes = { httpOnly: false, sameSite: 'lax', secure: settings.production, path: '/' };
  }

  /** @param jti of the session; null before login */
  make(jti: string | null): string {
    const nonce = randomBytes(16).toString('base64url');
    return `${nonce}.${mac(this.keys[0], nonce, jti)}`;
  }

  isValid(token: string, jti: string | null): boolean {
    const match = TOKEN.exec(token);
    if (!match?.[1] || !match[2]) return false;
    const [, nonce, shown] = match;
    return this.keys.some((key) => sameDigest(shown, mac(key, nonce, jti)));
  }

  /** Whether the request repeats its cookie's token in a header or a form field. */
  isProven(req: Request, shown: string | null, jti: string | null): boolean {
    const cookie = cookieOf(req, XSRF_COOKIE);
    return cookie !== null && shown === cookie && this.isValid(cookie, jti);
  }

  /** Sets a token unless the browser has one that fits its session. */
  ensure(req: Request, res: Response, jti: string | null): void {
    const cookie = cookieOf(req, XSRF_COOKIE);
    if (cookie !== null && this.isValid(cookie, jti)) res.locals['csrfToken'] = cookie;
    else this.issue(res, jti);
  }

  issue(res: Response, jti: string | null): void {
    const token = this.make(jti);
    res.locals['csrfToken'] = token;
    setCookie(res, XSRF_COOKIE, token, this.attributes);
  }

  forget(res: Response): void {
    delete res.locals['csrfToken'];
    dropCookie(res, XSRF_COOKIE, this.attributes);
  }
}

function mac(key: Buffer, nonce: string, jti: string | null): string {
  return createHmac('sha256', key)
    .update(`${nonce}.${jti ?? ANONYMOUS}`)
    .digest('base64url');
}

/** For the hidden `_token` field of a plain form; null on pages that work without a session. */
export function csrfTokenOf(res: Response): string | null {
  const token: unknown = res.locals['csrfToken'];
  return typeof token === 'string' ? token : null;
}
