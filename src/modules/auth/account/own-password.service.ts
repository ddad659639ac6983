import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import type { SignedIn } from '../login-admission.service.js';
import { passwordUnchanged, passwordWrong } from '../auth.errors.js';
import { assertGoodPassword, normalisePassword } from '../password-rules.js';
import { Passwords } from '../passwords.service.js';
import { SessionsService, type Visitor } from '../sessions.service.js';
import { AccountJournal } from './account-journal.js';
import { Reauthentication } from './reauthentication.service.js';

/** A person changes the own password. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly credentials: Reauthentication,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly journal: AccountJournal,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Ends every session, link and pending login; the current session continues under a new token.
   * @throws PASSWORD_WRONG, PASSWORD_TOO_WEAK, LOGIN_THROTTLED, Overloaded
   */
  async change(
    principal: Principal,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    visitor: Visitor,
  ): Promise<SignedIn> {
    const shown = { password: currentPassword };
    const user = await this.credentials.require(principal, shown, visitor, 'currentPassword');
    await assertGoodPassword(newPassword, user, 'newPassword');
    if (normalisePassword(newPassword) === normalisePassword(currentPassword)) throw passwordUnchanged('newPassword');
    const hash = await this.passwords.hash(newPassword);
    return this.uow.run(async () => {
      // Changed by another request since the check: what was given is no longer the current password.
      const current = await this.passwords.change(user, hash);
      if (!current) throw passwordWrong('currentPassword');
      await this.journal.recordAndEmail(user, 'password-changed', { action: 'auth.password-changed' });
      return { user: current, session: await this.sessions.start(current, visitor, principal.eventId) };
    });
  }
}
