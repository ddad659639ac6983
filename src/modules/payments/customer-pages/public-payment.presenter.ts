import type { PublicReturn } from '../../../contracts/after-payment.js';
import type { PublicPayment, PublicStatus } from '../../../contracts/payments.js';
import { ROUTES } from '../../../contracts/routes.js';
import { amountInWords } from '../../../domain/money/amount-in-words.js';
import { addDays, istDayOf, startOfIstDay } from '../../../domain/calendar/ist-day.js';
import { isLinkPayable } from '../../../domain/payment/link-care.js';
import { isLinkExpired } from '../../../domain/payment/link-expiry.js';
import { firstName, maskEmail, maskPhone } from '../../../domain/people/masking.js';
import { toRupees } from '../../../domain/money/money.js';
import { isPaid, type PaymentStatus, statusLabel } from '../../../domain/payment/payment-status.js';
import { refundUnderWay } from '../../../domain/refund/refund-rules.js';
import { tokenNumberOf } from '../../../domain/payment/token-catalogue.js';
import { isTokenVoid } from '../../../domain/payment/token-status.js';
import { isPayAgainHeld, payAgainHeldUntil, unclearOf } from '../../../domain/payment/unclear-payment.js';
import { presentFailure, presentRefunds, presentUnclear, sentAttempt } from './customer-record.presenter.js';
import { hasMovingDays, presentReturn, returnLabel } from './public-return.presenter.js';
import type { PublicRecord, ShownAttempt, ShownPayment, ShownRecord } from './public-payment.queries.js';

/**
 * What the holder of the link may see: no full name, email or phone, no staff data, no raw bank fields.
 * @param payment with its customer loaded
 */
export function presentPublic(
  payment: ShownPayment,
  record: ShownRecord,
  now: Date,
  contact: PublicReturn['contact'],
): PublicPayment {
  const { attempts } = record;
  const status = presentStatus(payment, record, now, contact);
  const isReturning = status.returning !== null;
  const unclear = isReturning ? null : unclearOf(payment.status, attempts.map(sentAttempt));
  const expired = !isPaid(payment.status) && isLinkExpired(payment.expiresAt, now);
  return {
    ...status,
    tokenType: payment.tokenType,
    tokenLabel: record.tierName,
    amount: toRupees(payment.amount),
    amountInWords: amountInWords(payment.amount),
    statusReason: payment.statusReason,
    paymentType: payment.paymentType === 'upgrade' ? 'upgrade' : 'normal',
    originalTokenNumber: payment.originalTokenNumber,
    upgradeFrom: payment.upgradeFrom,
    upgradeFromLabel: record.upgradedTierName,
    upgradeTo: payment.upgradeTo,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    tokenVoid: isTokenVoid(record.tokenStatus),
    replacedBy: record.replacedBy,
    refundedAmount: toRupees(payment.refundedAmount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    paymentLinkExpiresAt: payment.expiresAt.toISOString(),
    isPaymentLinkExpired: expired,
    customer: {
      name: firstName(payment.customer?.name ?? ''),
      email: maskEmail(payment.customer?.email ?? ''),
      phone: payment.customer?.phone ? maskPhone(payment.customer.phone) : null,
    },
    paymentHistory: attempts.flatMap((attempt) => historyItem(attempt, status.returning)),
    // Where terms are in force, the bank's page is given to whoever has agreed to them, by a press of Pay.
    gatewayResponse: { redirectionURL: status.canPay && record.terms === null ? pageOf(attempts) : null },
    receiptNumber: record.receipt?.receiptNumber ?? null,
    payAgainHeld: isPayAgainHeld(unclear, now),
    failure: isReturning ? null : presentFailure(payment, attempts),
    refunds: presentRefunds(record.refunds, isPaid(payment.status)),
    onHold: record.isOnHold,
    moneyWaits: record.isMoneyWaiting,
    ...reraOf(record),
    ...(status.canPay && termsOf(payment, record)),
  };
}

function reraOf({ project }: ShownRecord): Pick<PublicPayment, 'rera'> {
  const { name, reraNumber, reraUrl } = project;
  return reraNumber === null ? {} : { rera: { projectName: name, number: reraNumber, url: reraUrl } };
}

function termsOf({ publicId }: ShownPayment, { terms }: ShownRecord): Pick<PublicPayment, 'terms'> {
  if (terms === null) return {};
  const version = String(terms.number);
  const summary = { en: terms.summaryEn, hi: terms.summaryHi };
  return { terms: { version, summary, url: `${ROUTES.payment(publicId)}/terms/${version}` } };
}

export function presentStatus(
  payment: ShownPayment,
  record: ShownRecord,
  now: Date,
  contact: PublicReturn['contact'],
): PublicStatus {
  const { attempts } = record;
  const returning = presentReturn(payment, record, now, contact);
  const payable = returning === null && !record.isOnHold && !record.isMoneyWaiting && isLinkPayable(payment, now);
  return {
    paymentId: payment.publicId,
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    tokenNumber: tokenNumberOf(payment),
    canPay: payable,
    inProgress: returning === null && (payment.status === 'initiated' || (payment.status === 'pending' && payable)),
    updatedAt: payment.updatedAt.toISOString(),
    unclear: returning ? null : presentUnclear(unclearOf(payment.status, attempts.map(sentAttempt))),
    returning,
  };
}

/** When this page changes by time alone; null when it does not. */
export function nextTurnOf({ payment, record }: PublicRecord, now: Date): Date | null {
  const unclear = unclearOf(payment.status, record.attempts.map(sentAttempt));
  const tomorrow = startOfIstDay(addDays(istDayOf(now), 1));
  const borders = [
    payment.expiresAt,
    ...(unclear ? [payAgainHeldUntil(unclear)] : []),
    ...(hasMovingDays(payment, record) ? [tomorrow] : []),
  ].filter((border) => border > now);
  return borders.length === 0 ? null : new Date(Math.min(...borders.map((border) => border.getTime())));
}

function pageOf(attempts: ShownAttempt[]): string | null {
  return attempts.find((attempt) => attempt.openPaymentId !== null)?.redirectUrl ?? null;
}

/** Attempts that were sent to the bank. */
function historyItem(attempt: ShownAttempt, returning: PublicReturn | null): PublicPayment['paymentHistory'] {
  const status = historyStatus(attempt, returning);
  if (!status) return [];
  return [
    {
      amount: toRupees(attempt.amount),
      status,
      statusLabel:
        returning && (status === 'returning' || status === 'undecided') ? returnLabel(returning) : statusLabel(status),
      paidAt: attempt.capturedAt?.toISOString() ?? null,
      createdAt: (attempt.sentAt ?? attempt.createdAt).toISOString(),
    },
  ];
}

function historyStatus(
  attempt: ShownAttempt,
  returning: PublicReturn | null,
): PaymentStatus | 'returning' | 'undecided' | null {
  switch (attempt.status) {
    case 'captured':
      if (!returning) return 'completed';
      if (returning.state === 'undecided') return 'undecided';
      return returning.state === 'returned' ? 'refunded' : 'returning';
    case 'failed':
      return 'failed';
    case 'cancelled':
    case 'abandoned':
      return attempt.sentAt ? 'cancelled' : null;
    default:
      return attempt.sentAt ? 'initiated' : null;
  }
}
