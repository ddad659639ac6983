import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { CustomerEntity } from '../../../database/entities/customer.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { TokenEntity } from '../../../database/entities/token.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { istMoment } from '../../../domain/calendar/ist-time.js';
import { type Tiered, tieredOf } from '../../../domain/catalogue/tier-code.js';
import type { LinkLifetime } from '../../../domain/payment/link-expiry.js';
import { firstName } from '../../../domain/people/masking.js';
import { normalisePhone } from '../../../domain/people/phone.js';
import { type ReferenceType, tokenLabel } from '../../../domain/payment/token-catalogue.js';
import { Catalogues, type WantedTier } from '../../catalogue/index.js';
import { CustomersRepository } from '../../customers/index.js';
import { SalesEvents, type Selling } from '../../projects/index.js';
import { LinkLifetimes } from './link-lifetimes.js';
import { type RequestedLink, LinkCreator, type CreatedLinkRows } from './link-creator.service.js';
import { personOf } from './link-creation-lock.js';
import { OpenLinksRepository } from './open-links.repository.js';
import { Refusal } from '../../../runtime/refusal.js';

export interface CreateLinkCommand {
  salesManagerId: number;
  /** Decides with `eventId` in which event it is sold. */
  seller: Selling;
  /** The event for which the form was opened; undefined: the seller's current one. */
  eventId: string | undefined;
  /** Paise, as the client claims it; the catalogue decides. */
  amount: number;
  /** The tier to sell. */
  tier: WantedTier;
  referenceType: ReferenceType;
  brokerName: string | null;
  panCard: string | null;
  customer: { name: string; email: string; phone: string | null };
  lifetime: LinkLifetime | undefined;
  /** Why a second link is created beside an open one. */
  duplicateReason: string | null;
  /** A second link needs a reason; false for programs. */
  needsReason: boolean;
}

/** What the same person has already, read when the link was created. */
export interface CustomerHoldings {
  /** Open links of the same person and tier. */
  others: PaymentEntity[];
  /** Valid tokens of the same person, of any tier. */
  heldTokens: TokenEntity[];
}

export type CreatedLink = CreatedLinkRows & RequestedLink & CustomerHoldings & { customer: CustomerEntity };

/** A sale: the customer, the payment and its link. */
@Injectable()
export class CreateLinkService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly customers: CustomersRepository,
    private readonly links: LinkCreator,
    private readonly lifetimes: LinkLifetimes,
    private readonly openLinks: OpenLinksRepository,
    private readonly catalogues: Catalogues,
    private readonly events: SalesEvents,
  ) {}

  /**
   * The link exists once this resolves, whatever the bank answered.
   * @param onMade runs in the unit of work that creates the link, before the bank is asked
   * @throws TIER_NOT_SOLD, AMOUNT_MISMATCH, FIELD_ERRORS, OPEN_LINK_EXISTS, TOKEN_HELD, QUOTA_SOLD_OUT, and as `SalesEvents.placeOf`
   */
  async create(order: CreateLinkCommand, onMade: (made: CreatedLink) => Promise<void>): Promise<CreatedLink> {
    const place = await this.events.placeOf(order.seller, order.eventId);
    const { catalogue, tier } = await this.catalogues.requireSold(place.projectId, order.tier);
    if (order.amount !== tier.price) throw new Refusal('AMOUNT_MISMATCH');
    const tiered = tieredOf(tier);
    const made = await this.uow.run(async () => {
      const possessions = await this.possessionsOf(place.projectId, tiered, order);
      const customer = await this.customers.findOrCreate({
        salesManagerId: order.salesManagerId,
        name: order.customer.name,
        email: order.customer.email,
        phone: order.customer.phone ? normalisePhone(order.customer.phone) : null,
      });
      const { salesManagerId, referenceType, brokerName, panCard, duplicateReason } = order;
      const sale = { ...tiered, salesManagerId, referenceType, brokerName, panCard, duplicateReason };
      const link = await this.links.make({
        ...sale,
        ...place,
        catalogueVersionId: catalogue.id,
        customerId: customer.id,
        paymentType: 'initial',
        amount: tier.price,
        expiresAt: this.lifetimes.expiry(order.lifetime),
        auditReason: secondSaleNote(duplicateReason, possessions),
      });
      await onMade({ ...link, ...possessions, customer, answer: null });
      return { ...link, ...possessions, customer };
    });
    return { ...made, ...(await this.links.askBank(made)) };
  }

  /** Locks the person and tier until the end of the unit of work, so that the second of two desks sees the first one's link. */
  private async possessionsOf(projectId: number, tier: Tiered, order: CreateLinkCommand): Promise<CustomerHoldings> {
    const { customer, needsReason, duplicateReason } = order;
    const person = personOf(customer.email, customer.phone);
    await this.openLinks.lock(tier, person);
    const others = await this.openLinks.find(projectId, tier, person);
    const heldTokens = await this.openLinks.findHeldTokens(projectId, person);
    if (needsReason && duplicateReason === null) {
      const [newest] = others;
      if (newest) {
        const name = newest.tierCode === null ? tokenLabel(newest.tokenType) : await this.catalogues.tierNameOf(newest);
        throw new Refusal('OPEN_LINK_EXISTS', { message: openLinkText(newest, name, others.length) });
      }
      if (heldTokens[0]) throw new Refusal('TOKEN_HELD', { message: heldTokenText(heldTokens[0], heldTokens.length) });
    }
    return { others, heldTokens };
  }
}

function openLinkText(newest: PaymentEntity, tier: string, howMany: number): string {
  return SERVER_MESSAGES.link.openLink(
    firstName(newest.salesManager?.name ?? ''),
    tier,
    firstName(newest.customer?.name ?? ''),
    istMoment(newest.createdAt.toISOString()),
    howMany - 1,
  );
}

function heldTokenText({ tokenNumber, issuedAt, payment }: TokenEntity, howMany: number): string {
  return SERVER_MESSAGES.link.heldToken(
    firstName(payment?.customer?.name ?? ''),
    tokenNumber,
    istMoment(issuedAt.toISOString()),
    firstName(payment?.salesManager?.name ?? ''),
    howMany - 1,
  );
}

/** For the audit log, which is never rewritten: the reason itself is stored on the payment. */
function secondSaleNote(reason: string | null, { others, heldTokens }: CustomerHoldings): string | null {
  const what = others.length === 0 && heldTokens.length > 0 ? 'second unit' : 'second link';
  if (reason !== null) return `${what}, reason given`;
  return others.length + heldTokens.length > 0 ? `${what}, no reason given` : null;
}
