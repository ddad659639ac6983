import { Injectable } from '@nestjs/common';
import { isLinkExpired } from '../../domain/payment/link-expiry.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptsRepository, PaymentTransitions, StatusChecker } from '../payments/index.js';
import { UpgradesRepository } from './upgrades.repository.js';

/**
 * Before staff make a new upgrade link, or reset failed ones: an expired link ends after a last STATUS check, which the poll job would make in its
 * turn, and money that came on a failed one is found.
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

  /** Never inside a unit of work: the bank may be asked. */
  async settle(sourceId: number): Promise<void> {
    const { open, failed } = await this.upgrades.standingOf(sourceId);
    for (const { upgradePaymentId } of failed) await this.checker.checkSent(upgradePaymentId, 'staff');
    if (!open?.upgradePayment || !isLinkExpired(open.upgradePayment.expiresAt, this.clock.now())) return;
    const attempt = await this.attempts.findOpen(open.upgradePaymentId);
    if (attempt) await this.checker.checkAttempt(attempt.id, 'staff');
    else await this.transitions.expireLink(open.upgradePaymentId, 'staff');
  }
}
