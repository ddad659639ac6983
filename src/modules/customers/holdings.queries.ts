import { Injectable } from '@nestjs/common';
import { In, MoreThan, Not, type FindOptionsWhere } from 'typeorm';
import { MAX_HOLDINGS } from '../../contracts/holdings.js';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { TokenEntity } from '../../database/entities/token.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { WITHDRAWALS } from '../../domain/payment/link-care.js';
import type { PaymentScope } from '../payment-lists/index.js';
import { Clock } from '../../runtime/clock.js';

/** Whose payments are looked for: the same email address or phone number is the same person. */
export interface Holder {
  emailKey: string | null;
  /** `+91` and ten digits. */
  phone: string | null;
}

/** Which of them. */
export interface HoldingScope extends PaymentScope {
  /** Without this payment. */
  exceptPaymentId?: number;
  /** Without the payments of this project. */
  exceptProjectId?: number;
}

/** A number that an office shares has many customers: those that changed last are looked at. */
const MAX_CUSTOMERS = 200;

/** What a person has bought and could still pay, by the indexes of email address, phone number and customer. */
@Injectable()
export class HoldingsQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Payments whose token is valid, and open links; newest first, with their customers, at most {@link MAX_HOLDINGS}. */
  async list(holder: Holder, scope: HoldingScope): Promise<PaymentEntity[]> {
    const customerIds = await this.customerIdsOf(holder, scope.salesManagerId);
    if (customerIds.length === 0) return [];
    const theirs = conditionOf(customerIds, scope);
    const held = await this.held(theirs);
    const open = await this.open(theirs);
    return [...held, ...open].sort(newestFirst).slice(0, MAX_HOLDINGS);
  }

  /** One that was upgraded or refunded in full is not held any more. */
  private async held(theirs: FindOptionsWhere<PaymentEntity>): Promise<PaymentEntity[]> {
    const tokens = await this.uow.manager.getRepository(TokenEntity).find({
      where: { status: 'active', payment: theirs },
      relations: { payment: { customer: true } },
      order: { payment: { createdAt: 'DESC', id: 'DESC' } },
      take: MAX_HOLDINGS,
    });
    return tokens.flatMap(({ payment }) => (payment ? [payment] : []));
  }

  private open(theirs: FindOptionsWhere<PaymentEntity>): Promise<PaymentEntity[]> {
    const payable = { ...theirs, expiresAt: MoreThan(this.clock.now()) };
    return this.uow.manager.getRepository(PaymentEntity).find({
      where: [
        { ...payable, status: In(['pending', 'initiated', 'failed']) },
        { ...payable, status: 'cancelled', statusReason: Not(In([...WITHDRAWALS])) },
      ],
      relations: { customer: true },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: MAX_HOLDINGS,
    });
  }

  private async customerIdsOf({ emailKey, phone }: Holder, salesManagerId: number | undefined): Promise<number[]> {
    const of = salesManagerId === undefined ? {} : { salesManagerId };
    const same = [...(emailKey ? [{ ...of, emailKey }] : []), ...(phone ? [{ ...of, phone }] : [])];
    if (same.length === 0) return [];
    const customers = await this.uow.manager.getRepository(CustomerEntity).find({
      select: { id: true },
      where: same,
      order: { updatedAt: 'DESC', id: 'DESC' },
      take: MAX_CUSTOMERS,
    });
    return customers.map(({ id }) => id);
  }
}

function conditionOf(customerIds: number[], scope: HoldingScope): FindOptionsWhere<PaymentEntity> {
  const { salesManagerId, projectIds, exceptPaymentId, exceptProjectId } = scope;
  return {
    customerId: In(customerIds),
    ...(salesManagerId !== undefined && { salesManagerId }),
    ...(exceptPaymentId !== undefined && { id: Not(exceptPaymentId) }),
    ...projectCondition(projectIds, exceptProjectId),
  };
}

function projectCondition(projectIds: readonly number[] | undefined, except: number | undefined) {
  if (projectIds !== undefined) return { projectId: In(projectIds.filter((id) => id !== except)) };
  return except === undefined ? {} : { projectId: Not(except) };
}

function newestFirst(one: PaymentEntity, other: PaymentEntity): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || other.id - one.id;
}
