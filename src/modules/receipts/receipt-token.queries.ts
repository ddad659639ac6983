import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { tierNameOf } from '../catalogue/index.js';
import { PaymentPeopleQueries } from '../payments/index.js';

@Injectable()
export class ReceiptTokenQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly people: PaymentPeopleQueries,
  ) {}

  /** @returns the number of the token that an upgrade issued in its place; null without one */
  replacementOf(payment: PaymentEntity): Promise<string | null> {
    return this.people.replacementOf(payment);
  }

  /** @returns the name of the tier that the upgrade led away from, in the catalogue of that sale; null for any other payment */
  async tierBeforeUpgrade(payment: Pick<PaymentEntity, 'id' | 'paymentType'>): Promise<string | null> {
    const source = payment.paymentType === 'upgrade' ? await this.people.findUpgraded(payment) : null;
    return source && tierNameOf(this.uow, source);
  }
}
