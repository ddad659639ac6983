import { Inject, Injectable } from '@nestjs/common';
import { In, MoreThan, Not } from 'typeorm';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { OpenLink } from '../../contracts/links.js';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { LinkGuardEntity } from '../../database/entities/link-guard.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
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
    const same = [
      ...(person.emailKey ? [{ emailKey: person.emailKey }] : []),
      ...(person.phone ? [{ phone: person.phone }] : []),
    ];
    if (same.length === 0) return [];
    const { manager } = this.uow;
    const customers = await manager.getRepository(CustomerEntity).find({ select: { id: true }, where: same });
    if (customers.length === 0) return [];
    const theirs = {
      customerId: In(customers.map(({ id }) => id)),
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
