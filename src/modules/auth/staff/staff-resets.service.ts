import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import { Refusal } from '../../../runtime/refusal.js';
import { AccessRevoker } from '../access-revoker.service.js';
import { AccountJournal } from '../account/account-journal.js';
import { PasswordLinks, type SentLink } from '../links/password-links.service.js';
import { newOneTimePassword } from '../one-time-password.js';
import { Passwords } from '../passwords.service.js';
import { SecondFactorRemoval } from '../second-factor/second-factor-removal.service.js';
import { StaffService } from '../staff.service.js';
import { staffState } from '../auth.presenter.js';

/** An admin lets a member of staff in again who has lost the password or the second factor. */
@Injectable()
export class StaffResets {
  constructor(
    private readonly staff: StaffService,
    private readonly links: PasswordLinks,
    private readonly passwords: Passwords,
    private readonly factor: SecondFactorRemoval,
    private readonly access: AccessRevoker,
    private readonly journal: AccountJournal,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Voids the old password, so admins change their own in another way.
   * @throws STAFF_NOT_FOUND, STAFF_NOT_ACTIVE, OWN_PASSWORD, Overloaded
   */
  async resetPassword(admin: Principal, id: number): Promise<SentLink> {
    if (admin.userId === id) throw new Refusal('OWN_PASSWORD');
    const passwordHash = await this.passwords.hash(newOneTimePassword());
    return this.uow.run(async () => {
      const user = await this.staff.getById(id);
      if (staffState(user) !== 'active') throw new Refusal('STAFF_NOT_ACTIVE');
      await this.passwords.replace(id, passwordHash);
      await this.journal.record(user, { action: 'staff.password-reset' });
      return this.links.sendReset(user, 'admin');
    });
  }

  /**
   * For somebody who has lost device and recovery codes. Not for oneself: the password would be enough here.
   * @param admin null: the command line
   * @throws STAFF_NOT_FOUND, TOTP_IS_OFF, OWN_SECOND_FACTOR
   */
  async resetSecondFactor(admin: Principal | null, id: number): Promise<void> {
    if (admin?.userId === id) throw new Refusal('OWN_SECOND_FACTOR');
    return this.uow.run(async () => {
      const user = await this.staff.getById(id);
      await this.factor.takeFrom(user);
      await this.access.endSessions(id, 'factor');
    });
  }
}
