import { Injectable } from '@nestjs/common';
import type { CustomerEntity } from '../../database/entities/customer.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { normalisePhone } from '../../domain/phone.js';
import { priceOf, type ReferenceType, type TokenType } from '../../domain/token-catalogue.js';
import { CustomersRepository } from '../customers/index.js';
import { type AskedLink, LinkMaker, type MadeLink } from './link-maker.service.js';
import { AmountDiffersFromPrice } from './payments.errors.js';

export interface LinkOrder {
  salesManagerId: number;
  /** Paise, as the client claims it; the catalogue decides. */
  amount: number;
  tokenType: TokenType;
  referenceType: ReferenceType;
  brokerName: string | null;
  panCard: string | null;
  customer: { name: string; email: string; phone: string | null };
}

export type CreatedLink = MadeLink & AskedLink & { customer: CustomerEntity };

/** A sale: the customer, the payment and its link. */
@Injectable()
export class CreateLinkService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly customers: CustomersRepository,
    private readonly links: LinkMaker,
  ) {}

  /**
   * The link exists once this resolves, whatever the bank said.
   * @param onMade runs in the unit of work that makes the link, before the bank is asked
   * @throws AmountDiffersFromPrice
   */
  async create(order: LinkOrder, onMade: (made: CreatedLink) => Promise<void>): Promise<CreatedLink> {
    const price = priceOf(order.tokenType);
    if (order.amount !== price) throw new AmountDiffersFromPrice();
    const made = await this.uow.run(async () => {
      const customer = await this.customers.findOrCreate({
        salesManagerId: order.salesManagerId,
        name: order.customer.name,
        email: order.customer.email,
        phone: order.customer.phone ? normalisePhone(order.customer.phone) : null,
      });
      const { salesManagerId, tokenType, referenceType, brokerName, panCard } = order;
      const sale = { salesManagerId, tokenType, referenceType, brokerName, panCard };
      const link = await this.links.make({ ...sale, customerId: customer.id, paymentType: 'initial', amount: price });
      await onMade({ ...link, customer, answer: null });
      return { ...link, customer };
    });
    return { ...made, ...(await this.links.askBank(made)) };
  }
}
