import { Injectable } from '@nestjs/common';
import { In, type DeepPartial } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';

type Changes = DeepPartial<PaymentAttemptEntity>;

const MAX_RACES = 5;

/** The attempts at the bank, and the leases by which one worker at a time speaks to the bank about each. */
@Injectable()
export class AttemptsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async insert(row: Changes): Promise<number> {
    const result = await this.repository.insert(row as never);
    return Number(result.identifiers[0]?.id);
  }

  /** The bank took money twice on one invoice: the second time is a row of its own, so that it can be given back. */
  async insertSecondCapture(first: PaymentAttemptEntity, bankTxnId: string, amount: number): Promise<void> {
    const now = this.clock.now();
    await this.insert({
      paymentId: first.paymentId,
      number: (await this.lastNumber(first.paymentId)) + 1,
      invoiceNo: bankTxnId,
      status: 'captured',
      openPaymentId: null,
      amount,
      bankTxnId,
      excess: true,
      sentAt: first.sentAt,
      capturedAt: now,
      closedAt: now,
      createdAt: now,
      updatedAt: now,
    });
  }

  findById(id: number): Promise<PaymentAttemptEntity | null> {
    return this.repository.findOneBy({ id });
  }

  findOpen(paymentId: number): Promise<PaymentAttemptEntity | null> {
    return this.repository.findOneBy({ openPaymentId: paymentId });
  }

  /** The open attempt, else the newest. */
  async findCurrent(paymentId: number): Promise<PaymentAttemptEntity | null> {
    return (
      (await this.findOpen(paymentId)) ?? this.repository.findOne({ where: { paymentId }, order: { number: 'DESC' } })
    );
  }

  /** By our invoice number, else by a reference that the bank once named for it. */
  async findByBankReference(references: readonly string[]): Promise<PaymentAttemptEntity | null> {
    const wanted = references.filter(Boolean);
    if (wanted.length === 0) return null;
    return (
      (await this.repository.findOneBy({ invoiceNo: In(wanted) })) ??
      this.repository.findOneBy({ bankMerchantTxnNo: In(wanted) })
    );
  }

  findByTxnId(bankTxnId: string): Promise<PaymentAttemptEntity | null> {
    return this.repository.findOneBy({ bankTxnId });
  }

  async lastNumber(paymentId: number): Promise<number> {
    return (await this.repository.maximum('number', { paymentId })) ?? 0;
  }

  /** As for payments, for the capture itself: an excess capture has no payment of its own. */
  async reserveRefund(attemptId: number, paise: number): Promise<boolean> {
    const result = await this.repository
      .createQueryBuilder()
      .update()
      .set({ refundReserved: () => 'refund_reserved + :paise', updatedAt: this.clock.now() })
      .where("id = :attemptId AND status = 'captured' AND refund_reserved + :paise <= amount", { attemptId, paise })
      .execute();
    return result.affected === 1;
  }

  async releaseRefund(attemptId: number, paise: number): Promise<void> {
    const result = await this.repository
      .createQueryBuilder()
      .update()
      .set({ refundReserved: () => 'refund_reserved - :paise', updatedAt: this.clock.now() })
      .where('id = :attemptId AND refund_reserved >= :paise', { attemptId, paise })
      .execute();
    if (result.affected !== 1) throw new Error(`the refunds of attempt row ${attemptId} do not add up`);
  }

  async update(id: number, changes: Changes): Promise<void> {
    await this.repository.update({ id }, { ...changes, updatedAt: this.clock.now() } as never);
  }

  /** Guarded by the status that the caller read. @returns false when somebody else was faster */
  async updateIf(attempt: PaymentAttemptEntity, changes: Changes): Promise<boolean> {
    const result = await this.repository.update({ id: attempt.id, status: attempt.status }, {
      ...changes,
      updatedAt: this.clock.now(),
    } as never);
    return result.affected === 1;
  }

  /** A page that nobody was sent to, and nobody will be. */
  async abandonUnsent({ id, sentAt }: PaymentAttemptEntity, closedAt: Date): Promise<void> {
    await this.update(id, { status: 'abandoned', openPaymentId: null, sentAt, closedAt });
  }

  /** Takes the lease unless another holder's is still running. @returns the holder's name, or null */
  async lease(attemptId: number, forMs: number): Promise<string | null> {
    const owner = newPublicId();
    const taken = await this.leaseAll([attemptId], owner, forMs);
    return taken.length === 1 ? owner : null;
  }

  async release(attemptId: number, owner: string): Promise<void> {
    await this.uow.run(() =>
      this.repository.update({ id: attemptId, leaseOwner: owner }, { leaseOwner: null, leaseUntil: null }),
    );
  }

  /** Attempts whose next check has come and that nobody holds, oldest due first. */
  async leaseDue(limit: number, owner: string, forMs: number): Promise<PaymentAttemptEntity[]> {
    // Another instance that looked at the same moment may win all of them; there may be more behind those.
    for (let races = 0; races < MAX_RACES; races += 1) {
      const due = await this.dueIds(limit);
      const taken = await this.leaseAll(due, owner, forMs);
      if (taken.length > 0 || due.length === 0) return taken;
    }
    return [];
  }

  private async dueIds(limit: number): Promise<number[]> {
    const due = await this.repository
      .createQueryBuilder('attempt')
      .select('attempt.id', 'id')
      .where('attempt.next_check_at <= :now', { now: this.clock.now() })
      .andWhere('(attempt.lease_until IS NULL OR attempt.lease_until <= :now)')
      .orderBy('attempt.next_check_at')
      .addOrderBy('attempt.id')
      .limit(limit)
      .getRawMany<{ id: number }>();
    return due.map((row) => Number(row.id));
  }

  /** One conditional update claims; reading back by the owner's name tells what was won. */
  private async leaseAll(ids: number[], owner: string, forMs: number): Promise<PaymentAttemptEntity[]> {
    if (ids.length === 0) return [];
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + forMs);
    await this.uow.run(() =>
      this.repository
        .createQueryBuilder()
        .update()
        .set({ leaseOwner: owner, leaseUntil })
        .where('id IN (:...ids)', { ids })
        .andWhere('(lease_until IS NULL OR lease_until <= :now)', { now })
        .execute(),
    );
    return this.repository.find({
      where: { id: In(ids), leaseOwner: owner },
      order: { nextCheckAt: 'ASC', id: 'ASC' },
    });
  }

  private get repository() {
    return this.uow.manager.getRepository(PaymentAttemptEntity);
  }
}
