import { Injectable } from '@nestjs/common';
import type { RecoveryCodes, TotpStart } from '../../../contracts/accounts.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { SessionsRepository } from '../sessions.repository.js';
import { UsersRepository } from '../users.repository.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import { TotpSecrets } from './totp-secrets.js';
import { totpUri } from './totp-rules.js';
import { Refusal } from '../../../runtime/refusal.js';
import { AccountJournal } from '../account/account-journal.js';

/** Switches one's own second factor on. Recovery codes are shown once. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly users: UsersRepository,
    private readonly recovery: RecoveryCodesService,
    private readonly secrets: TotpSecrets,
    private readonly sessions: SessionsRepository,
    private readonly journal: AccountJournal,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  codesLeft(userId: number): Promise<number> {
    return this.recovery.countUnused(userId);
  }

  /** Creates a seed that becomes active once a code of it is confirmed. @throws TOTP_IS_ON */
  async start({ userId, email }: Principal): Promise<TotpStart> {
    const { secret, sealed } = this.secrets.make();
    if (!(await this.users.setTotpSecret(userId, sealed))) throw new Refusal('TOTP_IS_ON');
    return { secret, uri: totpUri(secret, email) };
  }

  /** @throws CODE_WRONG, TOTP_IS_ON, TOTP_IS_OFF when it was not started */
  async confirm(principal: Principal, typed: string): Promise<RecoveryCodes> {
    const user = await this.getUser(principal.userId);
    const sealed = user.totpSecret;
    if (user.totpEnabledAt !== null) throw new Refusal('TOTP_IS_ON');
    if (sealed === null) throw new Refusal('TOTP_IS_OFF');
    const step = this.secrets.stepOf(sealed, typed);
    if (step === null) throw new Refusal('CODE_WRONG');
    const { recoveryCodes, hashes } = await this.recovery.make();
    await this.uow.run(async () => {
      const now = this.clock.now();
      if (!(await this.users.enableTotp(user.id, sealed, step, now))) throw new Refusal('TOTP_IS_ON');
      await this.recovery.store(user.id, hashes);
      await this.sessions.setVerified(principal.sessionId, now);
      await this.journal.recordAndEmail(user, 'factor-on', {
        action: 'auth.factor-on',
        fromValue: 'off',
        toValue: 'on',
      });
    });
    return { recoveryCodes };
  }

  /** Replaces the recovery codes. @throws TOTP_IS_OFF */
  async renewCodes(principal: Principal): Promise<RecoveryCodes> {
    const user = await this.getUser(principal.userId);
    if (user.totpEnabledAt === null) throw new Refusal('TOTP_IS_OFF');
    const { recoveryCodes, hashes } = await this.recovery.make();
    await this.uow.run(async () => {
      await this.recovery.store(user.id, hashes);
      await this.journal.recordAndEmail(user, 'recovery-codes-made', { action: 'auth.recovery-codes-made' });
    });
    return { recoveryCodes };
  }

  private async getUser(id: number): Promise<UserEntity> {
    const user = await this.users.findById(id);
    if (!user) throw new Refusal('STAFF_NOT_FOUND');
    return user;
  }
}
