import { Injectable } from '@nestjs/common';
import { type FindData, type FoundCustomer, type FoundPaymentRow, MIN_FOUND_BY } from '../../contracts/finding.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { clipped } from '../../domain/files/clipped.js';
import { toRupees } from '../../domain/money/money.js';
import { statusLabel } from '../../domain/payment/payment-status.js';
import { tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { isTokenVoid } from '../../domain/payment/token-status.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import type { Principal } from '../../http/index.js';
import { type ListedPayment, PaymentLists, paymentScopeOf, readPaymentRows } from '../payment-lists/index.js';

const MAX_SEARCHED = 100;
const MAX_READ = 20;
const MAX_PAYMENTS = 6;
const MAX_CUSTOMERS = 3;

/** Finds payments, their customers and tokens by the search of the lists, from any page. */
@Injectable()
export class FinderService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
  ) {}

  /** Finds what the person may see. @throws SEARCH_TOO_WIDE */
  async find(user: Principal, typed: unknown): Promise<FindData> {
    const search = typeof typed === 'string' ? clipped(typed.replaceAll('\0', '').trim(), MAX_SEARCHED) : '';
    if ([...search].length < MIN_FOUND_BY) return { payments: [], customers: [], hasMore: false };
    const filter = { search, ...paymentScopeOf(user) };
    const { ids, totalCount, totalIsCapped } = await this.lists.page(filter, { page: 1, limit: MAX_READ });
    const rows = await readPaymentRows(this.uow, ids);
    return {
      payments: rows.slice(0, MAX_PAYMENTS).map(presentFound),
      customers: customersOf(rows),
      hasMore: totalIsCapped || totalCount > MAX_PAYMENTS,
    };
  }
}

function presentFound({ payment, tokenStatus }: ListedPayment): FoundPaymentRow {
  return {
    paymentId: payment.publicId,
    customerName: payment.customer.name,
    tokenType: payment.tokenType,
    tokenNumber: tokenNumberOf(payment),
    tokenVoid: isTokenVoid(tokenStatus),
    amount: toRupees(payment.amount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
  };
}

/** The first few, each email address once. */
function customersOf(rows: ListedPayment[]): FoundCustomer[] {
  const byEmail = new Map<string, FoundCustomer>();
  for (const { payment } of rows) {
    const { name, email } = payment.customer;
    if (!byEmail.has(email.toLowerCase())) byEmail.set(email.toLowerCase(), { name, email });
  }
  return [...byEmail.values()].slice(0, MAX_CUSTOMERS);
}
