import type { AdminPaymentRow } from '../../contracts/admin.js';
import { denialWords } from '../../contracts/denials.js';
import type { SoldIn } from '../../contracts/events.js';
import {
  canBePaid,
  denialsOf,
  listedTierOf,
  type ListedPayment,
  stateTimesOf,
  upgradableRowOf,
} from '../payment-lists/index.js';
import { isLinkExpired } from '../../domain/payment/link-expiry.js';
import { toRupees } from '../../domain/money/money.js';
import { isPaid, statusLabel } from '../../domain/payment/payment-status.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import { tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { isTokenVoid } from '../../domain/payment/token-status.js';
import { upgradeStateOf } from '../../domain/upgrade/upgrade-rules.js';

/** @param soldIn left out where there is only the default event */
export function presentAdminRow(row: ListedPayment, now: Date, soldIn?: SoldIn): AdminPaymentRow {
  const { payment, nextCheckAt } = row;
  const { customer, salesManager } = payment;
  return {
    id: String(payment.id),
    paymentId: payment.publicId,
    customer: {
      id: String(payment.customerId),
      name: customer.name,
      email: customer.email,
      address: { phone: customer.phone },
    },
    tokenType: payment.tokenType,
    ...listedTierOf(row),
    tokenNumber: tokenNumberOf(payment),
    tokenVoid: isTokenVoid(row.tokenStatus),
    amount: toRupees(payment.amount),
    refundedAmount: toRupees(payment.refundedAmount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    statusReason: payment.statusReason,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    paymentGateway: payment.gateway,
    needsReview: payment.reviewReason !== null,
    paymentType: payment.paymentType,
    paymentLinkExpiresAt: payment.expiresAt.toISOString(),
    isPaymentLinkExpired: !isPaid(payment.status) && isLinkExpired(payment.expiresAt, now),
    nextCheckAt: nextCheckAt?.toISOString() ?? null,
    openedAt: payment.openedAt?.toISOString() ?? null,
    linkMails: { sentCount: payment.linkMailCount, lastSentAt: payment.linkMailSentAt?.toISOString() ?? null },
    ...stateTimesOf(row),
    upgradeState: upgradeStateOf(upgradableRowOf(row, now)),
    canPay: canBePaid(row, now),
    denials: denialWords(denialsOf(row, now)),
    salesManager: { name: salesManager.name, email: salesManager.email },
    ...(soldIn && { soldIn }),
  };
}
