import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { tierNameOf } from '../catalogue/index.js';
import { PaymentPeopleQueries, tokenStatusOf } from '../payments/index.js';

@Injectable()
export class ReceiptTokenQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly people: PaymentPeopleQueries,
  ) {}

  /** @returns the number of the token that an upgrade issued in its place; null without one */
  async replacementOf(payment: PaymentEntity): Promise<string | null> {
    if (tokenStatusOf(payment) !== 'upgraded') return null;
    const upgrade = await this.uow.manager
      .getRepository(UpgradeEntity)
      .findOne({ where: { completedSourceId: payment.id }, relations: { upgradePayment: true } });
    return upgrade?.upgradePayment?.tokenNumber ?? null;
  }

  /** @returns the name of the tier that the upgrade led away from, in the catalogue of that sale; null for any other payment */
  async tierBeforeUpgrade(payment: Pick<PaymentEntity, 'id' | 'paymentType'>): Promise<string | null> {
    const source = payment.paymentType === 'upgrade' ? await this.people.findUpgraded(payment) : null;
    return source && tierNameOf(this.uow, source);
  }
}
