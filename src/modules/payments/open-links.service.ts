import { Inject, Injectable } from '@nestjs/common';
import { In, MoreThan, Not } from 'typeorm';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { HeldToken, OpenLink } from '../../contracts/links.js';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { LinkGuardEntity } from '../../database/entities/link-guard.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { TokenEntity } from '../../database/entities/token.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { emailKey } from '../../domain/email.js';
import { WITHDRAWALS } from '../../domain/link-care.js';
import { firstName } from '../../domain/masking.js';
import { normalisePhone } from '../../domain/phone.js';
import type { TokenType } from '../../domain/token-catalogue.js';
import type { Principal } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { guardKeysOf, type Person } from './link-guards.js';
import { paymentUrlOf } from './payment.presenter.js';

/** Nobody has that many; a number that a whole office shares must not make the answer long. */
const MOST_SHOWN = 10;

export function personOf(email: string | undefined, phone: string | undefined | null): Person {
  return { emailKey: emailKey(email), phone: phone ? normalisePhone(phone) : null };
}

/** Keeps two desks from selling the same token to the same person. */
@Injectable()
export class OpenLinks {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Until the unit of work under way ends, nobody else gets past here for the same person and tier: what `find` answers
   * afterwards stays true. The rows are written whether or not they are known, because only a written row is locked on MySQL;
   * on SQLite units of work follow each other anyway. In one order, so that two of them cannot wait for each other.
   */
  async hold(tokenType: TokenType, person: Person): Promise<void> {
    for (const guardKey of guardKeysOf(tokenType, person)) {
      await this.uow.manager
        .createQueryBuilder()
        .insert()
        .into(LinkGuardEntity)
        .values({ guardKey, heldAt: this.clock.now() })
        .orUpdate(['held_at'], ['guard_key'])
        .execute();
    }
  }

  /** Links of that tier, by any seller, on which this person could still pay or is paying; newest first. */
  async find(tokenType: TokenType, person: Person): Promise<PaymentEntity[]> {
    const customerIds = await this.customerIdsOf(person);
    if (customerIds.length === 0) return [];
    const { manager } = this.uow;
    const theirs = {
      customerId: In(customerIds),
      tokenType,
      paymentType: 'initial' as const,
      expiresAt: MoreThan(this.clock.now()),
    };
    return manager.getRepository(PaymentEntity).find({
      where: [
        { ...theirs, status: In(['pending', 'initiated', 'failed']) },
        // Broken off at the bank, and paid after all on the same link; one that staff took back is paid by nobody.
        { ...theirs, status: 'cancelled', statusReason: Not(In([...WITHDRAWALS])) },
      ],
      relations: { customer: true, salesManager: true },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: MOST_SHOWN,
    });
  }

  /**
   * Valid tokens of any tier and seller that this person has paid for; newest first. Read after `find` in the same unit of work, so
   * that a link which is paid in between is seen by one of the two.
   */
  async findHeldTokens(person: Person): Promise<TokenEntity[]> {
    const customerIds = await this.customerIdsOf(person);
    if (customerIds.length === 0) return [];
    return this.uow.manager.getRepository(TokenEntity).find({
      where: { status: 'active', payment: { customerId: In(customerIds) } },
      relations: { payment: { customer: true, salesManager: true } },
      order: { issuedAt: 'DESC', id: 'DESC' },
      take: MOST_SHOWN,
    });
  }

  private async customerIdsOf(person: Person): Promise<number[]> {
    const same = [
      ...(person.emailKey ? [{ emailKey: person.emailKey }] : []),
      ...(person.phone ? [{ phone: person.phone }] : []),
    ];
    if (same.length === 0) return [];
    const repository = this.uow.manager.getRepository(CustomerEntity);
    const customers = await repository.find({ select: { id: true }, where: same });
    return customers.map(({ id }) => id);
  }

  /** Another seller's token is named by its number, without the payment's id. */
  presentHeldTokens(tokens: TokenEntity[], viewer: Principal): HeldToken[] {
    return tokens.map(({ payment, tokenNumber, tokenType, issuedAt }) => {
      const own = payment?.salesManagerId === viewer.userId;
      return {
        paymentId: payment && (own || viewer.role === 'admin') ? payment.publicId : null,
        tokenNumber,
        tokenType,
        customerFirstName: firstName(payment?.customer?.name ?? ''),
        paidAt: issuedAt.toISOString(),
        sellerName: firstName(payment?.salesManager?.name ?? ''),
        own,
      };
    });
  }

  /** Another seller's link is told of, but never handed out. */
  present(payments: PaymentEntity[], viewer: Principal): OpenLink[] {
    return payments.map((payment) => {
      const own = payment.salesManagerId === viewer.userId;
      const mayOpen = own || viewer.role === 'admin';
      return {
        paymentId: mayOpen ? payment.publicId : null,
        paymentUrl: mayOpen ? paymentUrlOf(this.settings.appUrl, payment) : null,
        customerFirstName: firstName(payment.customer?.name ?? ''),
        tokenType: payment.tokenType,
        createdAt: payment.createdAt.toISOString(),
        paymentLinkExpiresAt: payment.expiresAt.toISOString(),
        sellerName: firstName(payment.salesManager?.name ?? ''),
        own,
      };
    });
  }
}
