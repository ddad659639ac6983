import { Injectable } from '@nestjs/common';
import type { Holding, HoldingElsewhere } from '../../contracts/holdings.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { toRupees } from '../../domain/money/money.js';
import { statusLabel } from '../../domain/payment/payment-status.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import type { Principal } from '../../http/index.js';
import { paymentScopeOf } from '../payment-lists/index.js';
import { SalesEvents } from '../projects/index.js';
import { type Holder, type HoldingScope, HoldingsQueries } from './holdings.queries.js';

/**
 * What a customer holds over all projects, as far as the reader may see it: a seller own sales, an admin those of the admin's
 * projects. Nothing where there is one project, and no statement where there is one event.
 */
@Injectable()
export class Holdings {
  constructor(
    private readonly queries: HoldingsQueries,
    private readonly events: SalesEvents,
  ) {}

  /** Besides this payment. @param payment with its customer loaded */
  async beside(viewer: Principal, payment: PaymentEntity): Promise<Holding[]> {
    const { customer } = payment;
    if (!customer) return [];
    return this.list(viewer, customer, { exceptPaymentId: payment.id });
  }

  /** In other projects than this one. */
  async elsewhere(viewer: Principal, person: Holder, projectId: number): Promise<HoldingElsewhere[]> {
    const holdings = await this.list(viewer, person, { exceptProjectId: projectId });
    return holdings.map(({ paymentId, project, tokenType, tokenNumber }) => ({
      paymentId,
      project,
      tokenType,
      tokenNumber,
    }));
  }

  private async list(viewer: Principal, person: Holder, except: Partial<HoldingScope>): Promise<Holding[]> {
    if (!viewer.severalEvents || !(await this.events.hasSeveralProjects())) return [];
    const payments = await this.queries.list(person, { ...paymentScopeOf(viewer), ...except });
    if (payments.length === 0) return [];
    const places = await this.events.placesOf(payments.map(({ eventId }) => eventId));
    return payments.map((payment) => present(payment, places.get(payment.eventId)));
  }
}

function present(payment: PaymentEntity, place: { project: string; event: string } | undefined): Holding {
  return {
    paymentId: payment.publicId,
    customerName: payment.customer?.name ?? '',
    project: place?.project ?? '',
    event: place?.event ?? '',
    tokenType: payment.tokenType,
    tokenNumber: payment.tokenNumber,
    amount: toRupees(payment.amount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
  };
}
