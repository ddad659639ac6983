import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { ROUTES } from '../../../contracts/routes.js';
import { Refusal, isRefusal } from '../../../runtime/refusal.js';
import { SecurityRateLimiter } from '../../../runtime/rate-limits/security-rate-limiter.js';
import { countOf, SealedCookies } from '../../../http/index.js';
import { inertiaOf } from '../../../inertia/index.js';
import { TrustedDevices } from '../trusted-devices.service.js';
import { PASSWORD_MIN } from '../password-rules.js';
import type { SetPasswordDto } from './links.dto.js';
import type { LiveToken } from './one-time-tokens.repository.js';
import { type LinkPurpose, PasswordLinks } from './password-links.service.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

/** Time to choose a password; the link itself can be opened again. */
const CARRIED_MS = 30 * MINUTE_MS;
const TITLES: Readonly<Record<LinkPurpose, string>> = { invitation: 'Welcome', reset: 'Choose a new password' };
const GONE = 410;
const TOKEN_MAX = 64;
const MARK_LENGTH = 16;
/**
 * Counts tokens that nobody knows: never sent, of a withdrawn invitation, or cut short on the way. Those of used and expired links are no
 * guesses, and a link that holds is never refused: people behind one address would hold each other up.
 */
const GUESSES = { name: 'password-link-guess', limit: 20, windowMs: 15 * MINUTE_MS, by: 'ip' } as const;
/** Each use may hash a password. */
const USES_OF_ONE = { limit: 20, windowMs: 15 * MINUTE_MS };

/**
 * The pages behind emailed links. The token moves from the address into a sealed cookie at once, so that neither the history nor
 * a shared screen nor a referrer reveals it. The cookie holds the link that was opened last; a form tells by a mark which link it is of,
 * so that it sets no password of another account.
 */
@Injectable()
export class EmailLinkResponder {
  constructor(
    private readonly links: PasswordLinks,
    private readonly cookies: SealedCookies,
    private readonly devices: TrustedDevices,
    private readonly limiter: SecurityRateLimiter,
  ) {}

  async show(purpose: LinkPurpose, token: unknown, req: Request, res: Response): Promise<void> {
    const inertia = inertiaOf(req);
    if (token !== undefined) {
      // No cookie for what cannot be a token of ours; the page says that the link is unusable.
      if (typeof token === 'string' && token.length <= TOKEN_MAX) this.cookies.put(res, purpose, token, CARRIED_MS);
      else this.cookies.drop(res, purpose);
      return inertia.redirect(ROUTES[purpose], 303);
    }
    const opened = this.cookies.read(req, purpose);
    const row = await this.find(purpose, opened, req);
    if (!row) return this.showUnusable(purpose, req, res);
    const { name, email } = row.user;
    const head = { title: TITLES[purpose] };
    const props = { purpose, name, email, minLength: PASSWORD_MIN, link: markOf(opened) };
    return inertia.render('Auth/SetPassword', props, { head });
  }

  async accept(purpose: LinkPurpose, form: SetPasswordDto, req: Request, res: Response): Promise<void> {
    const inertia = inertiaOf(req);
    const opened = this.cookies.read(req, purpose);
    try {
      if (opened !== null && form.link !== undefined && form.link !== markOf(opened))
        throw new Refusal('OTHER_LINK_OPENED');
      if (form.password !== form.repeat) throw new Refusal('PASSWORDS_DIFFER');
      const row = await this.find(purpose, opened, req);
      if (!row) throw new Refusal('LINK_UNUSABLE');
      await this.limiter.require(`password-link-use|${row.id}`, USES_OF_ONE.limit, USES_OF_ONE.windowMs);
      const user = await this.links.accept(purpose, opened, form.password);
      // Whoever has throttled the account by guessing goes on waiting; the person with the link does not.
      this.devices.trust(req, res, user);
    } catch (error) {
      // The next page says that the link is unusable.
      if (isRefusal(error, 'LINK_UNUSABLE')) return inertia.redirect(ROUTES[purpose]);
      if (!(error instanceof Refusal) || !error.details) throw error;
      return inertia.errors(error.details).redirect(ROUTES[purpose]);
    }
    this.cookies.drop(res, purpose);
    inertia.flash({ success: OFFICE_MESSAGES.account.passwordSet }).redirect(ROUTES.login);
  }

  /** Null for a link that is unusable. @throws TooManyRequests for an unknown one after too many guesses */
  private async find(purpose: LinkPurpose, opened: unknown, req: Request): Promise<LiveToken | null> {
    if (opened === null) return null;
    const row = await this.links.find(purpose, opened);
    if (!row && !(await this.links.wasSent(purpose, opened))) await this.limiter.require(...countOf(GUESSES, req));
    return row;
  }

  private showUnusable(purpose: LinkPurpose, req: Request, res: Response): Promise<void> {
    this.cookies.drop(res, purpose);
    const head = { title: OFFICE_MESSAGES.account.linkInvalid };
    return inertiaOf(req).render('Auth/LinkUnusable', { purpose }, { status: GONE, head });
  }
}

/** Tells two links apart, and nothing of their tokens. */
function markOf(token: unknown): string {
  return createHash('sha256').update(String(token)).digest('hex').slice(0, MARK_LENGTH);
}
