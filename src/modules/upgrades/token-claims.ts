import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { type Catalogue, type UpgradeOffer, upgradeOffersOf } from '../../domain/catalogue/catalogue-rules.js';
import { isLinkExpired } from '../../domain/payment/link-expiry.js';
import { shownUpgradeStatus, type Upgradable, upgradeDenial } from '../../domain/upgrade/upgrade-rules.js';
import { Catalogues } from '../catalogue/index.js';
import { PaymentEventPublisher, PaymentsRepository } from '../payments/index.js';
import { type Standing, UpgradesRepository } from './upgrades.repository.js';
import { Refusal } from '../../runtime/refusal.js';

export interface ClaimedToken {
  /** The token's own payment. */
  source: PaymentEntity;
  standing: Standing;
  /** In force for the project. */
  catalogue: Catalogue;
  /** What it asks for upgrades of this token. */
  offers: UpgradeOffer[];
}

type Check = (token: ClaimedToken) => void;

const MAX_RACES = 20;

/**
 * Serialises decisions about a token's upgrades: a compare-and-set on the version of the token's own payment, so that what was read
 * still holds, refunds included.
 */
@Injectable()
export class TokenClaims {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly upgrades: UpgradesRepository,
    private readonly publisher: PaymentEventPublisher,
    private readonly catalogues: Catalogues,
  ) {}

  /** As it stands now, for showing: nothing is locked. */
  async read(source: PaymentEntity): Promise<ClaimedToken> {
    const standing = await this.upgrades.standingOf(source.id);
    const catalogue = await this.catalogues.inForce(source.projectId);
    return { source, standing, catalogue, offers: upgradeOffersOf(source, catalogue) };
  }

  /** Of the upgrades' payments, by their ids. */
  tierNamesOf({ all }: Standing): Promise<ReadonlyMap<number, string>> {
    return this.catalogues.tierNamesOf(all.flatMap(({ upgradePayment }) => upgradePayment ?? []));
  }

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
      const token = await this.read(source);
      check(token);
      if (await claim(source)) {
        // Changes what the token's payment allows, so open screens are updated.
        await this.publisher.changed(sourceId);
        return token;
      }
    }
    throw new Refusal('CONFLICT');
  }
}

/** The upgrades of which a link could be made now, for showing. An expired unpaid link does not count: a new one replaces it. */
export function availableOf(token: ClaimedToken, now: Date): UpgradeOffer[] {
  const hasOpenUpgrade = isShownOpen(token.standing.open, now);
  return upgradeDenial({ ...upgradableOf(token), hasOpenUpgrade }) === null ? token.offers : [];
}

/** @param upgrade with its payment loaded */
export function isShownOpen(upgrade: UpgradeEntity | null, now: Date): boolean {
  if (!upgrade?.upgradePayment) return false;
  const { status, expiresAt } = upgrade.upgradePayment;
  return shownUpgradeStatus(upgrade.status, { status, isLinkExpired: isLinkExpired(expiresAt, now) }) === 'pending';
}

export function upgradableOf({ source, standing, offers }: ClaimedToken): Upgradable {
  return {
    hasPath: offers.length > 0,
    status: source.status,
    refundReserved: source.refundReserved,
    hasOpenUpgrade: standing.open !== null,
    hasCompletedUpgrade: standing.completed !== null,
    isReversalOpen: standing.isReversalOpen,
    moneyWaits: standing.moneyWaits,
  };
}
