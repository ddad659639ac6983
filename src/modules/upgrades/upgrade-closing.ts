import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import { isPaid } from '../../domain/payment/payment-status.js';
import type { AnyReviewReason } from '../../domain/payment/review-rules.js';
import { tiersOfUpgrade } from '../../domain/upgrade/upgrade-paths.js';
import { LinkEnder, PaymentEventPublisher, type Review, type Transition } from '../payments/index.js';
import { UpgradesRepository } from './upgrades.repository.js';

const NOTES = SERVER_MESSAGES.upgrade.notes;

/** Reviews of a capture that completes no upgrade. */
const UNUSABLE: Partial<Record<AnyReviewReason, (tiers: ReturnType<typeof tiersOfUpgrade>) => string>> = {
  upgrade_duplicate: () => NOTES.duplicate,
  upgrade_source_refunded: ({ from }) => NOTES.sourceRefunded(from),
  quota_sold_out: ({ to }) => NOTES.soldOut(to),
};

/** Upgrades that end without a token, and their links. */
@Injectable()
export class UpgradeClosing {
  constructor(
    private readonly upgrades: UpgradesRepository,
    private readonly links: LinkEnder,
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** Frees the token for another upgrade link; this one can still be paid until it expires. */
  async close(upgrade: UpgradeEntity, { payment }: Transition): Promise<void> {
    if (upgrade.status !== 'pending') return;
    await this.upgrades.close(upgrade, noteFor(payment.statusReason));
    await this.publisher.changed(upgrade.sourcePaymentId);
  }

  /**
   * Late money has completed an earlier upgrade, or the token's payment is gone. The payment of the open one keeps its status; should
   * its money arrive, it is excess.
   */
  async endOpen(open: UpgradeEntity, notes: string): Promise<void> {
    await this.upgrades.close(open, notes);
    await this.links.end(open.upgradePaymentId, 'system');
  }

  /** Of upgrades that failed. Money that is under way already is still recorded. @returns the payments whose links were live */
  async endLinks(failed: UpgradeEntity[], source: EvidenceSource): Promise<PaymentEntity[]> {
    const ended: PaymentEntity[] = [];
    for (const { upgradePayment: payment } of failed)
      if (payment && !isPaid(payment.status) && (await this.links.endIfLive(payment, source))) ended.push(payment);
    return ended;
  }

  /** Ends the link of an upgrade whose capture could not be used. */
  async shelveUnusable({ payment, reason }: Review): Promise<void> {
    const note = UNUSABLE[reason];
    if (payment.paymentType !== 'upgrade' || note === undefined || isPaid(payment.status)) return;
    const upgrade = await this.upgrades.findByPayment(payment.id);
    if (!upgrade) return;
    await this.upgrades.shelve(upgrade, note(tiersOfUpgrade(upgrade.upgradeType)));
    await this.links.endIfLive(payment, 'system');
    await this.publisher.changed(upgrade.sourcePaymentId);
  }
}

function noteFor(reason: string | null): string {
  if (reason === 'declined') return NOTES.declined;
  if (reason === 'cancelled_by_staff') return NOTES.withdrawn;
  return reason === 'link_expired' ? NOTES.expired : NOTES.cancelled;
}
