import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { ROUTES } from '../../../contracts/routes.js';
import { Refusal, isRefusal } from '../../../runtime/refusal.js';
import { SealedCookies } from '../../../http/index.js';
import { inertiaOf } from '../../../inertia/index.js';
import { PASSWORD_MIN } from '../password-rules.js';
import type { SetPasswordDto } from './links.dto.js';
import { type LinkPurpose, PasswordLinks } from './password-links.service.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

/** Time to choose a password; the link itself can be opened again. */
const CARRIED_MS = 30 * MINUTE_MS;
const TITLES: Readonly<Record<LinkPurpose, string>> = { invitation: 'Welcome', reset: 'Choose a new password' };
const GONE = 410;
const TOKEN_MAX = 64;

/**
 * The pages behind emailed links. The token moves from the address into a sealed cookie at once, so that neither the history nor
 * a shared screen nor a referrer reveals it.
 */
@Injectable()
export class EmailLinkResponder {
  constructor(
    private readonly links: PasswordLinks,
    private readonly cookies: SealedCookies,
  ) {}

  async show(purpose: LinkPurpose, token: unknown, req: Request, res: Response): Promise<void> {
    const inertia = inertiaOf(req);
    if (token !== undefined) {
      // No cookie for what cannot be a token of ours; the page says that the link is unusable.
      if (typeof token === 'string' && token.length <= TOKEN_MAX) this.cookies.put(res, purpose, token, CARRIED_MS);
      else this.cookies.drop(res, purpose);
      return inertia.redirect(ROUTES[purpose], 303);
    }
    const row = await this.links.find(purpose, this.cookies.read(req, purpose));
    if (!row) return this.showUnusable(purpose, req, res);
    const { name, email } = row.user;
    const head = { title: TITLES[purpose] };
    return inertia.render('Auth/SetPassword', { purpose, name, email, minLength: PASSWORD_MIN }, { head });
  }

  async accept(purpose: LinkPurpose, form: SetPasswordDto, req: Request, res: Response): Promise<void> {
    const inertia = inertiaOf(req);
    try {
      if (form.password !== form.repeat) throw new Refusal('PASSWORDS_DIFFER');
      await this.links.accept(purpose, this.cookies.read(req, purpose), form.password);
    } catch (error) {
      // The next page says that the link is unusable.
      if (isRefusal(error, 'LINK_UNUSABLE')) return inertia.redirect(ROUTES[purpose]);
      if (!(error instanceof Refusal) || !error.details) throw error;
      return inertia.errors(error.details).redirect(ROUTES[purpose]);
    }
    this.cookies.drop(res, purpose);
    inertia.flash({ success: OFFICE_MESSAGES.account.passwordSet }).redirect(ROUTES.login);
  }

  private showUnusable(purpose: LinkPurpose, req: Request, res: Response): Promise<void> {
    this.cookies.drop(res, purpose);
    const head = { title: OFFICE_MESSAGES.account.linkInvalid };
    return inertiaOf(req).render('Auth/LinkUnusable', { purpose }, { status: GONE, head });
  }
}
