import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SessionCookies } from '../../http/index.js';
import { type Credentials, LoginService, type SignedIn } from './login.service.js';
import { LogoutService } from './logout.service.js';
import { principalOf } from '../../http/index.js';

/** What login and logout mean for cookies and headers, the same for pages and programs. */
@Injectable()
export class LoginExchange {
  constructor(
    private readonly logins: LoginService,
    private readonly logouts: LogoutService,
    private readonly cookies: SessionCookies,
  ) {}

  async signIn(credentials: Credentials, kind: 'cookie' | 'bearer', req: Request, res: Response): Promise<SignedIn> {
    const signedIn = await this.logins.signIn(credentials, { kind, ip: req.ip ?? '', userAgent: userAgentOf(req) });
    this.cookies.signIn(res, signedIn.session);
    return signedIn;
  }

  /** Also of a session that is over already: what is left of it in the browser goes. */
  async signOut(req: Request, res: Response): Promise<void> {
    const principal = principalOf(req);
    if (principal) await this.logouts.signOut(principal);
    this.cookies.clear(req, res);
    res.setHeader('Clear-Site-Data', '"cache", "storage"');
  }
}

function userAgentOf(req: Request): string | null {
  const text = req
    .get('User-Agent')
    ?.replace(/[^\x20-\x7e]/g, '')
    .slice(0, 255);
  return text === undefined || text === '' ? null : text;
}
