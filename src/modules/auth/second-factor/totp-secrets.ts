import { Injectable } from '@nestjs/common';
import { Clock } from '../../../runtime/clock.js';
import { Vault } from '../../../runtime/vault.js';
import { matchingStep, newTotpSecret, totpCodeOf } from './totp-rules.js';

/** The seeds of authenticator apps, which are stored sealed. */
@Injectable()
export class TotpSecrets {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  make(): { secret: string; sealed: string } {
    const secret = newTotpSecret();
    return { secret, sealed: this.vault.seal(secret) };
  }

  /** @returns the time step of a code that is valid now, or null */
  stepOf(sealed: string, typed: string): number | null {
    const code = totpCodeOf(typed);
    return code === null ? null : matchingStep(this.vault.open(sealed), code, this.clock.now());
  }
}
