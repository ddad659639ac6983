import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { EvidenceSource } from '../../domain/payment-decisions.js';
import { isYoungerThan } from '../../domain/stored-times.js';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';
import { GatewaySettings, PaymentGateway, type StatusResult } from '../gateway/index.js';
import { AttemptsRepository } from './attempts.repository.js';
import { CheckBook } from './check-book.js';
import { CheckDigest } from './check-digest.js';
import { type AskedAttempt, type CheckTrigger, mayLeaveAsIs, triggerOf } from './check-rules.js';

/** What the bank said, or `skipped` when somebody else was asking or had just asked. */
export type CheckOutcome = StatusResult['kind'] | 'skipped';

const LEASE_MARGIN_MS = 10_000;
const WAIT_FOR_OTHERS_MS = 5000;
const WAIT_STEP_MS = 100;
/** Several viewers of one payment cost the bank one question. */
const FRESH_MS = 2000;

/** Asks the bank how an attempt stands and brings its answer to the transitions. Never inside a unit of work. */
@Injectable()
export class StatusChecker {
  constructor(
    private readonly clock: Clock,
    private readonly attempts: AttemptsRepository,
    private readonly gateway: PaymentGateway,
    private readonly bank: GatewaySettings,
    private readonly book: CheckBook,
    private readonly digest: CheckDigest,
  ) {}

  /**
   * Takes the lease itself; when another holds it, waits a while for that one's answer.
   * @param since news of this moment: an answer to an earlier question does not cover it
   * @param freshMs an answer that is not older covers it
   */
  async checkAttempt(
    attemptId: number,
    source: EvidenceSource,
    since?: Date,
    freshMs = FRESH_MS,
  ): Promise<CheckOutcome> {
    return (await this.answerAbout(attemptId, source, since, freshMs))?.kind ?? 'skipped';
  }

  /** As `checkAttempt`. @returns the bank's answer, taken in already; null when somebody else was asking or had just asked */
  async answerAbout(
    attemptId: number,
    source: EvidenceSource,
    since?: Date,
    freshMs = FRESH_MS,
  ): Promise<StatusResult | null> {
    for (let round = 0; round < 2; round += 1) {
      // After news an answer is hardly ever there already: then a look before the lease is a statement too many.
      if (!since && (await this.isAnswered(attemptId, freshMs))) return null;
      const leased = await this.attempts.lease(attemptId, this.leaseMs);
      if (leased && !this.isFresh(leased, since, freshMs)) {
        const asked = await this.ask(leased, triggerOf(source));
        await this.finish(asked, source);
        return asked.answer;
      }
      if (leased) {
        await this.release(leased);
        return null;
      }
      await this.waitForOthers(attemptId);
    }
    return null;
  }

  /** For a caller that holds the attempt's lease; gives it back in every case. */
  async checkLeased(attempt: PaymentAttemptEntity, source: EvidenceSource): Promise<CheckOutcome> {
    return this.finish(await this.ask(attempt, triggerOf(source)), source);
  }

  /**
   * For rows that waited between their lease and their turn: renews a lease that would not outlive the bank's time limit.
   * @returns false when another holds the row by now
   */
  async isStillHeld({ id, leaseOwner, leaseUntil }: PaymentAttemptEntity): Promise<boolean> {
    const left = (leaseUntil?.getTime() ?? 0) - this.clock.now().getTime();
    // One that ends later than any lease was written before the clock was set back, and others may take it.
    if (left >= this.leaseMs - LEASE_MARGIN_MS / 2 && left <= this.leaseMs) return true;
    return this.attempts.renewLease(id, leaseOwner ?? '', this.leaseMs);
  }

  /** The first half of a check, the one that the bank has to answer. The lease is still held afterwards. */
  async ask(attempt: PaymentAttemptEntity, trigger?: CheckTrigger): Promise<AskedAttempt> {
    const askedAt = this.clock.now();
    try {
      return { attempt, askedAt, trigger, answer: await this.question(attempt) };
    } catch (error) {
      await this.release(attempt);
      throw error;
    }
  }

  /** The second half: what follows from the answer. Gives the lease back. */
  async finish(asked: AskedAttempt, source: EvidenceSource): Promise<CheckOutcome> {
    const traces = this.gateway.settled();
    try {
      await this.writeDown(asked, source);
    } finally {
      await traces;
    }
    return asked.answer.kind;
  }

  private async writeDown(asked: AskedAttempt, source: EvidenceSource): Promise<void> {
    try {
      const isWritten = mayLeaveAsIs(asked.answer) && (await this.book.write(asked));
      if (!isWritten) await this.digest.digest(asked, source);
    } catch (error) {
      await this.release(asked.attempt);
      throw error;
    }
  }

  private release({ id, leaseOwner }: PaymentAttemptEntity): Promise<void> {
    return this.attempts.release(id, leaseOwner ?? '');
  }

  get leaseMs(): number {
    // Two questions at the most: by our number, then by the number that the bank once named.
    return 2 * this.bank.timeoutMs + LEASE_MARGIN_MS;
  }

  private async question(attempt: PaymentAttemptEntity): Promise<StatusResult> {
    const requestId = requestContext()?.requestId;
    const extra = requestId ? { requestId } : {};
    const byOurs = await this.gateway.queryStatus({ originalTxnNo: attempt.invoiceNo, ...extra });
    if (byOurs.kind !== 'not-found' || !attempt.bankMerchantTxnNo) return byOurs;
    const byTheirs = await this.gateway.queryStatus({ originalTxnNo: attempt.bankMerchantTxnNo, ...extra });
    // That number came in with a message; the answer to it counts only where it does not name another invoice.
    const named = byTheirs.kind === 'paid' ? byTheirs.evidence.invoiceNo : null;
    if (named === null || named === attempt.invoiceNo) return byTheirs;
    return { kind: 'mismatch', field: 'reference', detail: 'the answer names another invoice' };
  }

  private async isAnswered(attemptId: number, freshMs: number): Promise<boolean> {
    const attempt = await this.attempts.findById(attemptId);
    return !attempt || this.isFresh(attempt, undefined, freshMs);
  }

  private isFresh(attempt: PaymentAttemptEntity, since: Date | undefined, freshMs: number): boolean {
    const asked = attempt.lastCheckedAt;
    if (asked === null || (since && asked < since)) return false;
    return isYoungerThan(asked, freshMs, this.clock.now());
  }

  private async waitForOthers(attemptId: number): Promise<void> {
    for (let waited = 0; waited < WAIT_FOR_OTHERS_MS; waited += WAIT_STEP_MS) {
      const attempt = await this.attempts.findById(attemptId);
      if (!attempt?.leaseOwner) return;
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
    }
  }
}
