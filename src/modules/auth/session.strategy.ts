import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import {
  isBackground,
  type Principal,
  SESSION_STRATEGY,
  SessionCookies,
  SessionTokens,
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
} from '../../http/index.js';
import { bearerOf } from '../../http/request-kind.js';
import { SessionsService } from './sessions.service.js';

/** Authenticates a session by its token, from the bearer header or the cookie only. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION_STRATEGY) {
  constructor(
    @Inject(SETTINGS) settings: Settings,
    cookies: SessionCookies,
    private readonly tokens: SessionTokens,
    private readonly sessions: SessionsService,
  ) {
    super({
      secretOrKeyProvider: (_req: Request, token: string, done: (error: null, key: never) => void) =>
        done(null, tokens.keyFor(token) as never),
      algorithms: [TOKEN_ALGORITHM],
      audience: TOKEN_AUDIENCE,
      issuer: settings.appUrl,
      jwtFromRequest: (req: Request) => cookies.tokenOf(req),
      passReqToCallback: true,
      // The library uses the system clock and takes a token without expiry for unlimited: claimsOf checks both.
      ignoreExpiration: true,
      jsonWebTokenOptions: { complete: true, ignoreNotBefore: true },
    });
  }

  async validate(req: Request, complete: unknown): Promise<Principal | null> {
    const claims = this.tokens.claimsOf(complete);
    if (!claims) return null;
    const via = bearerOf(req) === null ? 'cookie' : 'bearer';
    return this.sessions.findPrincipal(claims, { via, slides: !isBackground(req) });
  }
}
