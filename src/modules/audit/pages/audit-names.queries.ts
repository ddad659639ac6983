import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AuditLogEntity } from '../../../database/entities/audit-log.entity.js';
import { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { RefundEntity } from '../../../database/entities/refund.entity.js';
import { ReviewEntity } from '../../../database/entities/review.entity.js';
import { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';

/** Constants of the program, written into SQL literally. */
type SubjectType = 'payment' | 'refund' | 'review' | 'token' | 'user';

export interface Subjects {
  type: SubjectType;
  ids: string[];
}

export interface AuditNaming {
  users: Map<number, { name: string; email: string }>;
  /** `refund:<id>` … → the payment's public id. */
  payments: Map<string, string>;
}

/** Names of the people and subjects of audit entries. */
@Injectable()
export class AuditNames {
  constructor(private readonly uow: UnitOfWork) {}

  /** The payment and its refunds, reviews and token. */
  async subjectsOfPayment(publicId: string): Promise<Subjects[]> {
    const payment = await this.manager.getRepository(PaymentEntity).findOneBy({ publicId });
    if (!payment) return [];
    const { id: paymentId, tokenNumber } = payment;
    const refunds = await this.manager
      .getRepository(RefundEntity)
      .find({ select: { publicId: true }, where: { paymentId } });
    const reviews = await this.manager
      .getRepository(ReviewEntity)
      .find({ select: { publicId: true }, where: { paymentId } });
    const all: Subjects[] = [
      { type: 'payment', ids: [publicId] },
      { type: 'refund', ids: refunds.map((row) => row.publicId) },
      { type: 'review', ids: reviews.map((row) => row.publicId) },
      { type: 'token', ids: tokenNumber ? [tokenNumber] : [] },
    ];
    return all.filter(({ ids }) => ids.length > 0);
  }

  async subjectsOfUser(emailKey: string): Promise<Subjects[]> {
    const user = await this.manager.getRepository(UserEntity).findOneBy({ emailKey });
    return user ? [{ type: 'user', ids: [String(user.id)] }] : [];
  }

  staff(): Promise<UserEntity[]> {
    return this.manager.getRepository(UserEntity).find({ order: { name: 'ASC', id: 'ASC' } });
  }

  async of(rows: readonly AuditLogEntity[]): Promise<AuditNaming> {
    const users = rows.flatMap(({ actorUserId, subjectType, subjectId }) => [
      ...(actorUserId === null ? [] : [actorUserId]),
      ...(subjectType === 'user' && /^\d{1,9}$/.test(subjectId) ? [Number(subjectId)] : []),
    ]);
    return { users: await this.usersBy(users), payments: await this.paymentsBy(rows) };
  }

  private async usersBy(ids: number[]): Promise<AuditNaming['users']> {
    if (ids.length === 0) return new Map();
    const rows = await this.manager
      .getRepository(UserEntity)
      .find({ select: { id: true, name: true, email: true }, where: { id: In([...new Set(ids)]) } });
    return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
  }

  private async paymentsBy(rows: readonly AuditLogEntity[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const idsOf = (type: SubjectType) => [
      ...new Set(rows.filter((row) => row.subjectType === type).map((row) => row.subjectId)),
    ];
    for (const id of idsOf('payment')) found.set(`payment:${id}`, id);
    const hanging = [
      ['refund', RefundEntity],
      ['review', ReviewEntity],
    ] as const;
    for (const [type, entity] of hanging) {
      const ids = idsOf(type);
      if (ids.length === 0) continue;
      const list = await this.manager
        .getRepository<RefundEntity | ReviewEntity>(entity)
        .find({ where: { publicId: In(ids) }, relations: { payment: true } });
      for (const row of list) if (row.payment) found.set(`${type}:${row.publicId}`, row.payment.publicId);
    }
    const tokens = idsOf('token');
    const sold =
      tokens.length === 0 ? [] : await this.manager.getRepository(PaymentEntity).findBy({ tokenNumber: In(tokens) });
    for (const payment of sold) found.set(`token:${payment.tokenNumber}`, payment.publicId);
    return found;
  }

  private get manager() {
    return this.uow.manager;
  }
}
