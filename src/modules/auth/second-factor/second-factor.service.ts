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
import { CodeWrong, FactorIsOff, FactorIsOn, FactorNeeded, StaffNotFound } from '../auth.errors.js';
import { PasswordHasher } from '../password-hasher.js';
import { SessionsRepository } from '../sessions.repository.js';
import type { Visitor } from '../sessions.service.js';
import { AccessRules } from '../staff/access-rules.repository.js';
import { UsersRepository } from '../users.repository.js';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';
import { matchingStep, newTotpSecret, totpCodeOf, totpUri } from './totp-rules.js';

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

  /** Creates a seed that becomes active once a code of it is confirmed. @throws FactorIsOn */
  async start({ userId, email }: Principal): Promise<TotpStart> {
    const secret = newTotpSecret();
    if (!(await this.users.setTotpSecret(userId, this.vault.seal(secret)))) throw new FactorIsOn();
    return { secret, uri: totpUri(secret, email) };
  }

  /** @throws CodeWrong, FactorIsOn, FactorIsOff when it was not started */
  async confirm(principal: Principal, typed: string): Promise<RecoveryCodes> {
    const user = await this.getUser(principal.userId);
    const sealed = user.totpSecret;
    if (user.totpEnabledAt !== null) throw new FactorIsOn();
    if (sealed === null) throw new FactorIsOff();
    const code = totpCodeOf(typed);
    const step = code === null ? null : matchingStep(this.vault.open(sealed), code, this.clock.now());
    if (step === null) throw new CodeWrong();
    const { recoveryCodes, hashes } = await this.newCodes();
    await this.uow.run(async () => {
      const now = this.clock.now();
      if (!(await this.users.enableTotp(user.id, sealed, step, now))) throw new FactorIsOn();
      await this.recovery.replaceAll(user.id, hashes, now);
      await this.sessions.setVerified(principal.sessionId, now);
      await this.record(user, 'factor-on', 'off', 'on');
    });
    return { recoveryCodes };
  }

  /** @throws PasswordWrong, CodeWrong, FactorIsOff, FactorNeeded, LoginThrottled */
  async switchOff(principal: Principal, shown: { password: string; code: string }, visitor: Visitor): Promise<void> {
    if (!principal.secondFactor) throw new FactorIsOff();
    if (principal.role === 'admin' && (await this.rules.adminsNeedSecondFactor())) throw new FactorNeeded();
    const user = await this.credentials.require(principal, shown, visitor);
    await this.uow.run(async () => {
      if (await this.takeAway(user)) await this.record(user, 'factor-off', 'on', 'off');
    });
  }

  /** Replaces the recovery codes. @throws FactorIsOff */
  async renewCodes(principal: Principal): Promise<RecoveryCodes> {
    const user = await this.getUser(principal.userId);
    if (user.totpEnabledAt === null) throw new FactorIsOff();
    const { recoveryCodes, hashes } = await this.newCodes();
    await this.uow.run(async () => {
      await this.recovery.replaceAll(user.id, hashes, this.clock.now());
      await this.record(user, 'recovery-codes-made');
    });
    return { recoveryCodes };
  }

  /**
   * For somebody who has lost device and codes. Joins the caller's unit of work, which checks the permission.
   * @throws FactorIsOff
   */
  async takeFrom(user: UserEntity): Promise<void> {
    if (!(await this.takeAway(user))) throw new FactorIsOff();
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
    if (!user) throw new StaffNotFound();
    return user;
  }

  private async record(user: UserEntity, event: AccountEvent, from?: string, to?: string): Promise<void> {
    const subject = { subjectType: 'user', subjectId: String(user.id) };
    await this.audit.write({ action: `auth.${event}`, ...subject, fromValue: from, toValue: to });
    await this.notices.tell(user, event);
  }
}
