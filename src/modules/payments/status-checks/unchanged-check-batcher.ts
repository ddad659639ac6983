import { Injectable, Logger } from '@nestjs/common';
import { readInstant } from '../../../database/instants.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { isDatabaseUnavailable } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { MicroBatch } from '../../../runtime/micro-batch.js';
import { type AskedAttempt, countedBy, leavesAsIs, nextCheckOf } from './check-rules.js';
import { type UnchangedCheck, UnchangedChecksRepository, type Written } from './unchanged-checks.repository.js';

/** The update names every row in each CASE, so its cost grows with the square. */
const MAX_BATCH_SIZE = 50;
const MAX_WAITING = 20_000;

/** Stores checks that changed nothing. Most checks are such, so many share one select and one update. */
@Injectable()
export class UnchangedCheckBatcher {
  private readonly logger = new Logger(UnchangedCheckBatcher.name);
  private readonly batch: MicroBatch<AskedAttempt, boolean>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly checks: UnchangedChecksRepository,
  ) {
    this.batch = new MicroBatch({
      name: 'answers of the bank',
      most: MAX_BATCH_SIZE,
      waiting: MAX_WAITING,
      work: (asked) => this.writeAll(asked),
      isDivisible: (error) => !isDatabaseUnavailable(error),
    });
  }

  /** Also releases the lease. @returns false, storing nothing, when more follows from the answer than another check */
  write(asked: AskedAttempt): Promise<boolean> {
    return this.batch.add(asked);
  }

  private async writeAll(all: AskedAttempt[]): Promise<boolean[]> {
    const written = await this.uow.run(async () => {
      const entries = await this.entriesOf(all);
      if (entries.length > 0) await this.checks.updateAll(entries);
      return new Set(entries.map(({ asked }) => asked));
    });
    for (const { attempt, answer } of written)
      if (answer.kind === 'unknown')
        this.logger.warn({
          msg: 'no usable status answer from the bank',
          payment: attempt.paymentId,
          reason: answer.reason,
        });
    return all.map((asked) => written.has(asked));
  }

  /** Decided by the current rows, not by those read before the bank call. */
  private async entriesOf(all: AskedAttempt[]): Promise<UnchangedCheck[]> {
    const now = this.clock.now();
    const rows = await this.checks.findAll(all.map(({ attempt }) => attempt.id));
    const fresh = new Map(rows.map((row) => [Number(row.id), row]));
    return all.flatMap((asked) => {
      const row = fresh.get(asked.attempt.id);
      if (!row) return [];
      const expiresAt = readInstant(row.expiresAt);
      const counted = {
        ...row,
        sentAt: instantOf(row.sentAt),
        closedAt: instantOf(row.closedAt),
        capturedAt: instantOf(row.capturedAt),
        lastCallbackAt: instantOf(row.lastCallbackAt),
        calledErrorAt: instantOf(row.calledErrorAt),
        askedAgainAt: instantOf(row.askedAgainAt),
        nextCheckAt: instantOf(row.nextCheckAt),
        checkedBefore: instantOf(row.checkedBefore),
        ...countedBy(asked, { pollCount: row.pollCount, viewedAt: instantOf(row.viewedAt) }),
      };
      if (!leavesAsIs(asked.answer, counted, expiresAt, now)) return [];
      const nextCheckAt = nextCheckOf(counted, asked.answer, expiresAt, now);
      const viewedAt = asked.trigger === 'viewer' ? asked.askedAt : null;
      return [{ asked, nextCheckAt, counts: counted.pollCount - row.pollCount, viewedAt }];
    });
  }
}

function instantOf(value: Written | null): Date | null {
  return value === null ? null : readInstant(value);
}
