import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { Upgradable } from '../../domain/upgrade/upgrade-rules.js';
import { PaymentEventPublisher, PaymentsRepository } from '../payments/index.js';
import { type Standing, UpgradesRepository } from './upgrades.repository.js';
import { Refusal } from '../../runtime/refusal.js';

export interface ClaimedToken {
  /** The gold token's payment. */
  source: PaymentEntity;
  standing: Standing;
}

type Check = (token: ClaimedToken) => void;

const MAX_RACES = 20;

/**
 * Serialises decisions about a token's upgrades: a compare-and-set on the version of the gold payment, so that what was read
 * still holds, refunds included.
 */
@Injectable()
export class TokenClaims {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly upgrades: UpgradesRepository,
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** For the current unit of work. @throws CONFLICT */
  win(sourceId: number): Promise<ClaimedToken> {
    return this.race(
      sourceId,
      (source) => this.payments.claim(source),
      () => undefined,
    );
  }

  /** Only while no refund reserves any of the money. @param check throws to refuse; repeated after a lost race */
  winUnrefunded(sourceId: number, check: Check): Promise<ClaimedToken> {
    return this.race(sourceId, (source) => this.payments.claimUnrefunded(source), check);
  }

  private async race(
    sourceId: number,
    claim: (source: PaymentEntity) => Promise<boolean>,
    check: Check,
  ): Promise<ClaimedToken> {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const source = await this.payments.findById(sourceId);
      if (!source) throw new Error(`payment row ${sourceId} does not exist`);
      const token = { source, standing: await this.upgrades.standingOf(sourceId) };
      check(token);
      if (await claim(source)) {
        // Changes what the gold payment allows, so open screens are updated.
        await this.publisher.changed(sourceId);
        return token;
      }
    }
    throw new Refusal('CONFLICT');
  }
}

export function upgradableOf({ source, standing }: ClaimedToken): Upgradable {
  return {
    tokenType: source.tokenType,
    status: source.status,
    refundReserved: source.refundReserved,
    hasOpenUpgrade: standing.open !== null,
    hasCompletedUpgrade: standing.completed !== null,
    isReversalOpen: standing.isReversalOpen,
  };
}
