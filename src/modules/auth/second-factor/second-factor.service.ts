import { Injectable } from '@nestjs/common';
import type { RecoveryCodes, TotpStart } from '../../../contracts/accounts.js';
import { AuditService } from '../../audit/index.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import type { AccountEvent } from '../../../mail/index.js';
import { Clock } from '../../../runtime/clock.js';
import { Vault } from '../../../runtime/vault.js';
import { AccountEmails } from '../account/account-emails.service.js';
import { Reauthentication } from '../account/reauthentication.service.js';
import { PasswordHasher } from '../password-hasher.js';
import { SessionsRepository } from '../sessions.repository.js';
import type { Visitor } from '../sessions.service.js';
import { AccessRules } from '../staff/access-rules.repository.js';
import { UsersRepository } from '../users.repository.js';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';
import { matchingStep, newTotpSecret, totpCodeOf, totpUri } from './totp-rules.js';
import { Refusal } from '../../../runtime/refusal.js';

/** Switches one's own second factor on and off. The seed is sealed; recovery codes are hashed and shown once. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly users: UsersRepository,
    private readonly recovery: RecoveryCodesRepository,
    private readonly sessions: SessionsRepository,
    private readonly rules: AccessRules,
    private readonly credentials: Reauthentication,
    private readonly hasher: PasswordHasher,
    private readonly notices: AccountEmails,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  codesLeft(userId: number): Promise<number> {
    return this.recovery.countUnused(userId);
  }

  /** Creates a seed that becomes active once a code of it is confirmed. @throws TOTP_IS_ON */
  async start({ userId, email }: Principal): Promise<TotpStart> {
    const secret = newTotpSecret();
    if (!(await this.users.setTotpSecret(userId, this.vault.seal(secret)))) throw new Refusal('TOTP_IS_ON');
    return { secret, uri: totpUri(secret, email) };
  }

  /** @throws CODE_WRONG, TOTP_IS_ON, TOTP_IS_OFF when it was not started */
  async confirm(principal: Principal, typed: string): Promise<RecoveryCodes> {
    const user = await this.getUser(principal.userId);
    const sealed = user.totpSecret;
    if (user.totpEnabledAt !== null) throw new Refusal('TOTP_IS_ON');
    if (sealed === null) throw new Refusal('TOTP_IS_OFF');
    const code = totpCodeOf(typed);
    const step = code === null ? null : matchingStep(this.vault.open(sealed), code, this.clock.now());
    if (step === null) throw new Refusal('CODE_WRONG');
    const { recoveryCodes, hashes } = await this.newCodes();
    await this.uow.run(async () => {
      const now = this.clock.now();
      if (!(await this.users.enableTotp(user.id, sealed, step, now))) throw new Refusal('TOTP_IS_ON');
      await this.recovery.replaceAll(user.id, hashes, now);
      await this.sessions.setVerified(principal.sessionId, now);
      await this.record(user, 'factor-on', 'off', 'on');
    });
    return { recoveryCodes };
  }

  /** @throws PASSWORD_WRONG, CODE_WRONG, TOTP_IS_OFF, TOTP_NEEDED, LOGIN_THROTTLED */
  async switchOff(principal: Principal, shown: { password: string; code: string }, visitor: Visitor): Promise<void> {
    if (!principal.secondFactor) throw new Refusal('TOTP_IS_OFF');
    if (principal.role === 'admin' && (await this.rules.adminsNeedSecondFactor())) throw new Refusal('TOTP_NEEDED');
    const user = await this.credentials.require(principal, shown, visitor);
    await this.uow.run(async () => {
      if (await this.takeAway(user)) await this.record(user, 'factor-off', 'on', 'off');
    });
  }

  /** Replaces the recovery codes. @throws TOTP_IS_OFF */
  async renewCodes(principal: Principal): Promise<RecoveryCodes> {
    const user = await this.getUser(principal.userId);
    if (user.totpEnabledAt === null) throw new Refusal('TOTP_IS_OFF');
    const { recoveryCodes, hashes } = await this.newCodes();
    await this.uow.run(async () => {
      await this.recovery.replaceAll(user.id, hashes, this.clock.now());
      await this.record(user, 'recovery-codes-made');
    });
    return { recoveryCodes };
  }

  /**
   * For somebody who has lost device and codes. Joins the caller's unit of work, which checks the permission.
   * @throws TOTP_IS_OFF
   */
  async takeFrom(user: UserEntity): Promise<void> {
    if (!(await this.takeAway(user))) throw new Refusal('TOTP_IS_OFF');
    await this.record(user, 'factor-off', 'on', 'off');
  }

  private async takeAway({ id }: UserEntity): Promise<boolean> {
    const now = this.clock.now();
    await this.recovery.replaceAll(id, [], now);
    return this.users.disableTotp(id, now);
  }

  private async newCodes() {
    const recoveryCodes = newRecoveryCodes();
    const hashes = await Promise.all(recoveryCodes.map((code) => this.hasher.hash(plainRecoveryCode(code))));
    return { recoveryCodes, hashes };
  }

  private async getUser(id: number): Promise<UserEntity> {
    const user = await this.users.findById(id);
    if (!user) throw new Refusal('STAFF_NOT_FOUND');
    return user;
  }

  private async record(user: UserEntity, event: AccountEvent, from?: string, to?: string): Promise<void> {
    const subject = { subjectType: 'user', subjectId: String(user.id) };
    await this.audit.write({ action: `auth.${event}`, ...subject, fromValue: from, toValue: to });
    await this.notices.tell(user, event);
  }
}
