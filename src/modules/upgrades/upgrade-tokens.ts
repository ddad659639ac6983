import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { AuditService } from '../audit/index.js';
import { TokensRepository, type Transition } from '../payments/index.js';
import { TokenClaims } from './token-claims.js';
import { UpgradeClosing } from './upgrade-closing.js';
import { UpgradesRepository } from './upgrades.repository.js';

const NOTES = SERVER_MESSAGES.upgrade.notes;

/** What a paid or refunded upgrade does to its token. */
@Injectable()
export class UpgradeTokens {
  constructor(
    private readonly claims: TokenClaims,
    private readonly upgrades: UpgradesRepository,
    private readonly closing: UpgradeClosing,
    private readonly tokens: TokensRepository,
    private readonly audit: AuditService,
  ) {}

  /** Only after `completionDenial` in the same unit of work; the row has been locked since. */
  async complete(upgrade: UpgradeEntity, transition: Transition): Promise<void> {
    const { source, standing } = await this.claims.win(upgrade.sourcePaymentId);
    const fresh = standing.all.find(({ id }) => id === upgrade.id) ?? upgrade;
    if (standing.open && standing.open.id !== fresh.id) await this.closing.endOpen(standing.open, NOTES.overtaken);
    await this.upgrades.complete(fresh, transition.payment.paidAt);
    await this.tokens.setStatus(source.id, 'upgraded');
    await this.audit.write({
      actorKind: transition.source,
      action: 'token.upgraded',
      subjectType: 'token',
      subjectId: source.tokenNumber ?? '',
      fromValue: source.tokenType,
      toValue: transition.payment.tokenType,
      reason: transition.payment.tokenNumber ?? null,
    });
  }

  /** After a full refund of the difference the token is valid again and can be refunded or upgraded anew. */
  async release(upgrade: UpgradeEntity, { payment, source: evidence }: Transition): Promise<void> {
    if (upgrade.completedSourceId === null) return;
    const { source } = await this.claims.win(upgrade.sourcePaymentId);
    await this.upgrades.release(upgrade, NOTES.refunded(source.tokenType));
    await this.tokens.setStatus(source.id, 'active');
    await this.audit.write({
      actorKind: evidence,
      action: 'token.upgrade_refunded',
      subjectType: 'token',
      subjectId: source.tokenNumber ?? '',
      fromValue: payment.tokenType,
      toValue: source.tokenType,
      reason: payment.tokenNumber,
    });
  }
}
