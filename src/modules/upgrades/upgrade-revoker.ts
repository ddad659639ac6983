import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { tiersOfUpgrade } from '../../domain/upgrade/upgrade-paths.js';
import { AuditService } from '../audit/index.js';
import {
  PaymentEventPublisher,
  PaymentsRepository,
  ReviewRecorder,
  TokensRepository,
  type Transition,
} from '../payments/index.js';
import { UpgradesRepository } from './upgrades.repository.js';

/** Takes a completed upgrade back whose token's payment was reversed. */
@Injectable()
export class UpgradeRevoker {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly upgrades: UpgradesRepository,
    private readonly tokens: TokensRepository,
    private readonly audit: AuditService,
    private readonly reviews: ReviewRecorder,
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** Voids the number of the higher tier and opens a review to refund the upgrade. */
  async revoke(upgrade: UpgradeEntity, source: Transition['source']): Promise<void> {
    const payment = await this.payments.lock(upgrade.upgradePaymentId);
    const attempt = await this.upgrades.findOwnCapture(upgrade.upgradePaymentId);
    if (!payment || !attempt) throw new Error(`upgrade row ${upgrade.id} is completed without a capture`);
    const { from } = tiersOfUpgrade(upgrade.upgradeType);
    await this.upgrades.release(upgrade, SERVER_MESSAGES.upgrade.notes.sourceReversed(from));
    await this.tokens.setStatus(payment.id, 'void');
    await this.audit.write({
      actorKind: source,
      action: 'token.upgrade_revoked',
      subjectType: 'token',
      subjectId: payment.tokenNumber ?? '',
      fromValue: 'active',
      toValue: 'void',
      reason: payment.originalTokenNumber,
    });
    await this.reviews.open({
      payment,
      reason: 'upgrade_source_refunded',
      reference: attempt.bankTxnId ?? '',
      amount: payment.amount - payment.refundedAmount,
      attemptId: attempt.id,
      evidence: null,
      bankContext: { invoiceNo: attempt.invoiceNo },
      source,
    });
    await this.publisher.changed(payment.id);
  }
}
