import { Injectable, Logger } from '@nestjs/common';
import { readInstant, sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isDatabaseUnavailable } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { MicroBatch } from '../../runtime/micro-batch.js';
import { answerOf, type AskedAttempt, type CheckedAttempt, countedBy, leavesAsIs, nextCheckOf } from './check-rules.js';

/** The update names every row in each of its cases, so its cost grows with the square. */
const MOST_TOGETHER = 50;
const MOST_WAITING = 20_000;

type Written = Date | string;
type CheckRow = Pick<CheckedAttempt, 'id' | 'status' | 'openPaymentId' | 'pollCount'> &
  Record<'sentAt' | 'closedAt' | 'viewedAt' | 'nextCheckAt', Written | null> & { expiresAt: Written };

interface Entry {
  asked: AskedAttempt;
  nextCheckAt: Date | null;
  /** Whether the question counts for the backoff: 0 or 1. */
  counts: number;
  /** Null: nobody looked. */
  viewedAt: Date | null;
}

/** Writes down that the bank was asked and nothing came of it: most checks, so many share one question and one update. */
@Injectable()
export class CheckBook {
  private readonly logger = new Logger(CheckBook.name);
  private readonly batch: MicroBatch<AskedAttempt, boolean>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.batch = new MicroBatch({
      name: 'answers of the bank',
      most: MOST_TOGETHER,
      waiting: MOST_WAITING,
      work: (asked) => this.writeAll(asked),
      isDivisible: (error) => !isDatabaseUnavailable(error),
    });
  }

  /** Also gives the lease back. @returns false, and writes nothing, when more follows from the answer than another check */
  write(asked: AskedAttempt): Promise<boolean> {
    return this.batch.add(asked);
  }

  private async writeAll(all: AskedAttempt[]): Promise<boolean[]> {
    const written = await this.uow.run(async () => {
      const entries = await this.entriesOf(all);
      if (entries.length > 0) await this.update(entries);
      return new Set(entries.map(({ asked }) => asked));
    });
    for (const { attempt, answer } of written)
      if (answer.kind === 'unknown')
        this.logger.warn({ msg: 'the bank gave no usable answer', payment: attempt.paymentId, reason: answer.reason });
    return all.map((asked) => written.has(asked));
  }

  /** Judged by the rows as they are now, not as they were when the bank was asked. */
  private async entriesOf(all: AskedAttempt[]): Promise<Entry[]> {
    const now = this.clock.now();
    const rows = (await this.uow.manager.query(
      `SELECT a.id, a.status, a.open_payment_id AS openPaymentId, a.sent_at AS sentAt, a.closed_at AS closedAt,
          a.poll_count AS pollCount, a.viewed_at AS viewedAt, a.next_check_at AS nextCheckAt, p.expires_at AS expiresAt
        FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE a.id IN (${all.map(() => '?').join(', ')})`,
      all.map(({ attempt }) => attempt.id),
    )) as CheckRow[];
    const fresh = new Map(rows.map((row) => [Number(row.id), row]));
    return all.flatMap((asked) => {
      const row = fresh.get(asked.attempt.id);
      if (!row) return [];
      const expiresAt = readInstant(row.expiresAt);
      const counted = {
        ...row,
        sentAt: instantOf(row.sentAt),
        closedAt: instantOf(row.closedAt),
        nextCheckAt: instantOf(row.nextCheckAt),
        ...countedBy(asked, { pollCount: row.pollCount, viewedAt: instantOf(row.viewedAt) }),
      };
      if (!leavesAsIs(asked.answer, counted, expiresAt, now)) return [];
      const nextCheckAt = nextCheckOf(counted, asked.answer, expiresAt, now);
      const viewedAt = asked.trigger === 'viewer' ? asked.askedAt : null;
      return [{ asked, nextCheckAt, counts: counted.pollCount - row.pollCount, viewedAt }];
    });
  }

  private async update(entries: Entry[]): Promise<void> {
    const ids = entries.map(({ asked }) => asked.attempt.id);
    const owners = [...new Set(entries.map(({ asked }) => asked.attempt.leaseOwner ?? ''))];
    const now = sqlInstant(this.clock.now());
    const whens = `CASE id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} END`;
    const own = `lease_owner IN (${owners.map(() => '?').join(', ')})`;
    const each = (value: (entry: Entry) => unknown) => entries.flatMap((entry, at) => [ids[at], value(entry)]);
    const asked = each((entry) => sqlInstant(entry.asked.askedAt));
    const next = each(({ nextCheckAt }) => nextCheckAt && sqlInstant(nextCheckAt));
    // A message that came in while the bank was answering made the attempt due anew: that check is still to be made.
    // MySQL sets from left to right, so the lease's end is judged before its owner is gone.
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

function instantOf(value: Written | null): Date | null {
  return value === null ? null : readInstant(value);
}
