import type {
  AdminPaymentDetails,
  AttemptDetails,
  AuditDetails,
  ExchangeDetails,
  RefundDetails,
  UpgradeDetails,
} from '../../contracts/admin-details.js';
import type { AgreementDetails } from '../../contracts/projects.js';
import type { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { TermsAgreementEntity } from '../../database/entities/terms-agreement.entity.js';
import { toRupees } from '../../domain/money/money.js';
import { isPaid, statusLabel } from '../../domain/payment/payment-status.js';
import { isTokenVoid } from '../../domain/payment/token-status.js';
import { refundReferences } from '../../domain/refund/refund-references.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import { isNeverSent } from '../../domain/refund/unsent-refunds.js';
import { tokenStatusOf } from '../payments/index.js';
import type { PaymentRecords } from './details.queries.js';
import { actorName, timelineOf } from './timeline.js';

/** @param pan masked */
export function presentDetails(records: PaymentRecords, pan: string | null): AdminPaymentDetails {
  const { payment, attempts, calls, isShortened } = records;
  const { customer, salesManager } = payment;
  return {
    payment: presentPayment(payment),
    customer: { name: customer?.name ?? '', email: customer?.email ?? '', phone: customer?.phone ?? null, pan },
    salesManager: { name: salesManager?.name ?? 'Unknown', email: salesManager?.email ?? '' },
    amounts: {
      amount: toRupees(payment.amount),
      refunded: toRupees(payment.refundedAmount),
      pending: toRupees(refundUnderWay(payment)),
      reserved: toRupees(payment.refundReserved),
      net: isPaid(payment.status) ? toRupees(payment.amount - payment.refundedAmount) : 0,
    },
    timeline: timelineOf(records),
    attempts: attempts.map(presentAttempt),
    exchanges: calls.map(presentExchange),
    refunds: presentRefunds(records),
    upgrades: presentUpgrades(records),
    audit: presentAudit(records),
    ...(records.agreements.length > 0 && { agreements: records.agreements.map(presentAgreement) }),
    isShortened,
  };
}

function presentPayment(payment: PaymentEntity): AdminPaymentDetails['payment'] {
  return {
    paymentId: payment.publicId,
    tokenType: payment.tokenType,
    tokenNumber: payment.tokenNumber,
    tokenVoid: isTokenVoid(tokenStatusOf(payment)),
    originalTokenNumber: payment.originalTokenNumber,
    paymentType: payment.paymentType,
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    statusReason: payment.statusReason,
    reviewReason: payment.reviewReason,
    late: payment.late,
    referenceType: payment.referenceType,
    brokerName: payment.brokerName,
    paymentGateway: payment.gateway,
    createdAt: payment.createdAt.toISOString(),
    openedAt: iso(payment.openedAt),
    initiatedAt: iso(payment.initiatedAt),
    paidAt: iso(payment.paidAt),
    paymentLinkExpiresAt: payment.expiresAt.toISOString(),
  };
}

function presentAttempt(attempt: PaymentAttemptEntity): AttemptDetails {
  const { number, invoiceNo, status, excess, bankTxnId, bankPaymentId, paymentMode, checkCount } = attempt;
  return {
    number,
    invoiceNo,
    status,
    excess,
    bankTxnId,
    bankPaymentId,
    paymentMode,
    checkCount,
    responseCode: attempt.responseCode,
    responseText: attempt.responseText,
    amount: toRupees(attempt.amount),
    createdAt: attempt.createdAt.toISOString(),
    sentAt: iso(attempt.sentAt),
    capturedAt: iso(attempt.capturedAt),
    closedAt: iso(attempt.closedAt),
    settlement: attempt.settlementId
      ? {
          id: attempt.settlementId,
          utr: attempt.settlementUtr,
          date: attempt.settledDate,
          amount: attempt.settledAmount === null ? null : toRupees(attempt.settledAmount),
        }
      : null,
    nextCheckAt: iso(attempt.nextCheckAt),
  };
}

function presentExchange(call: GatewayCallEntity): ExchangeDetails {
  const { kind, reference, outcome, httpStatus, durationMs, request, response, requestId } = call;
  const at = call.startedAt.toISOString();
  return { id: String(call.id), at, kind, reference, outcome, httpStatus, durationMs, request, response, requestId };
}

function presentRefunds({ refunds, attempts, staff }: PaymentRecords): RefundDetails[] {
  const excess = new Set(attempts.filter((attempt) => attempt.excess).map(({ id }) => id));
  return refunds.map((refund) => ({
    refundId: refund.publicId,
    ofDuplicateCharge: excess.has(refund.attemptId),
    amount: toRupees(refund.amount),
    reason: refund.reason,
    status: refund.status,
    origin: refund.origin,
    ...refundReferences(refund),
    neverSent: isNeverSent(refund),
    responseCode: refund.responseCode,
    responseText: refund.responseText,
    requestedBy: refund.requestedBy === null ? null : (staff.get(refund.requestedBy) ?? null),
    createdAt: refund.createdAt.toISOString(),
    settledAt: iso(refund.settledAt),
  }));
}

function presentUpgrades({ payment, upgrades }: PaymentRecords): UpgradeDetails[] {
  return upgrades.map((upgrade) => {
    const role = upgrade.sourcePaymentId === payment.id ? 'source' : 'upgrade';
    const other = role === 'source' ? upgrade.upgradePayment : upgrade.sourcePayment;
    return {
      role,
      paymentId: other?.publicId ?? '',
      tokenNumber: other?.tokenNumber ?? null,
      tokenVoid: other ? isTokenVoid(tokenStatusOf(other)) : false,
      status: upgrade.status,
      amount: toRupees(upgrade.amount),
      notes: upgrade.notes,
      createdAt: upgrade.createdAt.toISOString(),
      completedAt: iso(upgrade.completedAt),
    };
  });
}

function presentAgreement({ termsVersion, language, agreedAt, ip }: TermsAgreementEntity): AgreementDetails {
  return { version: termsVersion?.number ?? 0, language, agreedAt: agreedAt.toISOString(), address: ip };
}

function presentAudit({ audit, staff }: PaymentRecords): AuditDetails[] {
  return audit.map((row) => ({
    at: row.at.toISOString(),
    actor: actorName(row.actorKind, row.actorUserId, staff),
    action: row.action,
    from: row.fromValue,
    to: row.toValue,
    reason: row.reason,
    requestId: row.requestId,
  }));
}

function iso(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
