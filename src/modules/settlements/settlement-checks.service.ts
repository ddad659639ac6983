import { Injectable, Logger } from '@nestjs/common';
import { addDays, startOfIstDay } from '../../domain/calendar/ist-day.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import { ReadReplica } from '../../database/read-replica.js';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';
import { AttemptsRepository, StatusChecker } from '../payments/index.js';
import { inParallel } from '../../runtime/in-parallel.js';
import type { RunProgress } from './run-progress.js';
import { SettlementLedgerQueries } from './settlement-ledger.queries.js';

export const MAX_ASKED = 1000;
const ASKED_AT_ONCE = 10;
/** Reversals come days after the confirmation (docs/bank-protocol.md#clocks). */
const CONFIRMED_AGAIN_DAYS = 7;
/** Consecutive checks without a usable answer. */
const SILENCE_LIMIT = 20;

/** The STATUS checks of a reconciliation: a report is no evidence. */
@Injectable()
export class SettlementChecks {
  private readonly logger = new Logger(SettlementChecks.name);

  constructor(
    private readonly clock: Clock,
    private readonly ledger: SettlementLedgerQueries,
    private readonly replica: ReadReplica,
    private readonly checker: StatusChecker,
    private readonly attempts: AttemptsRepository,
  ) {}

  /**
   * Asks STATUS again about the payments completed in the week up to that day. A result that does not confirm one opens a review.
   */
  async confirmAgain(day: string): Promise<void> {
    const from = startOfIstDay(addDays(day, -CONFIRMED_AGAIN_DAYS));
    const before = startOfIstDay(addDays(day, 1));
    // Candidates: the STATUS result is applied to what the primary holds.
    const { value: ids } = await this.replica.read(() => this.ledger.capturesToConfirm(from, before, MAX_ASKED));
    let silence = 0;
    await inParallel(ids, ASKED_AT_ONCE, async (id) => {
      // An unreachable bank would delay the run by an hour; the next run asks these first.
      if (silence >= SILENCE_LIMIT) return;
      try {
        const outcome = await this.checker.checkAttempt(id, sourceOfRun(), this.clock.now());
        silence = outcome === 'unknown' ? silence + 1 : 0;
      } catch (error) {
        // The next run asks again; this run counts as complete.
        this.logger.error({ msg: 'repeated status check of a completed payment failed', attempt: id, err: error });
      }
    });
  }

  /** @returns how many payments a STATUS answer has completed; money that completed none is in review */
  async askAbout(attemptIds: number[], progress: RunProgress): Promise<number> {
    const source = sourceOfRun();
    let completed = 0;
    await inParallel(attemptIds.slice(0, MAX_ASKED), ASKED_AT_ONCE, async (id) => {
      const before = await this.attempts.findById(id);
      await this.checker.checkAttempt(id, source, this.clock.now());
      const after = await this.attempts.findById(id);
      if (before?.status !== 'captured' && after?.status === 'captured' && !after.excess) completed += 1;
      await progress.add(1);
    });
    return completed;
  }
}

function sourceOfRun(): EvidenceSource {
  return requestContext()?.principal ? 'staff' : 'cli';
}
