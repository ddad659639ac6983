import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndexes, columnsFor, dropColumns, dropIndexes, NULLABLE } from '../ddl.js';
import { readInstant, sqlInstant } from '../instants.js';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The poll job's own count of questions, when a payment was last viewed, and the next question about a completed refund. */
export class FollowUps1764000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'payment_attempts', [
      c.count('poll_count', { default: '0' }),
      c.instant('viewed_at', NULLABLE),
    ]);
    await addColumns(runner, 'refunds', [c.instant('follow_up_at', NULLABLE)]);
    await addIndexes(runner, 'refunds', { ix_refunds_follow_up: ['follow_up_at', 'id'] });
    // The questions so far were not told apart; starting the backoff anew would make every open link due at once.
    await runner.query('UPDATE payment_attempts SET poll_count = check_count WHERE open_payment_id IS NOT NULL');
    const [last] = (await runner.query('SELECT MAX(settled_at) AS at FROM refunds')) as { at: Date | string | null }[];
    if (!last?.at) return;
    // No older ones: the bank would be asked about every refund there ever was.
    const weekBefore = new Date(readInstant(last.at).getTime() - WEEK_MS);
    await runner.query(
      "UPDATE refunds SET follow_up_at = settled_at WHERE status = 'completed' AND origin = 'order' AND settled_at > ?",
      [sqlInstant(weekBefore)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, 'refunds', ['ix_refunds_follow_up']);
    await dropColumns(runner, 'refunds', ['follow_up_at']);
    await dropColumns(runner, 'payment_attempts', ['viewed_at', 'poll_count']);
  }
}
