import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { Refusal } from '../../../runtime/refusal.js';
import { AccountJournal } from '../account/account-journal.js';
import { Reauthentication } from '../account/reauthentication.service.js';
import type { Visitor } from '../sessions.service.js';
import { AccessRules } from '../staff/access-rules.repository.js';
import { UsersRepository } from '../users.repository.js';
import { RecoveryCodesService } from './recovery-codes.service.js';

/** Switches a second factor off. */
@Injectable()
export class SecondFactorRemoval {
  constructor(
    private readonly users: UsersRepository,
    private readonly recovery: RecoveryCodesService,
    private readonly rules: AccessRules,
    private readonly credentials: Reauthentication,
    private readonly journal: AccountJournal,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws PASSWORD_WRONG, CODE_WRONG, TOTP_IS_OFF, TOTP_NEEDED, LOGIN_THROTTLED */
  async switchOff(principal: Principal, shown: { password: string; code: string }, visitor: Visitor): Promise<void> {
    if (!principal.secondFactor) throw new Refusal('TOTP_IS_OFF');
    if (principal.role === 'admin' && (await this.rules.adminsNeedSecondFactor())) throw new Refusal('TOTP_NEEDED');
    const user = await this.credentials.require(principal, shown, visitor);
    await this.uow.run(async () => {
      if (await this.takeAway(user)) await this.record(user);
    });
  }

  /**
   * For somebody who has lost device and codes. Joins the caller's unit of work, which checks the permission.
   * @throws TOTP_IS_OFF
   */
  async takeFrom(user: UserEntity): Promise<void> {
    if (!(await this.takeAway(user))) throw new Refusal('TOTP_IS_OFF');
    await this.record(user);
  }

  private async takeAway({ id }: UserEntity): Promise<boolean> {
    await this.recovery.store(id, []);
    return this.users.disableTotp(id, this.clock.now());
  }

  private record(user: UserEntity): Promise<void> {
    return this.journal.recordAndEmail(user, 'factor-off', {
      action: 'auth.factor-off',
      fromValue: 'on',
      toValue: 'off',
    });
  }
}
