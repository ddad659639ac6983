import { Injectable } from '@nestjs/common';
import { PaymentLists, readPaymentRows, type PaymentOfList } from '../payment-lists/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { maskEmail, maskPhone } from '../../domain/people/masking.js';
import { toRupees } from '../../domain/money/money.js';
import { tokenNumberOf } from '../../domain/payment/token-catalogue.js';

const LATEST = 50;

/** The latest payments, newest first, with masked emails and numbers. */
@Injectable()
export class DebugPayments {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
  ) {}

  async latest() {
    const { ids, totalCount } = await this.lists.page({}, { page: 1, limit: LATEST });
    const rows = await readPaymentRows(this.uow, ids);
    return { payments: rows.map(({ payment }) => present(payment)), totalPayments: totalCount };
  }
}

function present(payment: PaymentOfList) {
  const { customer, salesManager } = payment;
  return {
    id: String(payment.id),
    paymentId: payment.publicId,
    customer: {
      name: customer.name,
      email: maskEmail(customer.email),
      phone: customer.phone ? maskPhone(customer.phone) : null,
    },
    tokenType: payment.tokenType,
    tokenNumber: tokenNumberOf(payment),
    paymentType: payment.paymentType,
    amount: toRupees(payment.amount),
    refundedAmount: toRupees(payment.refundedAmount),
    status: payment.status,
    statusReason: payment.statusReason,
    paymentGateway: payment.gateway,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    salesManager: { name: salesManager.name, email: maskEmail(salesManager.email) },
  };
}
