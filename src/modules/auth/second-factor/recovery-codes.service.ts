import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { Clock } from '../../../runtime/clock.js';
import { PasswordHasher } from '../password-hasher.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';
import { randomLetters } from '../one-time-password.js';

const COUNT = 10;
const GROUP = 5;

/** Ten codes as they are shown, about 50 bits each: hashed like passwords, and guesses are throttled. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => `${randomLetters(GROUP)}-${randomLetters(GROUP)}`);
}

/** The form that is hashed: without blanks and dashes, in lower case. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '');
}

export function isRecoveryCode(typed: string): boolean {
  return typed.length < 40 && /^[a-hjkmnp-z2-9]{10}$/.test(plainRecoveryCode(typed));
}

/** Recovery codes, which are stored hashed. */
@Injectable()
export class RecoveryCodesService {
  constructor(
    private readonly rows: RecoveryCodesRepository,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /** Slow; call it outside of any unit of work. @throws Overloaded */
  async make(): Promise<{ recoveryCodes: string[]; hashes: string[] }> {
    const recoveryCodes = newRecoveryCodes();
    const hashes = await Promise.all(recoveryCodes.map((code) => this.hasher.hash(plainRecoveryCode(code))));
    return { recoveryCodes, hashes };
  }

  /** Replaces all codes; the old ones are void. */
  store(userId: number, hashes: string[]): Promise<void> {
    return this.rows.replaceAll(userId, hashes, this.clock.now());
  }

  countUnused(userId: number): Promise<number> {
    return this.rows.countUnused(userId);
  }

  /** @returns the row of an unused code @throws Overloaded */
  async find({ id: userId }: UserEntity, typed: string): Promise<number | null> {
    if (!isRecoveryCode(typed)) return null;
    for (const { id, codeHash } of await this.rows.listUnused(userId))
      if (await this.hasher.matches(plainRecoveryCode(typed), codeHash)) return id;
    return null;
  }

  /** Compare-and-set. @returns false when it was used meanwhile */
  useUp(id: number): Promise<boolean> {
    return this.rows.useUp(id, this.clock.now());
  }
}
