import { Injectable } from '@nestjs/common';
import { type DeepPartial, In, IsNull, Not } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { type Hydrator, hydratorOf } from '../../database/hydrate.js';
import { InstanceRegistry } from '../../database/instance-registry.js';
import { sqlInstant } from '../../database/instants.js';
import { LeaseTable, type SqlCondition } from '../../database/lease-table.js';
import { PaymentCounters } from '../payment-lists/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';
import type { PaymentStatus } from '../../domain/payment/payment-status.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import type { AttemptCallbackFacts, CaptureSettlement, ReferencedAttempt } from './attempt-facts.js';

type Changes = DeepPartial<PaymentAttemptEntity>;

/** Longer than any lease: two bank calls of the longest `GATEWAY_TIMEOUT_MS` (two minutes) and a margin. */
const LEASED = { entity: PaymentAttemptEntity, longestMs: 5 * MINUTE_MS };

/** Writes attempts, and the leases that let one worker at a time ask the bank about each. */
@Injectable()
export class AttemptsRepository {
  private hydrator?: Hydrator<PaymentAttemptEntity>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly counts: PaymentCounters,
    private readonly instances: InstanceRegistry,
  ) {}

  /**
   * This process holds the lease of a row that is inserted with one. Unless a merchant profile is named, the row gets that of the
   * payment's project, in the same statement, and keeps it.
   */
  async insert(row: Changes & { paymentId: number; number: number }): Promise<number> {
    const leaseInstance = row.leaseOwner ? await this.instances.current() : null;
    const merchantProfile = () => profileOfProject(row.paymentId);
    const write = async () =>
      Number((await this.repository.insert({ merchantProfile, ...row, leaseInstance } as never)).identifiers[0]?.id);
    // A first attempt changes no counter of a last code.
    return row.number === 1 ? write() : this.counts.aroundCode(row.paymentId, write);
  }

  /** A second capture on one invoice gets a row of its own, so that it can be refunded. */
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
      merchantProfile: first.merchantProfile,
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

  /** Locked FOR UPDATE until the end of the unit of work; lock its payment first. @returns the current row */
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

  /** The newest attempt that was sent to the bank and has no outcome. */
  findUnanswered(paymentId: number): Promise<PaymentAttemptEntity | null> {
    return this.repository.findOne({
      where: { paymentId, sentAt: Not(IsNull()), status: In(['open', 'unknown', 'abandoned']) },
      order: { number: 'DESC' },
    });
  }

  /** The newest attempts that were sent to the bank and took no money there, answered or not: the bank's page may still be open. */
  findUnpaidSent(paymentId: number, most: number): Promise<PaymentAttemptEntity[]> {
    return this.repository.find({
      where: { paymentId, sentAt: Not(IsNull()), status: Not('captured') },
      order: { number: 'DESC' },
      take: most,
    });
  }

  /** Whether the bank has taken money that completed nothing, given back or not. */
  hasExcess(paymentId: number): Promise<boolean> {
    return this.repository.existsBy({ paymentId, status: 'captured', excess: true });
  }

  /** The open attempt, else the newest with an invoice: a second capture has the bank's number, by which STATUS finds nothing. */
  async findCurrent(paymentId: number): Promise<PaymentAttemptEntity | null> {
    const open = await this.findOpen(paymentId);
    if (open) return open;
    return this.repository
      .createQueryBuilder('a')
      .where('a.payment_id = :paymentId AND (a.bank_txn_id IS NULL OR a.invoice_no <> a.bank_txn_id)', { paymentId })
      .orderBy('a.number', 'DESC')
      .limit(1)
      .getOne();
  }

  /** Attempts by invoice number, else by a reference that the bank once named for them; keyed by the reference asked for. */
  async findNamed(references: readonly string[]): Promise<Map<string, ReferencedAttempt>> {
    const found = await this.byColumn('invoice_no', [...new Set(references)]);
    const others = [...new Set(references)].filter((reference) => !found.has(reference));
    for (const [reference, attempt] of await this.byColumn('bank_merchant_txn_no', others))
      found.set(reference, attempt);
    return found;
  }

  private async byColumn(
    column: 'invoice_no' | 'bank_merchant_txn_no',
    wanted: string[],
  ): Promise<Map<string, ReferencedAttempt>> {
    if (wanted.length === 0) return new Map();
    const rows = (await this.uow.manager.query(
      `SELECT ${column} AS reference, id, payment_id AS paymentId, invoice_no AS invoiceNo, status, bank_txn_id AS bankTxnId,
              bank_merchant_txn_no AS bankMerchantTxnNo, merchant_profile AS merchantProfile
        FROM payment_attempts WHERE ${column} IN (${wanted.map(() => '?').join(', ')}) ORDER BY id DESC`,
      wanted,
    )) as (ReferencedAttempt & { reference: string })[];
    // The oldest of several wins.
    return new Map(rows.map((row) => [row.reference, row]));
  }

  /** One update for all. @param facts in the order of their ids, the lock order of all bulk writers */
  async makeDue(facts: readonly AttemptCallbackFacts[]): Promise<void> {
    if (facts.length === 0) return;
    const now = sqlInstant(this.clock.now());
    const named = facts.filter(({ bankMerchantTxnNo }) => bankMerchantTxnNo !== null);
    const names =
      named.length === 0
        ? ''
        : `, bank_merchant_txn_no = CASE id ${named.map(() => 'WHEN ? THEN ?').join(' ')} ELSE bank_merchant_txn_no END`;
    await this.uow.manager.query(
      `UPDATE payment_attempts SET next_check_at = ?, updated_at = ?${names}
        WHERE id IN (${facts.map(() => '?').join(', ')})`,
      [
        now,
        now,
        ...named.flatMap(({ id, bankMerchantTxnNo }) => [id, bankMerchantTxnNo]),
        ...facts.map(({ id }) => id),
      ],
    );
  }

  findByTxnId(bankTxnId: string): Promise<PaymentAttemptEntity | null> {
    return this.repository.findOneBy({ bankTxnId });
  }

  async lastNumber(paymentId: number): Promise<number> {
    return (await this.repository.maximum('number', { paymentId })) ?? 0;
  }

  /** Guarded reservation of paise on the capture itself: an excess capture has no payment that holds it. */
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

  /** Idempotent: a second payout that names the same capture changes nothing. @returns whether it was stored now */
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

  /** @param held the payment's status, where the caller has locked its row */
  async update(
    attempt: Pick<PaymentAttemptEntity, 'id' | 'paymentId'>,
    changes: Changes,
    held?: PaymentStatus,
  ): Promise<void> {
    const write = () =>
      this.repository.update({ id: attempt.id }, { ...changes, updatedAt: this.clock.now() } as never);
    // The code of the last attempt is a payment counter.
    if (changes.responseCode === undefined) await write();
    else await this.counts.aroundCode(attempt.paymentId, write, held);
  }

  /** Compare-and-set on the status that the caller read. @returns false when it has changed since */
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

  /** Closes an attempt whose page nobody was sent to. */
  async abandonUnsent(attempt: PaymentAttemptEntity, closedAt: Date): Promise<void> {
    await this.update(attempt, { status: 'abandoned', openPaymentId: null, sentAt: attempt.sentAt, closedAt });
  }

  /** Acquires the lease, unless another live holder has it. @returns the current attempt, or null */
  async lease(attemptId: number, forMs: number): Promise<PaymentAttemptEntity | null> {
    const owner = newPublicId();
    await this.leases.acquire([attemptId], { owner, forMs });
    const [taken] = await this.readHeld([attemptId], owner);
    return taken ?? null;
  }

  /** @returns false when the lease has another holder by now */
  renewLease(attemptId: number, owner: string, forMs: number): Promise<boolean> {
    return this.leases.renew(attemptId, owner, forMs);
  }

  /** @throws LeaseLost when other instances have declared this process dead since it acquired the lease */
  requireLease({ leaseInstance }: PaymentAttemptEntity): Promise<void> {
    return this.instances.requireLease(leaseInstance);
  }

  release(attemptId: number, owner: string): Promise<void> {
    return this.leases.release(attemptId, owner);
  }

  /** Leases attempts that are due and free, oldest due first. */
  leaseDue(limit: number, owner: string, forMs: number): Promise<PaymentAttemptEntity[]> {
    const order = { owner, forMs, where: dueAt, orderBy: 'next_check_at, id', limit };
    return this.leases.acquireDue(order, (ids) => this.readHeld(ids, owner));
  }

  private async readHeld(ids: number[], owner: string): Promise<PaymentAttemptEntity[]> {
    const attempt = this.rows;
    const rows = (await this.uow.manager.query(
      `SELECT ${attempt.columns} FROM payment_attempts a WHERE a.id IN (${ids.map(() => '?').join(', ')}) AND a.lease_owner = ? ORDER BY a.next_check_at, a.id`,
      [...ids, owner],
    )) as Record<string, unknown>[];
    return rows.map((row) => attempt.read(row));
  }

  private get leases(): LeaseTable {
    return new LeaseTable(LEASED, this.uow, this.clock, this.instances);
  }

  private get rows(): Hydrator<PaymentAttemptEntity> {
    return (this.hydrator ??= hydratorOf(this.uow.manager, PaymentAttemptEntity, 'a'));
  }

  private get repository() {
    return this.uow.manager.getRepository(PaymentAttemptEntity);
  }
}

function profileOfProject(paymentId: number): string {
  return `(SELECT j.merchant_profile FROM payments y JOIN projects j ON j.id = y.project_id WHERE y.id = ${Number(paymentId)})`;
}

function dueAt(now: Date): SqlCondition {
  return { sql: 'next_check_at <= ?', parameters: [sqlInstant(now)] };
}
