import { Injectable } from '@nestjs/common';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

/** The people of a payment, and the payment that an upgrade is for, for emails, invoices and receipts. */
@Injectable()
export class PaymentPeopleQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** @throws EntityNotFoundError */
  getCustomer({ customerId: id }: Pick<PaymentEntity, 'customerId'>): Promise<CustomerEntity> {
    return this.uow.manager.getRepository(CustomerEntity).findOneByOrFail({ id });
  }

  /** @throws EntityNotFoundError */
  getSeller({ salesManagerId: id }: Pick<PaymentEntity, 'salesManagerId'>): Promise<UserEntity> {
    return this.uow.manager.getRepository(UserEntity).findOneByOrFail({ id });
  }

  /** The payment of the token that an upgrade is for; null for any other payment. */
  async findUpgraded({ id }: Pick<PaymentEntity, 'id'>): Promise<PaymentEntity | null> {
    const upgrade = await this.uow.manager
      .getRepository(UpgradeEntity)
      .findOne({ where: { upgradePaymentId: id }, relations: { sourcePayment: true } });
    return upgrade?.sourcePayment ?? null;
  }
}
