import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { Clock } from '../../runtime/clock.js';
import { Vault } from '../../runtime/vault.js';
import { cookieOf } from '../request-kind.js';
import { dropCookie, setCookie } from './set-cookie.js';

interface Sealed {
  name: string;
  value: unknown;
  /** Milliseconds since 1970, UTC. */
  until: number;
}

/** Short-lived values that the browser carries sealed, each under its own name. */
@Injectable()
export class SealedCookies {
  private readonly prefix: string;
  private readonly attributes: CookieOptions;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {
    this.prefix = settings.production ? '__Host-td_' : 'td_';
    this.attributes = { httpOnly: true, sameSite: 'lax', secure: settings.production, path: '/' };
  }

  put(res: Response, name: string, value: unknown, forMs: number): void {
    const until = this.clock.now().getTime() + forMs;
    const sealed = this.vault.seal(JSON.stringify({ name, value, until } satisfies Sealed));
    setCookie(res, this.prefix + name, sealed, { ...this.attributes, maxAge: forMs });
  }

  /** Null for anything that was not sealed under this name, or has expired. */
  read(req: Request, name: string): unknown {
    const cookie = cookieOf(req, this.prefix + name);
    const sealed = cookie === null ? null : this.opened(cookie);
    if (sealed?.name !== name || sealed.until <= this.clock.now().getTime()) return null;
    return sealed.value;
  }

  drop(res: Response, name: string): void {
    dropCookie(res, this.prefix + name, this.attributes);
  }

  private opened(cookie: string): Sealed | null {
    try {
      return JSON.parse(this.vault.open(cookie)) as Sealed;
    } catch {
      return null;
    }
  }
}
