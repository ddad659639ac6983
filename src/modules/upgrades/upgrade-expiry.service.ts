import { Injectable } from '@nestjs/common';
import { isLinkExpired } from '../../domain/link-expiry.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptsRepository, PaymentTransitions, StatusChecker } from '../payments/index.js';
import { UpgradesRepository } from './upgrades.repository.js';

/**
 * An expired link is only given up after a last look at the bank. The poll job takes that look in its turn; staff who want
 * a new link now have it taken at once.
 */
@Injectable()
export class UpgradeExpiry {
  constructor(
    private readonly upgrades: UpgradesRepository,
    private readonly attempts: AttemptsRepository,
    private readonly checker: StatusChecker,
    private readonly transitions: PaymentTransitions,
    private readonly clock: Clock,
  ) {}

  /** Outside of any unit of work: the bank may be asked. */
  async settle(sourceId: number): Promise<void> {
    const { open } = await this.upgrades.standingOf(sourceId);
    if (!open?.upgradePayment || !isLinkExpired(open.upgradePayment.expiresAt, this.clock.now())) return;
    const attempt = await this.attempts.findOpen(open.upgradePaymentId);
    if (attempt) await this.checker.checkAttempt(attempt.id, 'staff');
    else await this.transitions.expireLink(open.upgradePaymentId, 'staff');
  }
}
