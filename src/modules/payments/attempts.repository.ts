import { Injectable } from '@nestjs/common';
import { type DeepPartial, In, IsNull, Not } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { type Hydrator, hydratorOf } from '../../database/hydrate.js';
import { InstanceRegistry } from '../../database/instance-registry.js';
import { sqlInstant } from '../../database/instants.js';
import { PaymentCounts } from '../../database/payment-counts.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PaymentStatus } from '../../domain/payment-status.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import type { AttemptNews, NamedAttempt } from './attempt-news.js';
import { freeAt, IS_FREE } from './attempt-schedule.repository.js';

type Changes = DeepPartial<PaymentAttemptEntity>;

/** A payout of the bank's that a capture was in. */
export interface CaptureSettlement {
  settlementId: string;
  /** The number of the payout's bank transfer. */
  utr: string | null;
  /** `YYYY-MM-DD`, Indian calendar. */
  day: string;
  /** Paise. */
  settledAmount: number;
}

const MAX_RACES = 5;

/** The attempts at the bank, and the leases by which one worker at a time speaks to the bank about each. */
@Injectable()
export class AttemptsRepository {
  private hydrator?: Hydrator<PaymentAttemptEntity>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly counts: PaymentCounts,
    private readonly instances: InstanceRegistry,
  ) {}

  async insert(row: Changes & { paymentId: number; number: number }): Promise<number> {
    const write = async () => Number((await this.repository.insert(row as never)).identifiers[0]?.id);
    // The first takes no other's place as the last.
    return row.number === 1 ? write() : this.counts.aroundCode(row.paymentId, write);
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

  /** Held until the end of the unit of work; the payment is locked before it. @returns the row as it is then */
  async lock(id: number): Promise<PaymentAttemptEntity | null> {
    const attempt = this.rows;
    const [row] = (await this.uow.manager.query(
      `SELECT ${attempt.columns} FROM payment_attempts a WHERE a.id = ? ${this.uow.isSqlite ? '' : 'FOR UPDATE'}`,
      [id],
    )) as Record<string, unknown>[];
    return row ? attempt.read(row) : null;
  }

  findOpen(paymentId: number): Promise<PaymentAttemptEntity | null> {
    return this.repository.findOneBy({ openPaymentId: paymentId });
  }

  /** The newest with which the customer was sent to the bank and of which the bank has not said how it ended. */
  findUnanswered(paymentId: number): Promise<PaymentAttemptEntity | null> {
    return this.repository.findOne({
      where: { paymentId, sentAt: Not(IsNull()), status: In(['open', 'unknown', 'abandoned']) },
      order: { number: 'DESC' },
    });
  }

  /** The open attempt, else the newest. */
  async findCurrent(paymentId: number): Promise<PaymentAttemptEntity | null> {
    return (
      (await this.findOpen(paymentId)) ?? this.repository.findOne({ where: { paymentId }, order: { number: 'DESC' } })
    );
  }

  /** By our invoice number, else by a reference that the bank once named for it; by the number asked for. */
  async findNamed(references: readonly string[]): Promise<Map<string, NamedAttempt>> {
    const found = await this.byColumn('invoice_no', [...new Set(references)]);
    const others = [...new Set(references)].filter((reference) => !found.has(reference));
    for (const [reference, attempt] of await this.byColumn('bank_merchant_txn_no', others))
      found.set(reference, attempt);
    return found;
  }

  private async byColumn(
    column: 'invoice_no' | 'bank_merchant_txn_no',
    wanted: string[],
  ): Promise<Map<string, NamedAttempt>> {
    if (wanted.length === 0) return new Map();
    const rows = (await this.uow.manager.query(
      `SELECT ${column} AS reference, id, payment_id AS paymentId, invoice_no AS invoiceNo, status, bank_txn_id AS bankTxnId
        FROM payment_attempts WHERE ${column} IN (${wanted.map(() => '?').join(', ')}) ORDER BY id DESC`,
      wanted,
    )) as (NamedAttempt & { reference: string })[];
    // Of several the oldest.
    return new Map(rows.map((row) => [row.reference, row]));
  }

  /** One update for all. @param news in the order of their ids, as every writer of many locks them */
  async makeDue(news: readonly AttemptNews[]): Promise<void> {
    if (news.length === 0) return;
    const now = sqlInstant(this.clock.now());
    const named = news.filter(({ bankMerchantTxnNo }) => bankMerchantTxnNo !== null);
    const names =
      named.length === 0
        ? ''
        : `, bank_merchant_txn_no = CASE id ${named.map(() => 'WHEN ? THEN ?').join(' ')} ELSE bank_merchant_txn_no END`;
    await this.uow.manager.query(
      `UPDATE payment_attempts SET next_check_at = ?, updated_at = ?${names}
        WHERE id IN (${news.map(() => '?').join(', ')})`,
      [now, now, ...named.flatMap(({ id, bankMerchantTxnNo }) => [id, bankMerchantTxnNo]), ...news.map(({ id }) => id)],
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

  /** Written once: another payout that tells of the same capture changes nothing. @returns whether it is news */
  async noteSettled(attemptId: number, settlement: CaptureSettlement): Promise<boolean> {
    const { settlementId, utr: settlementUtr, day: settledDate, settledAmount } = settlement;
    const result = await this.repository
      .createQueryBuilder()
      .update()
      .set({ settlementId, settlementUtr, settledDate, settledAmount, updatedAt: this.clock.now() })
      .where("id = :attemptId AND status = 'captured' AND (settlement_id IS NULL OR settlement_id = :settlementId)", {
        attemptId,
        settlementId,
      })
      .andWhere('(settled_amount IS NULL OR settled_amount <> :settledAmount OR settlement_utr IS NULL)', {
        settledAmount,
      })
      .execute();
    return result.affected === 1;
  }

  /** @param held the payment's status, where the caller holds its row */
  async update(
    attempt: Pick<PaymentAttemptEntity, 'id' | 'paymentId'>,
    changes: Changes,
    held?: PaymentStatus,
  ): Promise<void> {
    const write = () =>
      this.repository.update({ id: attempt.id }, { ...changes, updatedAt: this.clock.now() } as never);
    // Which code the last attempt has is counted.
    if (changes.responseCode === undefined) await write();
    else await this.counts.aroundCode(attempt.paymentId, write, held);
  }

  /** Guarded by the status that the caller read. @returns false when somebody else was faster */
  async updateIf(attempt: PaymentAttemptEntity, changes: Changes): Promise<boolean> {
    const write = () =>
      this.repository.update({ id: attempt.id, status: attempt.status }, {
        ...changes,
        updatedAt: this.clock.now(),
      } as never);
    const { affected } = await (changes.responseCode === undefined
      ? write()
      : this.counts.aroundCode(attempt.paymentId, write));
    return affected === 1;
  }

  /** A page that nobody was sent to, and nobody will be. */
  async abandonUnsent(attempt: PaymentAttemptEntity, closedAt: Date): Promise<void> {
    await this.update(attempt, { status: 'abandoned', openPaymentId: null, sentAt: attempt.sentAt, closedAt });
  }

  /** Takes the lease unless another holder's is still running and that holder lives. @returns the attempt as it is then, or null */
  async lease(attemptId: number, forMs: number): Promise<PaymentAttemptEntity | null> {
    const [taken] = await this.leaseAll([attemptId], newPublicId(), forMs, 'all');
    return taken ?? null;
  }

  /** @returns false when another has taken it */
  async renewLease(attemptId: number, owner: string, forMs: number): Promise<boolean> {
    const leaseUntil = new Date(this.clock.now().getTime() + forMs);
    const result = await this.uow.runOne(() =>
      this.repository.update({ id: attemptId, leaseOwner: owner }, { leaseUntil }),
    );
    return result.affected === 1;
  }

  async release(attemptId: number, owner: string): Promise<void> {
    await this.uow.runOne(() =>
      this.repository.update({ id: attemptId, leaseOwner: owner }, { leaseOwner: null, leaseUntil: null }),
    );
  }

  /** Attempts whose next check has come and that nobody holds, oldest due first. */
  async leaseDue(limit: number, owner: string, forMs: number): Promise<PaymentAttemptEntity[]> {
    // Another instance that looked at the same moment may win all of them; there may be more behind those.
    for (let races = 0; races < MAX_RACES; races += 1) {
      const due = await this.dueIds(limit);
      const taken = await this.leaseAll(due, owner, forMs, 'if due');
      if (taken.length > 0 || due.length === 0) return taken;
    }
    return [];
  }

  private async dueIds(limit: number): Promise<number[]> {
    const [now, longestLease] = freeAt(this.clock.now());
    const due = (await this.uow.manager.query(
      `SELECT id FROM payment_attempts WHERE next_check_at <= ? AND ${IS_FREE}
        ORDER BY next_check_at, id LIMIT ?`,
      [now, now, longestLease, limit],
    )) as { id: number }[];
    return due.map((row) => Number(row.id));
  }

  /**
   * One conditional update claims; reading back by the owner's name tells what was won.
   * @param which `if due`: not those that another has asked about, and given back, since they were looked for
   */
  private async leaseAll(ids: number[], owner: string, forMs: number, which: 'all' | 'if due') {
    if (ids.length === 0) return [];
    const time = this.clock.now();
    const [now, longestLease] = freeAt(time);
    const until = sqlInstant(new Date(time.getTime() + forMs));
    const isDue = which === 'all' ? '' : 'AND next_check_at <= ?';
    const instance = await this.instances.current();
    await this.uow.runOne((tx) =>
      tx.query(
        `UPDATE payment_attempts SET lease_owner = ?, lease_until = ?, lease_instance = ?
          WHERE id IN (${ids.map(() => '?').join(', ')}) AND ${IS_FREE} ${isDue}`,
        [owner, until, instance, ...ids, now, longestLease, ...(which === 'all' ? [] : [now])],
      ),
    );
    const attempt = this.rows;
    const rows = (await this.uow.manager.query(
      `SELECT ${attempt.columns} FROM payment_attempts a WHERE a.id IN (${ids.map(() => '?').join(', ')}) AND a.lease_owner = ? ORDER BY a.next_check_at, a.id`,
      [...ids, owner],
    )) as Record<string, unknown>[];
    return rows.map((row) => attempt.read(row));
  }

  private get rows(): Hydrator<PaymentAttemptEntity> {
    return (this.hydrator ??= hydratorOf(this.uow.manager, PaymentAttemptEntity, 'a'));
  }

  private get repository() {
    return this.uow.manager.getRepository(PaymentAttemptEntity);
  }
}
