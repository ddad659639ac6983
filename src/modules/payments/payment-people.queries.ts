import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isWithin, readProjectIds } from '../../domain/people/project-rights.js';
import { tokenStatusOf } from './token-status.js';

/** The people of a payment, and the payment that an upgrade is for, for emails, invoices and receipts. */
@Injectable()
export class PaymentPeopleQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** @throws EntityNotFoundError */
  getCustomer({ customerId: id }: Pick<PaymentEntity, 'customerId'>): Promise<CustomerEntity> {
    return this.uow.manager.getRepository(CustomerEntity).findOneByOrFail({ id });
  }

  /**
   * Who is told what concerns the seller: the seller while the account is active, otherwise the active admins of the project.
   * @param requestedBy is told besides an active seller, as an active admin of the project
   * @throws EntityNotFoundError
   */
  async findNoticeRecipients(
    { salesManagerId, projectId }: Pick<PaymentEntity, 'salesManagerId' | 'projectId'>,
    requestedBy: number | null,
  ): Promise<UserEntity[]> {
    const users = this.uow.manager.getRepository(UserEntity);
    const seller = await users.findOneByOrFail({ id: salesManagerId });
    const isActive = seller.disabledAt === null && seller.invitedAt === null;
    if (isActive && (requestedBy === null || requestedBy === seller.id)) return [seller];
    const admins = await users.find({
      where: { role: 'admin', disabledAt: IsNull(), invitedAt: IsNull(), ...(isActive && { id: requestedBy ?? 0 }) },
      order: { id: 'ASC' },
    });
    const ofProject = admins.filter(({ projectIds }) => isWithin(readProjectIds(projectIds), projectId));
    return isActive ? [seller, ...ofProject] : ofProject;
  }

  /** The payment of the token that an upgrade is for; null for any other payment. */
  async findUpgraded({ id }: Pick<PaymentEntity, 'id'>): Promise<PaymentEntity | null> {
    const upgrade = await this.uow.manager
      .getRepository(UpgradeEntity)
      .findOne({ where: { upgradePaymentId: id }, relations: { sourcePayment: true } });
    return upgrade?.sourcePayment ?? null;
  }

  /** @param payment with its token loaded @returns the number of the token that an upgrade issued in its place; null without one */
  async replacementOf(payment: PaymentEntity): Promise<string | null> {
    if (tokenStatusOf(payment) !== 'upgraded') return null;
    const upgrade = await this.uow.manager
      .getRepository(UpgradeEntity)
      .findOne({ where: { completedSourceId: payment.id }, relations: { upgradePayment: true } });
    return upgrade?.upgradePayment?.tokenNumber ?? null;
  }
}
