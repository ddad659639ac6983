import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { istDayOf } from '../../domain/calendar/ist-day.js';
import {
  type Catalogue,
  catalogueInForce,
  type CatalogueTier,
  findTier,
  medalOf,
  saleDenial,
} from '../../domain/catalogue/catalogue-rules.js';
import { medalOfCode } from '../../domain/catalogue/tier-code.js';
import { tokenLabel, type TokenType } from '../../domain/payment/token-catalogue.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { readCatalogue, readCatalogues, tierNameOf } from './catalogues.queries.js';

/** By code, by medal, or by both; a medal alone stands for the tier whose code it is. */
export interface WantedTier {
  tierCode?: string | undefined;
  tokenType?: TokenType | undefined;
}

/** What is sold, and under which version a payment was made (docs/product.md#tiers). */
@Injectable()
export class Catalogues {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The version for what is made now. */
  async inForce(projectId: number): Promise<Catalogue> {
    return catalogueInForce(await readCatalogues(this.uow), projectId, istDayOf(this.clock.now()));
  }

  /** The version that a payment keeps. */
  of({ catalogueVersionId }: Pick<PaymentEntity, 'catalogueVersionId'>): Promise<Catalogue> {
    return readCatalogue(this.uow, catalogueVersionId);
  }

  /** The name of a payment's tier in its version. */
  tierNameOf(payment: Pick<PaymentEntity, 'catalogueVersionId' | 'tokenType' | 'tierCode'>): Promise<string> {
    return tierNameOf(this.uow, payment);
  }

  /** As `tierNameOf`, by the ids of the payments. */
  async tierNamesOf(
    payments: readonly Pick<PaymentEntity, 'id' | 'catalogueVersionId' | 'tokenType' | 'tierCode'>[],
  ): Promise<Map<number, string>> {
    const names = new Map<number, string>();
    for (const payment of payments) names.set(payment.id, await this.tierNameOf(payment));
    return names;
  }

  /**
   * The version for a sale of a tier, and what it says of the tier.
   * @throws FIELD_ERRORS for a medal that is not the tier's, TIER_NOT_SOLD
   */
  async requireSold(projectId: number, wanted: WantedTier): Promise<{ catalogue: Catalogue; tier: CatalogueTier }> {
    const catalogue = await this.inForce(projectId);
    const code = wanted.tierCode ?? wanted.tokenType ?? '';
    const tier = findTier(catalogue, code);
    const { notOffered, notYet, over, otherMedal } = SERVER_MESSAGES.catalogue;
    if (!tier) throw new Refusal('TIER_NOT_SOLD', { message: notOffered(nameOfCode(code)) });
    if (wanted.tokenType !== undefined && wanted.tokenType !== tier.tokenType) {
      const message = otherMedal(tier.code, tier.tokenType);
      throw new Refusal('FIELD_ERRORS', { message, details: { tokenType: message } });
    }
    const denial = saleDenial(tier, istDayOf(this.clock.now()));
    if (denial === null) return { catalogue, tier };
    const { name, saleFrom, saleTo } = tier;
    const message = {
      not_offered: () => notOffered(name),
      not_yet: () => notYet(name, saleFrom!),
      over: () => over(name, saleTo!),
    }[denial]();
    throw new Refusal('TIER_NOT_SOLD', { message });
  }

  /** The medal of a code in the versions of a project; null: none names it. */
  async medalOf(projectId: number, code: string): Promise<TokenType | null> {
    return medalOf(ownVersions(await readCatalogues(this.uow), projectId), code);
  }

  /** The tiers that a sales page offers today, in its order. */
  async offered(projectId: number): Promise<Catalogue['tiers']> {
    const today = istDayOf(this.clock.now());
    const { tiers } = await this.inForce(projectId);
    return tiers.filter((tier) => saleDenial(tier, today) === null);
  }
}

function ownVersions(all: readonly Catalogue[], projectId: number): Catalogue[] {
  return all.filter((version) => version.projectId === projectId);
}

function nameOfCode(code: string): string {
  const medal = medalOfCode(code);
  return medal ? tokenLabel(medal) : code;
}
