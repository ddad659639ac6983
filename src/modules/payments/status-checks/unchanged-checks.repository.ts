import { Injectable } from '@nestjs/common';
import { sqlInstant } from '../../../database/instants.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';
import { type Aftermath, answerOf, type AskedAttempt, type CheckedAttempt } from './check-rules.js';

/** An instant as the driver returns it. */
export type Written = Date | string;
export type CheckRow = Pick<CheckedAttempt, 'id' | 'status' | 'openPaymentId' | 'pollCount'> &
  Record<
    'sentAt' | 'closedAt' | 'capturedAt' | 'checkedBefore' | keyof Aftermath | 'viewedAt' | 'nextCheckAt',
    Written | null
  > & {
    expiresAt: Written;
  };

export interface UnchangedCheck {
  asked: AskedAttempt;
  nextCheckAt: Date | null;
  /** Whether the check counts for the backoff: 0 or 1. */
  counts: number;
  /** Null: no viewer. */
  viewedAt: Date | null;
}

/** Reads and writes many attempts with one statement each. */
@Injectable()
export class UnchangedChecksRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async findAll(ids: number[]): Promise<CheckRow[]> {
    return (await this.uow.manager.query(
      `SELECT a.id, a.status, a.open_payment_id AS openPaymentId, a.sent_at AS sentAt, a.closed_at AS closedAt,
          a.captured_at AS capturedAt, CASE WHEN a.open_payment_id IS NULL
            THEN (SELECT MAX(n.received_at) FROM gateway_notices n WHERE n.attempt_id = a.id) END AS lastCallbackAt,
          CASE WHEN a.status = 'captured' THEN (SELECT MAX(r.decided_at) FROM reviews r WHERE r.payment_id = a.payment_id
            AND r.attempt_id = a.id AND r.decision = 'reversal_error' AND r.confirmed_at IS NULL) END AS calledErrorAt,
          CASE WHEN a.open_payment_id IS NULL THEN (SELECT MAX(r.decided_at) FROM reviews r WHERE r.payment_id = a.payment_id
            AND r.attempt_id = a.id AND r.decision = 'ask_again') END AS askedAgainAt,
          a.last_checked_at AS checkedBefore, a.poll_count AS pollCount, a.viewed_at AS viewedAt,
          a.next_check_at AS nextCheckAt, p.expires_at AS expiresAt
        FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE a.id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    )) as CheckRow[];
  }

  /** Also releases the leases. */
  async updateAll(entries: UnchangedCheck[]): Promise<void> {
    const ids = entries.map(({ asked }) => asked.attempt.id);
    const owners = [...new Set(entries.map(({ asked }) => asked.attempt.leaseOwner ?? ''))];
    const now = sqlInstant(this.clock.now());
    const whens = `CASE id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} END`;
    const own = `lease_owner IN (${owners.map(() => '?').join(', ')})`;
    const each = (value: (entry: UnchangedCheck) => unknown) => entries.flatMap((entry, at) => [ids[at], value(entry)]);
    const asked = each((entry) => sqlInstant(entry.asked.askedAt));
    const next = each(({ nextCheckAt }) => nextCheckAt && sqlInstant(nextCheckAt));
    // A callback during the bank call made the attempt due again: that check is kept. MySQL assigns from left to right, so the
    // lease's end is compared before its owner is cleared.
    await this.uow.manager.query(
      `UPDATE payment_attempts SET
        next_check_at = CASE WHEN next_check_at > ${whens} AND next_check_at <= ? THEN next_check_at ELSE ${whens} END,
        last_checked_at = ${whens}, last_answer = ${whens}, check_count = check_count + 1,
        poll_count = poll_count + ${whens}, viewed_at = COALESCE(${whens}, viewed_at), updated_at = ?,
        lease_until = CASE WHEN ${own} THEN NULL ELSE lease_until END,
        lease_owner = CASE WHEN ${own} THEN NULL ELSE lease_owner END
      WHERE id IN (${ids.map(() => '?').join(', ')})`,
      [
        ...asked,
        now,
        ...next,
        ...asked,
        ...each((entry) => answerOf(entry.asked.answer)),
        ...each(({ counts }) => counts),
        ...each(({ viewedAt }) => viewedAt && sqlInstant(viewedAt)),
        now,
        ...owners,
        ...owners,
        ...ids,
      ],
    );
  }
}
