import { Injectable } from '@nestjs/common';
import { HOLDER_IS_GONE } from '../../database/instance-registry.js';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LONGEST_OPEN_WAIT_MS, LONGEST_WAIT_OF_ALL_MS } from '../../domain/poll-schedule.js';
import { farthestLegal } from '../../domain/stored-times.js';
import { Clock } from '../../runtime/clock.js';

/** Longer than any instance may hold an attempt, whatever its GATEWAY_TIMEOUT_MS: two questions of two minutes, and a margin. */
const LONGEST_LEASE_MS = 5 * 60_000;

/** Nobody who lives holds the row, with the parameters of {@link freeAt}. */
export const IS_FREE = `(lease_until IS NULL OR lease_until <= ? OR lease_until > ? OR ${HOLDER_IS_GONE})`;

/** A lease that ends later than any can was written by a clock that ran ahead. */
export function freeAt(now: Date): [now: string, longestLease: string] {
  return [sqlInstant(now), sqlInstant(farthestLegal(now, LONGEST_LEASE_MS))];
}

/** Brings checks of attempts forward; a check itself writes the time of the next. */
@Injectable()
export class AttemptSchedule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Due times that no rule writes come from a clock that ran ahead: those checks are due now, not when that time has come.
   * Reads the end of the index, where as a rule there is nothing.
   */
  async recallFarAhead(): Promise<void> {
    const now = this.clock.now();
    await this.uow.runOne((tx) =>
      tx.query(
        `UPDATE payment_attempts SET next_check_at = ?
          WHERE next_check_at > ? AND (open_payment_id IS NOT NULL OR next_check_at > ?)`,
        [
          sqlInstant(now),
          sqlInstant(farthestLegal(now, LONGEST_OPEN_WAIT_MS)),
          sqlInstant(farthestLegal(now, LONGEST_WAIT_OF_ALL_MS)),
        ],
      ),
    );
  }

  /**
   * Somebody looks at the outcome of an open attempt: its next check comes at `notAfter` at the latest, unless the bank was
   * asked since the caller read when it was asked last.
   */
  async noteView(id: number, view: { at: Date; notAfter: Date; lastCheckedAt: Date | null }): Promise<void> {
    const [at, notAfter] = [sqlInstant(view.at), sqlInstant(view.notAfter)];
    await this.uow.runOne((tx) =>
      tx.query(
        `UPDATE payment_attempts SET viewed_at = ?, next_check_at =
            CASE WHEN next_check_at > ? AND (last_checked_at IS NULL OR last_checked_at <= ?) THEN ? ELSE next_check_at END
          WHERE id = ? AND open_payment_id IS NOT NULL AND next_check_at IS NOT NULL`,
        [at, notAfter, sqlInstant(view.lastCheckedAt ?? new Date(0)), notAfter, id],
      ),
    );
  }
}
