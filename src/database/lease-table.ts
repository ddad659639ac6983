import type { EntityTarget } from 'typeorm';
import { farthestLegal } from '../domain/calendar/stored-times.js';
import type { Clock } from '../runtime/clock.js';
import { HOLDER_IS_GONE, type InstanceRegistry } from './instance-registry.js';
import { sqlInstant } from './instants.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Columns of a row that one worker at a time works on (ADR 20). */
export interface Leased {
  id: number;
  leaseOwner: string | null;
  leaseUntil: Date | null;
  leaseInstance: string | null;
}

export interface LeasedEntity {
  entity: EntityTarget<Leased>;
  /** Longer than any lease of the table. An end beyond it was written by a clock that ran ahead: the row is free. */
  longestMs: number;
}

/** A condition of hand-written SQL, with a parameter for each question mark. */
export interface SqlCondition {
  sql: string;
  parameters: readonly unknown[];
}

export interface LeaseOrder {
  /** Unique to this acquisition: what was won is read back by it. */
  owner: string;
  forMs: number;
  /** Judged by the statement that acquires, so that a row which changed since it was selected is skipped. */
  where?: (now: Date) => SqlCondition;
  /** Further assignments of that statement, a constant. */
  set?: string;
}

/** What changes in a row with the end of its lease. Write it only where the lease's owner is still the caller. */
export const RELEASED = { leaseOwner: null, leaseUntil: null } as const;

/** The holder has let go, its time is over, or its process is gone. Parameters: {@link LeaseTable.freeAt}. */
const IS_FREE = `(lease_until IS NULL OR lease_until <= ? OR lease_until > ? OR ${HOLDER_IS_GONE})`;
const MAX_RACES = 5;

/** Acquires, renews and releases the leases of one table. Safe on any number of instances: each is one conditional statement. */
export class LeaseTable {
  constructor(
    private readonly of: LeasedEntity,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly instances: InstanceRegistry,
  ) {}

  /** Leases those of the rows that are free. Read back by owner what was won. */
  async acquire(ids: number[], { owner, forMs, where, set }: LeaseOrder): Promise<void> {
    const now = this.clock.now();
    const until = sqlInstant(new Date(now.getTime() + forMs));
    const and = where?.(now) ?? ANY_ROW;
    const instance = await this.instances.current();
    await this.uow.runOne((tx) =>
      tx.query(
        `UPDATE ${this.table} SET lease_owner = ?, lease_until = ?, lease_instance = ?${set ? `, ${set}` : ''}
          WHERE id IN (${ids.map(() => '?').join(', ')}) AND ${IS_FREE} AND ${and.sql}`,
        [owner, until, instance, ...ids, ...this.freeAt(now), ...and.parameters],
      ),
    );
  }

  /**
   * Leases rows that meet `where` and are free, first in order first.
   * @param orderBy columns, a constant
   * @param read the rows of these ids that the owner holds
   */
  async acquireDue<Row>(
    order: LeaseOrder & { where: (now: Date) => SqlCondition; orderBy: string; limit: number },
    read: (ids: number[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    // Another instance may win all rows of a race; there may be more behind them.
    for (let races = 0; races < MAX_RACES; races += 1) {
      const now = this.clock.now();
      const due = order.where(now);
      const found = (await this.uow.manager.query(
        `SELECT id FROM ${this.table} WHERE ${due.sql} AND ${IS_FREE} ORDER BY ${order.orderBy} LIMIT ?`,
        [...due.parameters, ...this.freeAt(now), order.limit],
      )) as { id: number }[];
      if (found.length === 0) return [];
      const ids = found.map(({ id }) => Number(id));
      await this.acquire(ids, order);
      const won = await read(ids);
      if (won.length > 0) return won;
    }
    return [];
  }

  /** @returns false when the lease has another holder by now */
  async renew(id: number, owner: string, forMs: number): Promise<boolean> {
    return this.updateHeld(id, owner, { leaseUntil: new Date(this.clock.now().getTime() + forMs) });
  }

  /** Changes nothing when the lease has another holder by now. */
  async release(id: number, owner: string): Promise<void> {
    await this.updateHeld(id, owner, RELEASED);
  }

  private async updateHeld(id: number, owner: string, changes: Partial<Leased>): Promise<boolean> {
    const result = await this.uow.runOne((tx) =>
      tx.getRepository(this.of.entity).update({ id, leaseOwner: owner }, changes),
    );
    return result.affected === 1;
  }

  private freeAt(now: Date): [now: string, longest: string] {
    return [sqlInstant(now), sqlInstant(farthestLegal(now, this.of.longestMs))];
  }

  private get table(): string {
    return this.uow.manager.connection.getMetadata(this.of.entity).tableName;
  }
}

const ANY_ROW: SqlCondition = { sql: '1 = 1', parameters: [] };
