import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { istDayOf } from '../../domain/calendar/ist-day.js';
import { type Catalogue, catalogueInForce, saleDenial, tierOf } from '../../domain/catalogue/catalogue-rules.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { readCatalogue, readCatalogues, tierNameOf } from './catalogues.queries.js';

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
  tierNameOf(payment: Pick<PaymentEntity, 'catalogueVersionId' | 'tokenType'>): Promise<string> {
    return tierNameOf(this.uow, payment);
  }

  /**
   * The version for a sale of a tier, and its price in paise.
   * @throws TIER_NOT_SOLD
   */
  async requireSold(projectId: number, tokenType: TokenType): Promise<{ catalogue: Catalogue; price: number }> {
    const catalogue = await this.inForce(projectId);
    const tier = tierOf(catalogue, tokenType);
    const denial = saleDenial(tier, istDayOf(this.clock.now()));
    if (denial === null) return { catalogue, price: tier.price };
    const { notOffered, notYet, over } = SERVER_MESSAGES.catalogue;
    const message = {
      not_offered: notOffered(tier.name),
      not_yet: notYet(tier.name, tier.saleFrom ?? ''),
      over: over(tier.name, tier.saleTo ?? ''),
    }[denial];
    throw new Refusal('TIER_NOT_SOLD', { message });
  }

  /** The tiers that a sales page offers today, in its order. */
  async offered(projectId: number): Promise<Catalogue['tiers']> {
    const today = istDayOf(this.clock.now());
    const { tiers } = await this.inForce(projectId);
    return tiers.filter((tier) => saleDenial(tier, today) === null);
  }
}
