import { Injectable } from '@nestjs/common';
import { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { sqlInstant } from '../../../database/instants.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LONGEST_OPEN_WAIT_MS, LONGEST_WAIT_OF_ALL_MS } from '../../../domain/payment/poll-schedule.js';
import { farthestLegal } from '../../../domain/calendar/stored-times.js';
import { Clock } from '../../../runtime/clock.js';

/** What is due: brings checks of attempts forward, and finds links that expired. A check itself stores the time of the next. */
@Injectable()
export class AttemptSchedule {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes checks due whose stored time lies further ahead than any rule writes (clock ran ahead). Reads the end of the index,
   * which is usually empty.
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
   * Records a view of an open attempt: its next check is at `notAfter` at the latest, unless it was checked since the caller read
   * it.
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

  /** Payments whose link expired while no attempt is open. @param except ids to leave out */
  async findExpiredUnsent(now: Date, except: number[], most: number): Promise<number[]> {
    const rows = await this.uow.manager
      .getRepository(PaymentEntity)
      .createQueryBuilder('payment')
      .select('payment.id', 'id')
      .where("payment.status IN ('pending', 'initiated') AND payment.expires_at <= :now", { now })
      .andWhere('NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.open_payment_id = payment.id)')
      .andWhere(except.length === 0 ? '1 = 1' : 'payment.id NOT IN (:...except)', { except })
      .limit(most)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => Number(id));
  }
}
