import { Injectable } from '@nestjs/common';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

/** The people of a payment, for emails and invoices. */
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
}
