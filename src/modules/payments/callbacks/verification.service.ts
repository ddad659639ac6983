import { Injectable } from '@nestjs/common';
import type {
  PaymentFailure,
  PublicReturn,
  PublicUnclear,
  VerificationState,
  VerifyData,
  VerifyReason,
} from '../../../contracts/after-payment.js';
import type { PublicPayment } from '../../../contracts/payments.js';
import type { GatewayCallbackEntity } from '../../../database/entities/gateway-callback.entity.js';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { refundUnderWay } from '../../../domain/refund/refund-rules.js';
import { questionAbout } from '../../../domain/payment/unclear-payment.js';
import { Clock } from '../../../runtime/clock.js';
import { isFailureCode } from '../../gateway/index.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { failureOf, failureWords, presentUnclear, sentAttempt } from '../customer-pages/customer-record.presenter.js';
import { CallbacksService } from './callbacks.service.js';
import { PaymentsRepository } from '../payments.repository.js';
import { PublicPaymentsService } from '../customer-pages/public-payments.service.js';
import { StatusChecker } from '../status-checks/status-checker.service.js';

export interface Verification {
  state: VerificationState;
  /** Null unless it failed. */
  reason: VerifyReason | null;
  payment: PaymentEntity | null;
  /** What is known of an unclear payment. */
  unclear: PublicUnclear | null;
  /** Why it failed, as far as the bank's answer tells. */
  failure: PaymentFailure | null;
  /** A capture that could not be used and is being returned. */
  returning: PublicReturn | null;
  /** What became of a completed payment since. */
  refund: VerifyData['refund'];
}

interface Look {
  /** The outcome as stored; null: the bank has to be asked. */
  known: Verification | null;
  /** Of the verified return; null: it is not verified. */
  payment: PaymentEntity | null;
  /** The payment as its page shows it once it is refunded, or is being refunded; null otherwise. */
  refunded: PublicPayment | null;
}

interface Subject {
  notice: GatewayCallbackEntity;
  payment: PaymentEntity;
  attempt: PaymentAttemptEntity;
}

const NOTHING_KNOWN = { reason: null, unclear: null, failure: null, returning: null, refund: null };

/**
 * The result shown to a customer who returns from the bank. Success comes from a STATUS answer alone
 * (docs/product.md#completion).
 */
@Injectable()
export class VerificationService {
  constructor(
    private readonly notices: CallbacksService,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly checker: StatusChecker,
    private readonly publicPayments: PublicPaymentsService,
    private readonly clock: Clock,
  ) {}

  /** For the first render, from one read of the rows. */
  async look(eventId: string): Promise<Look> {
    const notice = await this.notices.find(eventId);
    const subject = notice && (await this.subjectOf(notice));
    if (!subject) return { known: refusedVerification(notice), payment: null, refunded: null };
    const known = (await this.settled(subject)) ?? undecided(subject, this.clock.now());
    const { payment } = subject;
    const shown = known?.refund ? await this.publicPayments.find(payment.publicId) : null;
    return { known, payment, refunded: shown?.payment() ?? null };
  }

  /** Asks the bank unless the outcome is known. */
  async verify(notice: GatewayCallbackEntity | null): Promise<Verification> {
    const before = notice && (await this.subjectOf(notice));
    if (!notice || !before) return refusedVerification(notice);
    const known = await this.settled(before);
    if (known) return known;
    await this.checker.checkAttempt(before.attempt.id, 'return', notice.receivedAt);
    const after = (await this.subjectOf(notice)) ?? before;
    return (await this.settled(after)) ?? undecided(after, this.clock.now()) ?? confirming(after);
  }

  /** A capture that is being returned is shown whatever else is known of the payment. */
  private async settled(subject: Subject): Promise<Verification | null> {
    const { payment, attempt } = subject;
    const mayReturn = payment.paymentType === 'upgrade' || (attempt.excess && !isPaid(payment.status));
    const returning = mayReturn ? await this.publicPayments.findReturn(payment.publicId) : null;
    if (!returning) return settled(subject, this.clock.now());
    return { ...NOTHING_KNOWN, state: 'returning', payment, returning };
  }

  private async subjectOf(notice: GatewayCallbackEntity): Promise<Subject | null> {
    if (notice.attemptId === null || notice.paymentId === null) return null;
    const payment = await this.payments.findById(notice.paymentId);
    const attempt = await this.attempts.findById(notice.attemptId);
    return payment && attempt ? { notice, payment, attempt } : null;
  }
}

/** A check in the future was made by a clock that ran or runs ahead, possibly before the return: the bank is asked once more. */
function isAskedSince({ notice, attempt: { lastCheckedAt } }: Subject, now: Date): boolean {
  return lastCheckedAt !== null && lastCheckedAt >= notice.receivedAt && lastCheckedAt <= now;
}

function settled(subject: Subject, now: Date): Verification | null {
  const { payment, attempt } = subject;
  if (isPaid(payment.status)) return { ...NOTHING_KNOWN, state: 'completed', payment, refund: refundOf(payment) };
  // A refusal from before this return is stale: the customer may have tried again on the bank's page and paid.
  if (isAskedSince(subject, now) && (attempt.status === 'failed' || attempt.status === 'cancelled')) {
    return failed(payment, failureOf(attempt));
  }
  return null;
}

function refundOf(payment: PaymentEntity): VerifyData['refund'] {
  if (refundUnderWay(payment) > 0) return 'pending';
  return payment.status === 'refunded' ? 'refunded' : null;
}

/**
 * What is known without an outcome once the bank was asked about this return; null before. A return that claims failure while the bank
 * knows of no payment under way is shown as failed; the poll job goes on checking.
 */
function undecided(subject: Subject, now: Date): Verification | null {
  if (!isAskedSince(subject, now)) return null;
  const { notice, payment, attempt } = subject;
  const question = questionAbout(sentAttempt(attempt));
  // Sent to the bank again since that answer, the customer may be paying: it does not count then.
  const lastAnswer = question ? question.lastAnswer : attempt.lastAnswer;
  if (claimsFailure(notice) && lastAnswer === 'not-found')
    return failed(payment, failureWords(false, notice.responseCode, notice.responseText));
  return confirming(subject);
}

function confirming({ payment, attempt }: Subject): Verification {
  const unclear = presentUnclear(questionAbout(sentAttempt(attempt)));
  return { ...NOTHING_KNOWN, state: 'confirming', payment, unclear };
}

function failed(payment: PaymentEntity, failure: PaymentFailure): Verification {
  return { ...NOTHING_KNOWN, state: 'failed', reason: 'refused', payment, failure };
}

/** A code that the bank does not list is not final. */
function claimsFailure({ responseCode: code }: GatewayCallbackEntity): boolean {
  return code !== null && isFailureCode(code);
}

/** The same result for an unknown reference, a wrong hash and another merchant, so that it is no oracle. */
function refusedVerification(notice: GatewayCallbackEntity | null): Verification {
  const missing = !notice || (!notice.complete && !notice.hashValid);
  return refused(missing ? 'missing' : 'unverified');
}

export function refused(reason: VerifyReason): Verification {
  return { ...NOTHING_KNOWN, state: 'failed', reason, payment: null };
}
