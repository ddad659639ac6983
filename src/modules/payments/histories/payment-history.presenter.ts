import type { PaymentHistoryData, PaymentHistoryItem, Transaction } from '../../../contracts/histories.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { PaymentStatus } from '../../../domain/payment/payment-status.js';
import type { ListedPayment, PaymentOfList } from '../../payment-lists/index.js';
import { toRupees } from '../../../domain/money/money.js';
import { isPaid, statusLabel } from '../../../domain/payment/payment-status.js';
import { refundUnderWay } from '../../../domain/refund/refund-rules.js';
import { type TokenType, tokenLabel, tokenNumberOf } from '../../../domain/payment/token-catalogue.js';
import { isTokenVoid, type TokenStatus } from '../../../domain/payment/token-status.js';
import { tokenStatusOf } from '../token-status.js';
import type { TokenLine } from './payment-history.queries.js';

/** @param pan of the sale, masked */
export function presentHistory(
  { root, payments }: TokenLine,
  currentTokenType: TokenType,
  pan: string | null,
): PaymentHistoryData {
  const { name = '', email = '', phone = null } = root.customer ?? {};
  const paid = payments.filter(({ status }) => isPaid(status));
  const upgrades = payments.filter(({ paymentType }) => paymentType === 'upgrade');
  return {
    customer: { name, email, phone, pan },
    history: payments.map(historyItem),
    summary: {
      totalPayments: payments.length,
      grossAmount: toRupees(sumOf(paid, ({ amount }) => amount)),
      refundedAmount: toRupees(sumOf(paid, ({ refundedAmount }) => refundedAmount)),
      pendingRefundAmount: toRupees(sumOf(paid, refundUnderWay)),
      totalSpent: toRupees(revenueOf(payments)),
      totalUpgradeAmount: toRupees(revenueOf(upgrades)),
      currentTokenType,
    },
  };
}

function sumOf(payments: PaymentEntity[], paiseOf: (payment: PaymentEntity) => number): number {
  return payments.reduce((sum, payment) => sum + paiseOf(payment), 0);
}

export function presentTransaction({ payment, tokenStatus }: ListedPayment): Transaction {
  const { customer } = payment;
  const id = String(payment.id);
  return {
    _id: id,
    id,
    customer: {
      id: String(payment.customerId),
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
    },
    ...figuresOf(payment, tokenStatus),
    propertyDetails: null,
  };
}

function historyItem(payment: PaymentEntity): PaymentHistoryItem {
  return {
    _id: String(payment.id),
    ...figuresOf(payment, tokenStatusOf(payment)),
    upgradeFrom: payment.upgradeFrom,
    upgradeTo: payment.upgradeTo,
    upgradeDescription: upgradeDescriptionOf(payment),
  };
}

function figuresOf(payment: PaymentOfList | PaymentEntity, tokenStatus: TokenStatus | null) {
  return {
    paymentId: payment.publicId,
    paymentType: payment.paymentType,
    tokenType: payment.tokenType,
    tokenNumber: tokenNumberOf(payment),
    tokenVoid: isTokenVoid(tokenStatus),
    amount: toRupees(payment.amount),
    refundedAmount: toRupees(payment.refundedAmount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    paymentGateway: payment.gateway,
  };
}

function upgradeDescriptionOf({ upgradeFrom, upgradeTo, status }: PaymentEntity): string | null {
  if (!upgradeFrom || !upgradeTo) return null;
  const words = isPaid(status) ? SERVER_MESSAGES.history.upgradeDone : SERVER_MESSAGES.history.upgradeAsked;
  return words(tokenLabel(upgradeFrom), tokenLabel(upgradeTo));
}

/** Paise: completed payments less completed refunds; a refunded payment adds nothing (docs/product.md#numbers). */
function revenueOf(payments: readonly { status: PaymentStatus; amount: number; refundedAmount: number }[]) {
  const paid = payments.filter(({ status }) => status === 'completed' || status === 'refunded');
  return paid.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0);
}
