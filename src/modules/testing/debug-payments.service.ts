import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { PaymentLists } from '../../database/payment-list.js';
import { readPaymentRows } from '../../database/payment-rows.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { maskEmail, maskPhone } from '../../domain/masking.js';
import { toRupees } from '../../domain/money.js';

const LATEST = 50;

/** The latest payments, newest first, without whole e-mail addresses and numbers. */
@Injectable()
export class DebugPayments {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
  ) {}

  async latest() {
    const { ids, totalCount } = await this.lists.page({}, { page: 1, limit: LATEST });
    const rows = await readPaymentRows(this.uow.manager, ids);
    return { payments: rows.map(({ payment }) => present(payment)), totalPayments: totalCount };
  }
}

function present(payment: PaymentEntity) {
  const { customer, salesManager } = payment;
  return {
    id: String(payment.id),
    paymentId: payment.publicId,
    customer: {
      name: customer?.name ?? '',
      email: customer ? maskEmail(customer.email) : '',
      phone: customer?.phone ? maskPhone(customer.phone) : null,
    },
    tokenType: payment.tokenType,
    tokenNumber: payment.tokenNumber ?? 'N/A',
    paymentType: payment.paymentType,
    amount: toRupees(payment.amount),
    refundedAmount: toRupees(payment.refundedAmount),
    status: payment.status,
    statusReason: payment.statusReason,
    paymentGateway: payment.gateway,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    salesManager: { name: salesManager?.name ?? 'Unknown', email: salesManager ? maskEmail(salesManager.email) : '' },
  };
}
