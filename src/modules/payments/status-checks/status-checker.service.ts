import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { isYoungerThan } from '../../../domain/calendar/stored-times.js';
import { Clock } from '../../../runtime/clock.js';
import { requestContext } from '../../../runtime/request-context.js';
import { GatewaySettings, PaymentGateway, type StatusResult } from '../../gateway/index.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { UnchangedCheckBatcher } from './unchanged-check-batcher.js';
import { StatusResultHandler } from './status-result-handler.js';
import { type AskedAttempt, type CheckTrigger, mayLeaveAsIs, showsNoPayer, triggerOf } from './check-rules.js';

/** The kind of STATUS result, or `skipped` when another caller was asking or had just asked. */
type CheckOutcome = StatusResult['kind'] | 'skipped';

const LEASE_MARGIN_MS = 10_000;
const WAIT_FOR_OTHERS_MS = 5000;
/** The first look again comes soon; then ever later, up to this step. */
const FIRST_WAIT_STEP_MS = 10;
const MAX_WAIT_STEP_MS = 100;
/** Attempts of one payment that are asked about together. */
const MAX_SENT_ASKED = 3;
/** An answer younger than this serves all viewers of a payment. */
const FRESH_MS = 2000;

/** Asks STATUS about an attempt and applies the result. Never inside a unit of work. */
@Injectable()
export class StatusChecker {
  /** Checks of this process by attempt. Their end wakes whoever waits, without reading the database again and again. */
  private readonly underWay = new Map<number, Promise<unknown>>();

  constructor(
    private readonly clock: Clock,
    private readonly attempts: AttemptsRepository,
    private readonly gateway: PaymentGateway,
    private readonly bank: GatewaySettings,
    private readonly unchanged: UnchangedCheckBatcher,
    private readonly results: StatusResultHandler,
  ) {}

  /**
   * Asks about the current attempt and, unless the bank has its money, about earlier ones too.
   * @returns the outcome for the current attempt; null when the payment was never at the bank
   */
  async checkPayment(paymentId: number, source: EvidenceSource): Promise<CheckOutcome | null> {
    const current = await this.attempts.findCurrent(paymentId);
    if (!current) return null;
    const outcome = await this.checkAttempt(current.id, source);
    if (outcome !== 'paid') await this.checkSent(paymentId, source);
    return outcome === 'unknown' || outcome === 'skipped' ? this.lastOutcome(current.id) : outcome;
  }

  /** That another caller asked is no answer where the bank gave none to it. */
  private async lastOutcome(attemptId: number): Promise<'unknown' | 'skipped'> {
    return (await this.attempts.findById(attemptId))?.lastAnswer === 'unreachable' ? 'unknown' : 'skipped';
  }

  /**
   * Acquires the lease; when another holds it, waits for that one's answer for a while.
   * @param since an answer to a check before this moment does not count
   * @param freshMs an answer that is not older counts
   */
  async checkAttempt(
    attemptId: number,
    source: EvidenceSource,
    since?: Date,
    freshMs = FRESH_MS,
  ): Promise<CheckOutcome> {
    return (await this.answerAbout(attemptId, source, since, freshMs))?.kind ?? 'skipped';
  }

  /**
   * Asks about the newest attempts of a payment that were sent to the bank and took no money there: the bank's page of one that was declined
   * or replaced may still be open, and may have been paid since.
   * @returns whether there was any
   */
  async checkSent(paymentId: number, source: EvidenceSource): Promise<boolean> {
    const sent = await this.attempts.findUnpaidSent(paymentId, MAX_SENT_ASKED);
    await Promise.all(sent.map(({ id }) => this.checkAttempt(id, source)));
    return sent.length > 0;
  }

  /** As `checkAttempt`. @returns the STATUS result, applied already; null when another caller was asking or had just asked */
  async answerAbout(
    attemptId: number,
    source: EvidenceSource,
    since?: Date,
    freshMs = FRESH_MS,
  ): Promise<StatusResult | null> {
    for (let round = 0; round < 2; round += 1) {
      // After a callback a fresh answer is unlikely: skip the read before the lease, unless another check was waited for.
      if ((!since || round > 0) && (await this.isAnswered(attemptId, since, freshMs))) return null;
      const running = this.underWay.get(attemptId);
      if (running) {
        await endsWithin(running, WAIT_FOR_OTHERS_MS);
        continue;
      }
      const answer = await this.tracked(attemptId, () => this.leaseAndAsk(attemptId, source, since, freshMs));
      if (answer !== 'taken') return answer;
    }
    return null;
  }

  private async leaseAndAsk(
    attemptId: number,
    source: EvidenceSource,
    since: Date | undefined,
    freshMs: number,
  ): Promise<StatusResult | null | 'taken'> {
    const leased = await this.attempts.lease(attemptId, this.leaseMs);
    if (!leased) {
      await this.waitForOthers(attemptId);
      return 'taken';
    }
    if (this.isFresh(leased, since, freshMs)) {
      await this.release(leased);
      return null;
    }
    const asked = await this.ask(leased, triggerOf(source));
    await this.finish(asked, source);
    return asked.answer;
  }

  /**
   * For rows that waited since they were leased: renews a lease that would end before the bank's timeout.
   * @returns false when another holder has it by now
   */
  async isStillHeld({ id, leaseOwner, leaseUntil }: PaymentAttemptEntity): Promise<boolean> {
    const left = (leaseUntil?.getTime() ?? 0) - this.clock.now().getTime();
    // A lease end beyond the longest lease predates a clock correction, and others may acquire it.
    if (left >= this.leaseMs - LEASE_MARGIN_MS / 2 && left <= this.leaseMs) return true;
    return this.attempts.renewLease(id, leaseOwner ?? '', this.leaseMs);
  }

  /** First half of a check: the bank call. The lease is still held afterwards. */
  async ask(attempt: PaymentAttemptEntity, trigger?: CheckTrigger): Promise<AskedAttempt> {
    const askedAt = this.clock.now();
    try {
      return { attempt, askedAt, trigger, answer: await this.question(attempt) };
    } catch (error) {
      await this.release(attempt);
      throw error;
    }
  }

  /** Second half: applies the result and releases the lease. */
  async finish(asked: AskedAttempt, source: EvidenceSource): Promise<CheckOutcome> {
    const traces = this.gateway.settled();
    try {
      const isWritten = mayLeaveAsIs(asked.answer) && (await this.unchanged.write(asked));
      if (!isWritten) await this.results.apply(asked, source);
    } catch (error) {
      await this.release(asked.attempt);
      throw error;
    } finally {
      await traces;
    }
    return asked.answer.kind;
  }

  private release({ id, leaseOwner }: PaymentAttemptEntity): Promise<void> {
    return this.attempts.release(id, leaseOwner ?? '');
  }

  get leaseMs(): number {
    // Two bank calls at most: by our number, then by the number that the bank once named.
    return 2 * this.bank.timeoutMs + LEASE_MARGIN_MS;
  }

  private async question(attempt: PaymentAttemptEntity): Promise<StatusResult> {
    const requestId = requestContext()?.requestId;
    const extra = { merchantProfile: attempt.merchantProfile, ...(requestId ? { requestId } : {}) };
    const byOurs = await this.gateway.queryStatus({ originalTxnNo: attempt.invoiceNo, ...extra });
    if (!showsNoPayer(byOurs) || !attempt.bankMerchantTxnNo) return byOurs;
    const byTheirs = await this.gateway.queryStatus({ originalTxnNo: attempt.bankMerchantTxnNo, ...extra });
    if (byTheirs.kind === 'not-found') return byOurs;
    // The number came with a callback; the answer counts only if it does not name another invoice.
    const named = byTheirs.kind === 'paid' ? byTheirs.evidence.invoiceNo : null;
    if (named === null || named === attempt.invoiceNo) return byTheirs;
    return { kind: 'mismatch', field: 'reference', detail: 'the answer names another invoice' };
  }

  /** Lets callers of this process wait for a check by its promise. */
  private async tracked<T>(attemptId: number, check: () => Promise<T>): Promise<T> {
    const running = check();
    this.underWay.set(attemptId, running);
    try {
      return await running;
    } finally {
      if (this.underWay.get(attemptId) === running) this.underWay.delete(attemptId);
    }
  }

  private async isAnswered(attemptId: number, since: Date | undefined, freshMs: number): Promise<boolean> {
    const attempt = await this.attempts.findById(attemptId);
    return !attempt || this.isFresh(attempt, since, freshMs);
  }

  private isFresh(attempt: PaymentAttemptEntity, since: Date | undefined, freshMs: number): boolean {
    const asked = attempt.lastCheckedAt;
    if (asked === null || (since && asked < since)) return false;
    return isYoungerThan(asked, freshMs, this.clock.now());
  }

  /** Until another process, or the poll job of this one, has released the lease. */
  private async waitForOthers(attemptId: number): Promise<void> {
    for (let waited = 0, step = FIRST_WAIT_STEP_MS; waited < WAIT_FOR_OTHERS_MS; waited += step) {
      const attempt = await this.attempts.findById(attemptId);
      if (!attempt?.leaseOwner) return;
      await new Promise((resolve) => setTimeout(resolve, step));
      step = Math.min(2 * step, MAX_WAIT_STEP_MS);
    }
  }
}

/** Resolves when work ends, in whichever way, or after so many milliseconds. */
function endsWithin(work: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(limit);
      resolve();
    };
    work.then(end, end);
  });
}
