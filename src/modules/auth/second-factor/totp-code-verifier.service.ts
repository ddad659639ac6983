import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/index.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';
import { Vault } from '../../../runtime/vault.js';
import { AccountEmails } from '../account/account-emails.service.js';
import { PasswordHasher } from '../password-hasher.js';
import { UsersRepository } from '../users.repository.js';
import { isRecoveryCode, plainRecoveryCode } from './recovery-codes.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';
import { matchingStep, totpCodeOf } from './totp-rules.js';

/** Verifies second-factor codes. Each code is valid once, on any instance. */
@Injectable()
export class TotpCodeVerifier {
  constructor(
    private readonly users: UsersRepository,
    private readonly recovery: RecoveryCodesRepository,
    private readonly hasher: PasswordHasher,
    private readonly notices: AccountEmails,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Accepts six digits or a recovery code. The caller counts failures. @throws Overloaded */
  async accepts(user: UserEntity, typed: string): Promise<boolean> {
    if (user.totpEnabledAt === null || user.totpSecret === null) return false;
    const code = totpCodeOf(typed);
    if (code !== null) {
      const step = matchingStep(this.vault.open(user.totpSecret), code, this.clock.now());
      return step !== null && this.users.takeTotpStep(user.id, step);
    }
    return isRecoveryCode(typed) && this.takesRecoveryCode(user, plainRecoveryCode(typed));
  }

  private async takesRecoveryCode(user: UserEntity, code: string): Promise<boolean> {
    for (const { id, codeHash } of await this.recovery.listUnused(user.id)) {
      if (await this.hasher.matches(code, codeHash)) return this.useUp(user, id);
    }
    return false;
  }

  private useUp(user: UserEntity, id: number): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.recovery.useUp(id, this.clock.now()))) return false;
      const left = await this.recovery.countUnused(user.id);
      const subject = { subjectType: 'user', subjectId: String(user.id) };
      const actor = { actorKind: 'staff', actorUserId: user.id };
      await this.audit.write({ ...actor, ...subject, action: 'auth.recovery-code-used', toValue: `${left} left` });
      await this.notices.tell(user, 'recovery-code-used');
      return true;
    });
  }
}
