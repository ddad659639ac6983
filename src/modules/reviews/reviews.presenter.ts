import type { Fact, ReviewAttempt, ReviewRow } from '../../contracts/reviews.js';
import type { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { ReviewEntity } from '../../database/entities/review.entity.js';
import { formatInr, toRupees } from '../../domain/money/money.js';
import { statusLabel } from '../../domain/payment/payment-status.js';
import { allowedDecisions, reviewEndLabel, reviewReasonLabel } from '../../domain/payment/review-rules.js';
import { tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { isTokenVoid } from '../../domain/payment/token-status.js';
import { tokenStatusOf } from '../payments/index.js';
import { blockedBy, choiceOf, explanationOf } from './review-words.js';
import type { Standing } from './review-standings.service.js';
import type { ReviewContext } from './reviews.queries.js';

const LABELS: Readonly<Record<string, string>> = {
  kind: 'Answer',
  txnId: 'Transaction',
  amount: 'Amount',
  currency: 'Currency',
  code: 'Code',
  text: 'Text',
  field: 'What differs',
  detail: 'Detail',
  answer: 'Answer',
  bankAnswer: 'The bank says',
  invoiceNo: 'Invoice',
  otherToken: 'Token of the other link',
  refund: 'Refund',
  requestedAt: 'Requested',
};
/** Fields of the bank's message that are shown; the whole is stored in `gateway_calls`. */
const ANSWER_FIELDS = ['txnStatus', 'txnResponseCode', 'responseCode', 'txnRespDescription', 'respDescription', 'amount', 'txnID', 'merchantTxnNo', 'currencyCode', 'merchantId']; // prettier-ignore

/** @param review with its payment, and that one's customer, seller and token */
export function presentReview(review: ReviewEntity, standing: Standing, context: ReviewContext): ReviewRow {
  const { payment } = review;
  if (!payment) throw new Error(`review ${review.id} was read without its payment`);
  const { facts, atStake } = standing;
  const decisions = review.state === 'open' ? allowedDecisions(review.reason, facts) : [];
  return {
    reviewId: review.publicId,
    paymentId: payment.publicId,
    reason: review.reason,
    reasonLabel: reviewReasonLabel(review.reason),
    explanation: explanationOf(review.reason, payment),
    state: review.state,
    amount: toRupees(atStake),
    customer: { name: payment.customer?.name ?? '', email: payment.customer?.email ?? '' },
    salesManager: { name: payment.salesManager?.name ?? 'Unknown', email: payment.salesManager?.email ?? '' },
    tokenType: payment.tokenType,
    tokenNumber: tokenNumberOf(payment),
    tokenVoid: isTokenVoid(tokenStatusOf(payment)),
    paymentStatus: payment.status,
    paymentStatusLabel: statusLabel(payment.status),
    openedAt: review.openedAt.toISOString(),
    ...evidenceOf(review),
    attempts: context.attempts.map(presentAttempt),
    answers: context.calls.map(presentCall),
    choices: decisions.map((decision) => choiceOf(decision, atStake)),
    blocked: review.state === 'open' ? blockedBy(review.reason, facts) : null,
    decided: decidedOf(review, context),
  };
}

function evidenceOf(review: ReviewEntity): { said: Fact[]; expected: Fact[] } {
  const { payment } = review;
  const kept = JSON.parse(review.evidence) as { bank?: Record<string, unknown>; ours?: { status?: string } };
  const said = Object.entries(kept.bank ?? {}).flatMap(([name, value]) => factOf(name, value));
  const was = kept.ours?.status;
  const expected: Fact[] = [
    { label: 'Amount', value: formatInr(payment?.amount ?? 0) },
    { label: 'Currency', value: '356 (INR)' },
    ...(was ? [{ label: 'Payment was', value: was }] : []),
  ];
  return { said, expected };
}

function factOf(name: string, value: unknown): Fact[] {
  if (value === undefined || (value === null && name === 'invoiceNo')) return [];
  const label = LABELS[name] ?? name;
  if (value === null) return [{ label, value: 'not named' }];
  if (name === 'amount' && typeof value === 'number') return [{ label, value: formatInr(value) }];
  return [{ label, value: typeof value === 'string' ? value : JSON.stringify(value) }];
}

function presentAttempt(attempt: PaymentAttemptEntity): ReviewAttempt {
  return {
    invoiceNo: attempt.invoiceNo,
    status: attempt.status,
    amount: toRupees(attempt.amount),
    isDuplicate: attempt.excess,
    bankTxnId: attempt.bankTxnId,
    capturedAt: attempt.capturedAt?.toISOString() ?? null,
    lastCheckedAt: attempt.lastCheckedAt?.toISOString() ?? null,
  };
}

/** The exchange is stored masked. */
function presentCall({ startedAt, outcome, response }: GatewayCallEntity): ReviewRow['answers'][number] {
  return { at: startedAt.toISOString(), outcome, fields: answerFields(response) };
}

function answerFields(response: string): Fact[] {
  try {
    const fields = JSON.parse(response) as Record<string, unknown>;
    return ANSWER_FIELDS.flatMap((name) => {
      const value = fields[name];
      return typeof value === 'string' && value !== '' ? [{ label: name, value }] : [];
    });
  } catch {
    // Truncated or not JSON; the outcome says so.
    return [];
  }
}

function decidedOf(review: ReviewEntity, { decider }: ReviewContext): ReviewRow['decided'] {
  if (review.decision === null || review.decidedAt === null) return null;
  return {
    label: reviewEndLabel(review.decision),
    by: decider?.name ?? null,
    at: (review.closedAt ?? review.decidedAt).toISOString(),
    note: review.note,
    bankReference: review.bankReference,
  };
}
