import { Injectable } from '@nestjs/common';
import { type DeepPartial, In } from 'typeorm';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { InstanceRegistry } from '../../database/instance-registry.js';
import { sqlInstant } from '../../database/instants.js';
import { LeaseTable, RELEASED } from '../../database/lease-table.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { summed } from '../../database/whole-number.js';
import { FOLLOW_UP_MS, LONGEST_REFUND_WAIT_MS, type RefundStatus } from '../../domain/refund/refund-rules.js';
import { farthestLegal } from '../../domain/calendar/stored-times.js';
import { Clock } from '../../runtime/clock.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

/** The bank's answer and the next check. */
export type RefundFacts = Pick<
  DeepPartial<RefundEntity>,
  'bankTxnId' | 'responseCode' | 'responseText' | 'nextCheckAt' | 'followUpAt' | 'checkCount' | 'settledAt'
>;

/** Longer than any lease: three bank calls of the longest `GATEWAY_TIMEOUT_MS` (two minutes) and a margin. */
const LEASED = { entity: RefundEntity, longestMs: 7 * MINUTE_MS };

/** Not rejected, nor waiting for an approval. */
const IS_FOLLOWED = { sql: "(next_check_at IS NOT NULL OR status = 'completed')", parameters: [] };

/** Column of the next check, and the longest delay that is written into it. */
const DUE = {
  'under way': { column: 'next_check_at', longestMs: LONGEST_REFUND_WAIT_MS },
  completed: { column: 'follow_up_at', longestMs: FOLLOW_UP_MS },
} as const;

/** Writes refunds, and the leases that let one worker at a time call the bank about each. */
@Injectable()
export class RefundsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly instances: InstanceRegistry,
  ) {}

  /** This process holds the lease of the new row. */
  async insert(row: DeepPartial<RefundEntity>): Promise<RefundEntity> {
    const now = this.clock.now();
    const leaseInstance = await this.instances.current();
    const result = await this.repository.insert({ ...row, leaseInstance, createdAt: now, updatedAt: now } as never);
    return this.repository.findOneByOrFail({ id: Number(result.identifiers[0]?.['id']) });
  }

  findById(id: number): Promise<RefundEntity | null> {
    return this.repository.findOneBy({ id });
  }

  findByPublicId(publicId: string): Promise<RefundEntity | null> {
    return this.repository.findOneBy({ publicId });
  }

  /** Called only by `RefundTransitions`. Guarded by status and lease. @returns false when either has changed */
  changeStatus(refund: RefundEntity, owner: string, to: RefundStatus, facts: RefundFacts): Promise<boolean> {
    return this.updateHeld(refund, owner, { ...facts, status: to });
  }

  /** Keeps the status and releases the lease. */
  reschedule(refund: RefundEntity, owner: string, facts: RefundFacts): Promise<boolean> {
    return this.updateHeld(refund, owner, facts);
  }

  /**
   * Committed before an order is sent again, so that a crash cannot hide it.
   * @param at null: not since its creation
   * @returns false, storing nothing, when the lease has passed to another: then nothing may be sent
   */
  async noteOrdered({ id, status, leaseOwner }: RefundEntity, at: Date | null): Promise<boolean> {
    const result = await this.uow.run(() =>
      this.repository.update({ id, status, leaseOwner: leaseOwner ?? '' }, { orderedAt: at }),
    );
    return result.affected === 1;
  }

  /** True when completed refunds cover the whole capture. */
  async isGivenBack(attempt: PaymentAttemptEntity): Promise<boolean> {
    const [row] = (await this.uow.manager.query(
      "SELECT SUM(amount) AS paise FROM refunds WHERE attempt_id = ? AND status = 'completed'",
      [attempt.id],
    )) as { paise: number | string | null }[];
    return summed(row?.paise) === attempt.amount;
  }

  /** Acquires the lease, due or not. @returns null when another holds it, or the refund is rejected */
  async lease(id: number, owner: string, forMs: number): Promise<RefundEntity | null> {
    await this.leases.acquire([id], { owner, forMs, where: () => IS_FOLLOWED });
    return this.repository.findOneBy({ id, leaseOwner: owner });
  }

  /** In the current unit of work: the poll job asks about a completed refund with its next run. Others are due by themselves. */
  async makeFollowUpDue(id: number): Promise<void> {
    await this.repository.update({ id, status: 'completed', origin: 'order' }, { followUpAt: this.clock.now() });
  }

  /** @throws LeaseLost when other instances have declared this process dead since it acquired the lease */
  requireLease({ leaseInstance }: RefundEntity): Promise<void> {
    return this.instances.requireLease(leaseInstance);
  }

  /** Leases refunds that are due and free, oldest due first. */
  leaseDue(
    limit: number,
    owner: string,
    forMs: number,
    which: keyof typeof DUE = 'under way',
  ): Promise<RefundEntity[]> {
    const { column, longestMs } = DUE[which];
    const where = (now: Date) => ({
      sql: `(${column} <= ? OR ${column} > ?)`,
      parameters: [sqlInstant(now), sqlInstant(farthestLegal(now, longestMs))],
    });
    return this.leases.acquireDue({ owner, forMs, where, orderBy: `${column}, id`, limit }, (ids) =>
      this.repository.find({
        where: { id: In(ids), leaseOwner: owner },
        order: { nextCheckAt: 'ASC', followUpAt: 'ASC', id: 'ASC' },
      }),
    );
  }

  private async updateHeld(refund: RefundEntity, owner: string, changes: DeepPartial<RefundEntity>): Promise<boolean> {
    const result = await this.repository.update({ id: refund.id, status: refund.status, leaseOwner: owner }, {
      ...changes,
      ...RELEASED,
      updatedAt: this.clock.now(),
    } as never);
    return result.affected === 1;
  }

  private get leases(): LeaseTable {
    return new LeaseTable(LEASED, this.uow, this.clock, this.instances);
  }

  private get repository() {
    return this.uow.manager.getRepository(RefundEntity);
  }
}
