import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { ROUTES } from '../../../contracts/routes.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { firstName } from '../../../domain/people/masking.js';
import { MailOutbox } from '../../../mail/index.js';
import { newPublicId } from '../../../runtime/ids.js';
import { Vault } from '../../../runtime/vault.js';
import { assertGoodPassword } from '../password-rules.js';
import { type LiveToken, OneTimeTokens } from './one-time-tokens.repository.js';
import { Refusal } from '../../../runtime/refusal.js';
import { DAY_MS, HOUR_MS } from '../../../domain/calendar/durations.js';
import { AccountJournal } from '../account/account-journal.js';
import { Passwords } from '../passwords.service.js';

export type LinkPurpose = 'invitation' | 'reset';

const INVITATION_VALID_MS = 48 * HOUR_MS;
/** Short: whoever asked is waiting for it. */
const FORGOTTEN_VALID_MS = HOUR_MS / 2;
/** Longer: the person did not ask and may read the mail tomorrow. */
const RESET_VALID_MS = DAY_MS;

export interface SentLink {
  /** The link itself, only where no mail server is configured. */
  link: string | null;
  expiresAt: Date;
}

/** One-time links to choose a password: created, mailed and used. */
@Injectable()
export class PasswordLinks {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly passwords: Passwords,
    private readonly journal: AccountJournal,
    private readonly mails: MailOutbox,
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Joins the unit of work of the invitation. */
  async sendInvitation(user: UserEntity, inviterName: string): Promise<SentLink> {
    return this.send(user, 'invitation', INVITATION_VALID_MS, (link) =>
      this.mails.enqueue({ ...link, template: 'staff-invitation', data: { ...link.data, inviterName } }),
    );
  }

  /** Joins the unit of work of the reset. */
  async sendReset(user: UserEntity, askedBy: 'self' | 'admin'): Promise<SentLink> {
    return this.send(user, 'reset', askedBy === 'self' ? FORGOTTEN_VALID_MS : RESET_VALID_MS, (link) =>
      this.mails.enqueue({ ...link, template: 'password-link', data: { ...link.data, askedBy } }),
    );
  }

  /** Null for a link that is unusable. */
  async find(purpose: LinkPurpose, token: unknown): Promise<LiveToken | null> {
    const row = await this.tokens.findLive(purpose, token);
    const isWaiting = row?.user.invitedAt !== null;
    return row?.user.disabledAt === null && isWaiting === (purpose === 'invitation') ? row : null;
  }

  /** Whether there is a link with this token, usable or not. */
  wasSent(purpose: LinkPurpose, token: unknown): Promise<boolean> {
    return this.tokens.exists(purpose, token);
  }

  /**
   * Of two concurrent requests with one link the first sets the password.
   * @returns the account as it is now
   * @throws LINK_UNUSABLE, PASSWORD_TOO_WEAK, Overloaded
   */
  async accept(purpose: LinkPurpose, token: unknown, password: string): Promise<UserEntity> {
    const row = await this.find(purpose, token);
    if (!row) throw new Refusal('LINK_UNUSABLE');
    await assertGoodPassword(password, row.user);
    const passwordHash = await this.passwords.hash(password);
    return this.uow.run(async () => {
      if (!(await this.tokens.useUp(row.id))) throw new Refusal('LINK_UNUSABLE');
      const user = await this.passwords.replace(row.userId, passwordHash, { invitedAt: null });
      const actor = { actorKind: 'staff', actorUserId: row.userId };
      if (purpose === 'invitation')
        await this.journal.record(row.user, { ...actor, action: 'staff.invitation-accepted' });
      else
        await this.journal.recordAndEmail(row.user, 'password-changed', { ...actor, action: 'staff.password-chosen' });
      return user;
    });
  }

  private async send(
    user: UserEntity,
    purpose: LinkPurpose,
    validMs: number,
    enqueue: (mail: {
      dedupeKey: string;
      to: string;
      data: { firstName: string; link: string; expiresAt: string };
    }) => Promise<unknown>,
  ): Promise<SentLink> {
    const { token, expiresAt } = await this.tokens.issue(purpose, user.id, validMs);
    const path = purpose === 'invitation' ? ROUTES.invitation : ROUTES.reset;
    const link = `${this.settings.appUrl}${path}?token=${token}`;
    const data = { firstName: firstName(user.name), link: this.vault.seal(link), expiresAt: expiresAt.toISOString() };
    await enqueue({ dedupeKey: `${purpose}:${newPublicId()}`, to: user.email, data });
    return { link: this.settings.smtpUrl === null ? link : null, expiresAt };
  }
}
