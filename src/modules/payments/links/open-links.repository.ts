import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Not } from 'typeorm';
import { CustomerEntity } from '../../../database/entities/customer.entity.js';
import { LinkCreationLockEntity } from '../../../database/entities/link-creation-lock.entity.js';
import { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { TokenEntity } from '../../../database/entities/token.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { WITHDRAWALS } from '../../../domain/payment/link-care.js';
import { tierCodeOf, type Tiered } from '../../../domain/catalogue/tier-code.js';
import { Clock } from '../../../runtime/clock.js';
import { linkCreationLockKeys, type Person } from './link-creation-lock.js';

/** More than one person has; bounds the answer for a number that an office shares. */
const MAX_SHOWN = 10;

/** Double-sell guard, docs/product.md#customers: what a person could pay or has paid, and the lock that serialises sales to them. */
@Injectable()
export class OpenLinksRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Serialises sales to the same person and tier until the unit of work ends: what `find` answers afterwards stays true. Rows are
   * written whether or not they exist, because MySQL locks only written rows; on SQLite units of work are serial anyway. One lock
   * order, so no deadlock.
   */
  async lock(tier: Tiered, person: Person): Promise<void> {
    for (const guardKey of linkCreationLockKeys(tierCodeOf(tier), person)) {
      await this.uow.manager
        .createQueryBuilder()
        .insert()
        .into(LinkCreationLockEntity)
        .values({ guardKey, heldAt: this.clock.now() })
        .orUpdate(['held_at'], ['guard_key'])
        .execute();
    }
  }

  /** Links of that project and tier, by any seller, that this person could still pay or is paying; newest first. */
  async find(projectId: number, { tokenType, tierCode }: Tiered, person: Person): Promise<PaymentEntity[]> {
    const customerIds = await this.customerIdsOf(person);
    if (customerIds.length === 0) return [];
    const { manager } = this.uow;
    const theirs = {
      customerId: In(customerIds),
      projectId,
      tokenType,
      tierCode: tierCode ?? IsNull(),
      paymentType: 'initial' as const,
      expiresAt: MoreThan(this.clock.now()),
    };
    return manager.getRepository(PaymentEntity).find({
      where: [
        { ...theirs, status: In(['pending', 'initiated', 'failed']) },
        // A payment that the customer cancelled at the bank can be paid on the same link; one that staff cancelled cannot.
        { ...theirs, status: 'cancelled', statusReason: Not(In([...WITHDRAWALS])) },
      ],
      relations: { customer: true, salesManager: true },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: MAX_SHOWN,
    });
  }

  /**
   * Active tokens of this person in the project, any tier and seller, newest first. Read after `find` in the same unit of work, so that a link
   * which is paid in between is seen by one of the two.
   */
  async findHeldTokens(projectId: number, person: Person): Promise<TokenEntity[]> {
    const customerIds = await this.customerIdsOf(person);
    if (customerIds.length === 0) return [];
    return this.uow.manager.getRepository(TokenEntity).find({
      where: { status: 'active', payment: { projectId, customerId: In(customerIds) } },
      relations: { payment: { customer: true, salesManager: true } },
      order: { issuedAt: 'DESC', id: 'DESC' },
      take: MAX_SHOWN,
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
}
