import type { AdminPaymentRow } from '../../contracts/admin.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { maskPhone } from '../../domain/masking.js';
import { toRupees } from '../../domain/money.js';
import { statusLabel } from '../../domain/payment-status.js';

/** @param payment with its customer and seller loaded */
export function presentAdminRow(payment: PaymentEntity): AdminPaymentRow {
  const { customer, salesManager } = payment;
  return {
    id: String(payment.id),
    paymentId: payment.publicId,
    customer: {
      id: String(payment.customerId),
      name: customer?.name ?? '',
      email: customer?.email ?? '',
      address: { phone: customer?.phone ? maskPhone(customer.phone) : null },
    },
    tokenType: payment.tokenType,
    tokenNumber: payment.tokenNumber ?? 'N/A',
    amount: toRupees(payment.amount),
    refundedAmount: toRupees(payment.refundedAmount),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    paymentGateway: payment.gateway,
    needsReview: payment.reviewReason !== null,
    salesManager: { name: salesManager?.name ?? 'Unknown', email: salesManager?.email ?? '' },
  };
}
