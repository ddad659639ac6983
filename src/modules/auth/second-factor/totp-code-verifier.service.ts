import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { UsersRepository } from '../users.repository.js';
import { AccountJournal } from '../account/account-journal.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import { TotpSecrets } from './totp-secrets.js';

/** Verifies second-factor codes. Each code is valid once, on any instance. */
@Injectable()
export class TotpCodeVerifier {
  constructor(
    private readonly users: UsersRepository,
    private readonly recovery: RecoveryCodesService,
    private readonly secrets: TotpSecrets,
    private readonly journal: AccountJournal,
    private readonly uow: UnitOfWork,
  ) {}

  /** Accepts six digits or a recovery code. The caller counts failures. @throws Overloaded */
  async accepts(user: UserEntity, typed: string): Promise<boolean> {
    if (user.totpEnabledAt === null || user.totpSecret === null) return false;
    const step = this.secrets.stepOf(user.totpSecret, typed);
    if (step !== null) return this.users.takeTotpStep(user.id, step);
    const recoveryCode = await this.recovery.find(user, typed);
    return recoveryCode !== null && this.useUp(user, recoveryCode);
  }

  private useUp(user: UserEntity, id: number): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.recovery.useUp(id))) return false;
      const left = await this.recovery.countUnused(user.id);
      const actor = { actorKind: 'staff', actorUserId: user.id };
      const entry = { ...actor, action: 'auth.recovery-code-used', toValue: `${left} left` } as const;
      await this.journal.recordAndEmail(user, 'recovery-code-used', entry);
      return true;
    });
  }
}
