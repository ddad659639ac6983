import { Injectable } from '@nestjs/common';
import type { PaymentFailure, PublicReturn, PublicUnclear } from '../../contracts/after-payment.js';
import type { VerificationState, VerifyReason } from '../../contracts/payments.js';
import type { GatewayNoticeEntity } from '../../database/entities/gateway-notice.entity.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { isPaid } from '../../domain/payment-status.js';
import { questionAbout } from '../../domain/unclear-payment.js';
import { farthestLegal } from '../../domain/stored-times.js';
import { Clock } from '../../runtime/clock.js';
import { isInProgressCode, isSuccessCode } from '../gateway/index.js';
import { AttemptsRepository } from './attempts.repository.js';
import { failureOf, failureWords, presentUnclear, sentAttempt } from './customer-record.presenter.js';
import { NoticesService } from './notices.service.js';
import { PaymentsRepository } from './payments.repository.js';
import { PublicPayments } from './public-payments.service.js';
import { type CheckOutcome, StatusChecker } from './status-checker.service.js';

export interface Verification {
  state: VerificationState;
  /** Null unless it failed. */
  reason: VerifyReason | null;
  payment: PaymentEntity | null;
  /** What is known while it is being confirmed. */
  unclear: PublicUnclear | null;
  /** Why it failed, where the bank's answer tells. */
  failure: PaymentFailure | null;
  /** Money that the bank took and that could not be used. */
  returning: PublicReturn | null;
}

interface Subject {
  notice: GatewayNoticeEntity;
  payment: PaymentEntity;
  attempt: PaymentAttemptEntity;
}

const NOTHING_KNOWN = { reason: null, unclear: null, failure: null, returning: null };

/** What a customer who came back from the bank is told. The bank's STATUS answer alone makes it a success. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly notices: NoticesService,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly checker: StatusChecker,
    private readonly publicPayments: PublicPayments,
    private readonly clock: Clock,
  ) {}

  /** What is known already, from the database alone; null: the bank has to be asked. */
  private async look(eventId: string): Promise<Verification | null> {
    const notice = await this.notices.find(eventId);
    const subject = notice && (await this.subjectOf(notice));
    if (!subject) return refusalOf(notice);
    return this.settled(subject);
  }

  /** For the page as it is first sent: once the bank was asked about this return without an outcome, it says so. */
  async lookForPage(eventId: string): Promise<Verification | null> {
    const known = await this.look(eventId);
    if (known) return known;
    const notice = await this.notices.find(eventId);
    const subject = notice && (await this.subjectOf(notice));
    if (!subject || claimsFailure(subject.notice)) return null;
    return isAskedSince(subject, this.clock.now()) ? confirming(subject) : null;
  }

  /** Of a believed return; null for anything else. */
  async findPaymentId(eventId: string): Promise<string | null> {
    const notice = await this.notices.find(eventId);
    return (notice && (await this.subjectOf(notice)))?.payment.publicId ?? null;
  }

  /** Asks the bank unless the outcome is known. */
  async verify(notice: GatewayNoticeEntity | null): Promise<Verification> {
    const before = notice && (await this.subjectOf(notice));
    if (!notice || !before) return refusalOf(notice);
    const known = await this.settled(before);
    if (known) return known;
    const outcome = await this.checker.checkAttempt(before.attempt.id, 'return', notice.receivedAt);
    const after = (await this.subjectOf(notice)) ?? before;
    return (await this.settled(after)) ?? undecided(after, outcome);
  }

  /** Money that is being returned is told whatever else is known of the payment. */
  private async settled(subject: Subject): Promise<Verification | null> {
    const { payment } = subject;
    const returning = payment.paymentType === 'upgrade' ? await this.publicPayments.findReturn(payment.publicId) : null;
    if (!returning) return settled(subject, this.clock.now());
    return { ...NOTHING_KNOWN, state: 'returning', payment, returning };
  }

  private async subjectOf(notice: GatewayNoticeEntity): Promise<Subject | null> {
    if (notice.attemptId === null || notice.paymentId === null) return null;
    const payment = await this.payments.findById(notice.paymentId);
    const attempt = await this.attempts.findById(notice.attemptId);
    return payment && attempt ? { notice, payment, attempt } : null;
  }
}

/** A question of a time in the future was asked while the clock ran ahead: it may have been before the return. */
function isAskedSince({ notice, attempt: { lastCheckedAt } }: Subject, now: Date): boolean {
  return lastCheckedAt !== null && lastCheckedAt >= notice.receivedAt && lastCheckedAt <= farthestLegal(now, 0);
}

function settled(subject: Subject, now: Date): Verification | null {
  const { payment, attempt } = subject;
  if (isPaid(payment.status)) return { ...NOTHING_KNOWN, state: 'completed', payment };
  // A refusal from before this return proves nothing: the customer may have tried again on the bank's page and paid.
  if (isAskedSince(subject, now) && (attempt.status === 'failed' || attempt.status === 'cancelled')) {
    return failed(payment, failureOf(attempt));
  }
  return null;
}

/** The return says that it failed and the bank knows of no payment under way: said as it is, while the poll job watches on. */
function undecided(subject: Subject, outcome: CheckOutcome): Verification {
  const { notice, payment } = subject;
  if (claimsFailure(notice) && outcome === 'not-found') {
    return failed(payment, failureWords(false, notice.responseCode, notice.responseText));
  }
  return confirming(subject);
}

function confirming({ payment, attempt }: Subject): Verification {
  const unclear = presentUnclear(questionAbout(sentAttempt(attempt)));
  return { ...NOTHING_KNOWN, state: 'confirming', payment, unclear };
}

function failed(payment: PaymentEntity, failure: PaymentFailure): Verification {
  return { ...NOTHING_KNOWN, state: 'failed', reason: 'refused', payment, failure };
}

function claimsFailure({ responseCode: code }: GatewayNoticeEntity): boolean {
  return code !== null && !isSuccessCode(code) && !isInProgressCode(code);
}

/** The same words for an unknown reference, a wrong hash and another merchant: the page is no oracle. */
function refusalOf(notice: GatewayNoticeEntity | null): Verification {
  const missing = !notice || (!notice.complete && !notice.hashValid);
  return refused(missing ? 'missing' : 'unverified');
}

export function refused(reason: VerifyReason): Verification {
  return { ...NOTHING_KNOWN, state: 'failed', reason, payment: null };
}
