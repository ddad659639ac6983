import { denialWords } from '../../contracts/denials.js';
import type { CreateLinkData, LinkMails } from '../../contracts/links.js';
import type { CheckStatusData, DashboardRow } from '../../contracts/payments.js';
import { ROUTES } from '../../contracts/routes.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import {
  canBePaid,
  denialsOf,
  listedTierOf,
  type ListedPayment,
  stateTimesOf,
  upgradableRowOf,
} from '../payment-lists/index.js';
import { tierCodeOf } from '../../domain/catalogue/tier-code.js';
import { isLinkExpired } from '../../domain/payment/link-expiry.js';
import { toRupees } from '../../domain/money/money.js';
import { isPaid, statusLabel } from '../../domain/payment/payment-status.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import { reviewEndLabel } from '../../domain/payment/review-rules.js';
import { bankMobile } from '../../domain/people/phone.js';
import { tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { isTokenVoid } from '../../domain/payment/token-status.js';
import { upgradeStateOf } from '../../domain/upgrade/upgrade-rules.js';
import { formatGatewayAmount, type InvoiceRequest, type InvoiceResult } from '../gateway/index.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { CreatedLink } from './links/create-link.service.js';
import { tokenStatusOf } from './token-status.js';
import { DAY_MS } from '../../domain/calendar/durations.js';

export function paymentUrlOf(appUrl: string, payment: Pick<PaymentEntity, 'publicId'>): string {
  return `${appUrl}${ROUTES.payment(payment.publicId)}`;
}

export function presentRow(row: ListedPayment, appUrl: string, now: Date): DashboardRow {
  const { payment, nextCheckAt } = row;
  const { customer, salesManager } = payment;
  const { name, email, phone } = customer;
  const createdAt = payment.createdAt.toISOString();
  const denials = denialsOf(row, now);
  return {
    _id: String(payment.id),
    paymentId: payment.publicId,
    customerName: name,
    name,
    customerEmail: email,
    email,
    customerPhone: phone,
    date: createdAt,
    createdAt,
    paidAt: payment.paidAt?.toISOString() ?? null,
    tokenType: payment.tokenType,
    ...listedTierOf(row),
    tokenNumber: tokenNumberOf(payment),
    tokenVoid: isTokenVoid(row.tokenStatus),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    statusReason: payment.statusReason,
    paymentType: payment.paymentType,
    amount: toRupees(payment.amount),
    refundedAmount: toRupees(payment.refundedAmount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    paymentUrl: paymentUrlOf(appUrl, payment),
    paymentLinkExpiresAt: payment.expiresAt.toISOString(),
    isPaymentLinkExpired: !isPaid(payment.status) && isLinkExpired(payment.expiresAt, now),
    nextCheckAt: nextCheckAt?.toISOString() ?? null,
    needsReview: payment.reviewReason !== null,
    openedAt: payment.openedAt?.toISOString() ?? null,
    linkMails: linkMailsOf(payment),
    canCancelLink: denials.cancelLink === null,
    canPay: canBePaid(row, now),
    denials: denialWords(denials),
    upgradeState: upgradeStateOf(upgradableRowOf(row, now)),
    reviewEnded: reviewEndedOf(row, now),
    ...stateTimesOf(row),
    salesManagerName: salesManager.name,
    salesManagerEmail: salesManager.email,
  };
}

/** A closed review shows in the row for 14 days, then in the payment's events alone. */
const TOLD_FOR_MS = 14 * DAY_MS;

function reviewEndedOf({ payment, reviewEnded }: ListedPayment, now: Date): DashboardRow['reviewEnded'] {
  if (payment.reviewReason !== null || reviewEnded === null) return null;
  if (now.getTime() - reviewEnded.at.getTime() > TOLD_FOR_MS) return null;
  return { at: reviewEnded.at.toISOString(), outcome: reviewEndLabel(reviewEnded.end) };
}

export function linkMailsOf(payment: Pick<PaymentEntity, 'linkMailCount' | 'linkMailSentAt'>): LinkMails {
  return { sentCount: payment.linkMailCount, lastSentAt: payment.linkMailSentAt?.toISOString() ?? null };
}

/** @param order the invoice request, whose fields the answer repeats */
export function presentCreatedLink(
  created: CreatedLink,
  order: InvoiceRequest,
  context: { appUrl: string; merchantId: string },
): Omit<CreateLinkData, 'openLinks' | 'heldTokens'> {
  const { payment, customer, attempt, answer } = created;
  const amount = formatGatewayAmount(payment.amount);
  const code = bankCodeOf(answer);
  return {
    paymentId: payment.publicId,
    amount: toRupees(payment.amount),
    paymentUrl: paymentUrlOf(context.appUrl, payment),
    invoiceNo: attempt.invoiceNo,
    status: payment.status,
    tokenType: payment.tokenType,
    tierCode: tierCodeOf(payment),
    paymentLinkExpiresAt: payment.expiresAt.toISOString(),
    addlParam1: payment.tokenType,
    addlParam2: payment.referenceType,
    hasRedirectionURL: attempt.redirectUrl !== null,
    iciciResponseCode: code.code,
    iciciResponseDescription: code.text,
    warning: warningOf(answer),
    customer: { name: customer.name, email: customer.email, phone: customer.phone },
    merchantId: context.merchantId,
    mobileNo: customer.phone ? bankMobile(customer.phone) : '',
    emailID: customer.email,
    userName: customer.name,
    chargeAmount: amount,
    desc: order.description,
    currencyCode: '356',
    dueDate: order.dueDateIst,
    chargeHead1: amount,
    paymentReturnURL: order.returnUrl,
  };
}

/** @param payment with its customer and its token loaded */
export function presentCheck(payment: PaymentEntity): CheckStatusData {
  return {
    paymentId: payment.publicId,
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    updatedAt: payment.updatedAt.toISOString(),
    customerName: payment.customer?.name ?? '',
    amount: toRupees(payment.amount),
    tokenNumber: tokenNumberOf(payment),
    tokenVoid: isTokenVoid(tokenStatusOf(payment)),
  };
}

function bankCodeOf(answer: InvoiceResult | null): { code: string | null; text: string | null } {
  if (answer?.kind === 'created') return { code: answer.responseCode, text: answer.responseText };
  if (answer?.kind === 'refused') return { code: answer.code, text: answer.text };
  return { code: null, text: null };
}

/** @returns the warning for staff when the bank has created no page yet */
export function warningOf(answer: InvoiceResult | null): string | null {
  if (answer?.kind === 'created' || (answer?.kind === 'exists' && answer.redirectUrl)) return null;
  return answer?.kind === 'refused' ? SERVER_MESSAGES.link.bankRefused : SERVER_MESSAGES.link.bankUnavailable;
}
