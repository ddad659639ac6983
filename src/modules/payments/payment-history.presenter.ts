import type { PaymentHistoryData, PaymentHistoryItem, Transaction } from '../../contracts/histories.js';
import { MESSAGES } from '../../contracts/messages.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { revenueOf } from '../../database/payment-numbers.js';
import type { PaymentOfList } from '../../database/payment-rows.js';
import { maskPhone } from '../../domain/masking.js';
import { toRupees } from '../../domain/money.js';
import { isPaid, statusLabel } from '../../domain/payment-status.js';
import { type TokenType, tokenLabel, tokenNumberOf } from '../../domain/token-catalogue.js';

export function presentHistory(payments: PaymentEntity[], currentTokenType: TokenType): PaymentHistoryData {
  const upgrades = payments.filter(({ paymentType }) => paymentType === 'upgrade');
  return {
    history: payments.map(historyItem),
    summary: {
      totalPayments: payments.length,
      totalSpent: toRupees(revenueOf(payments)),
      totalUpgradeAmount: toRupees(revenueOf(upgrades)),
      currentTokenType,
    },
  };
}

export function presentTransaction(payment: PaymentOfList): Transaction {
  const { customer } = payment;
  const id = String(payment.id);
  return {
    _id: id,
    id,
    customer: {
      id: String(payment.customerId),
      name: customer.name,
      email: customer.email,
      phone: customer.phone ? maskPhone(customer.phone) : null,
    },
    ...figuresOf(payment),
    propertyDetails: null,
  };
}

function historyItem(payment: PaymentEntity): PaymentHistoryItem {
  return {
    _id: String(payment.id),
    ...figuresOf(payment),
    upgradeFrom: payment.upgradeFrom,
    upgradeTo: payment.upgradeTo,
    upgradeDescription: upgradeDescriptionOf(payment),
  };
}

function figuresOf(payment: PaymentOfList | PaymentEntity) {
  return {
    paymentId: payment.publicId,
    paymentType: payment.paymentType,
    tokenType: payment.tokenType,
    tokenNumber: tokenNumberOf(payment),
    amount: toRupees(payment.amount),
    refundedAmount: toRupees(payment.refundedAmount),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    paymentGateway: payment.gateway,
  };
}

function upgradeDescriptionOf({ upgradeFrom, upgradeTo, status }: PaymentEntity): string | null {
  if (!upgradeFrom || !upgradeTo) return null;
  const words = isPaid(status) ? MESSAGES.history.upgradeDone : MESSAGES.history.upgradeAsked;
  return words(tokenLabel(upgradeFrom), tokenLabel(upgradeTo));
}
