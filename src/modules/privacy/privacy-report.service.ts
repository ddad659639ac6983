import { Injectable } from '@nestjs/common';
import { AuditService, type AuditEntry } from '../audit/index.js';
import type { CustomerEntity } from '../../database/entities/customer.entity.js';
import { formatInr } from '../../domain/money/money.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { maskSealedPan } from '../../runtime/sealed-pan.js';
import { Vault } from '../../runtime/vault.js';
import { tokenStatusOf } from '../payments/index.js';
import { type HeldMoney, PersonalDataQueries, type HeldTraces } from './personal-data.queries.js';

/** All data held about one person, for a request for access. */
@Injectable()
export class PrivacyReport {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rows: PersonalDataQueries,
    private readonly vault: Vault,
    private readonly audit: AuditService,
  ) {}

  /** Audits the access, not its content. @param customers the rows of the person */
  async about(customers: CustomerEntity[]) {
    const records = [];
    for (const customer of customers) {
      const held = await this.rows.moneyOf(customer.id);
      records.push(this.recordOf(customer, held, await this.rows.tracesOf(held)));
      await this.recordAccess(customer.id);
    }
    return { customers: records };
  }

  private recordAccess(customerId: number): Promise<void> {
    const entry: AuditEntry = {
      action: 'privacy.reported',
      subjectType: 'customer',
      subjectId: String(customerId),
    };
    return this.uow.run(() => this.audit.write(entry));
  }

  private recordOf(customer: CustomerEntity, held: HeldMoney, traces: HeldTraces) {
    return {
      customer: {
        name: customer.name,
        email: customer.email,
        phone: customer.phone,
        registeredAt: customer.createdAt,
        changedAt: customer.updatedAt,
      },
      payments: held.payments.map((payment) => this.paymentOf(payment, held)),
      mails: traces.mails.map(({ template, recipient, status, createdAt, sentAt }) => ({
        about: template,
        recipient,
        status,
        writtenAt: createdAt,
        sentAt,
      })),
      bankMessages: traces.notices.map(({ channel, receivedAt, rawBody }) => ({
        channel,
        receivedAt,
        content: withoutHash(rawBody),
      })),
      bankExchanges: traces.calls.map(({ kind, startedAt, outcome, request, response }) => ({
        kind,
        at: startedAt,
        outcome,
        request,
        response,
      })),
      staffNotes: traces.events.map(({ createdAt, detail }) => ({ at: createdAt, note: noteIn(detail) })),
      keptAnswers: traces.answers.map(({ operation, createdAt }) => ({ operation, at: createdAt })),
    };
  }

  private paymentOf(payment: HeldMoney['payments'][number], held: HeldMoney) {
    const { attempts, refunds, upgrades } = held;
    return {
      paymentId: payment.publicId,
      tokenType: payment.tokenType,
      tokenNumber: payment.tokenNumber,
      tokenStatus: tokenStatusOf(payment),
      amount: formatInr(payment.amount),
      status: payment.status,
      brokerName: payment.brokerName,
      pan: payment.panCiphertext === null ? null : this.panOf(payment.panCiphertext),
      reasonForSecondLink: payment.duplicateReason,
      createdAt: payment.createdAt,
      paidAt: payment.paidAt,
      receipt: held.receipts.find(({ paymentId }) => paymentId === payment.id)?.receiptNumber ?? null,
      attempts: attempts
        .filter(({ paymentId }) => paymentId === payment.id)
        .map((attempt) => ({
          invoiceNo: attempt.invoiceNo,
          status: attempt.status,
          bankTransaction: attempt.bankTxnId,
          paymentMode: attempt.paymentMode,
          createdAt: attempt.createdAt,
          capturedAt: attempt.capturedAt,
        })),
      refunds: refunds
        .filter(({ paymentId }) => paymentId === payment.id)
        .map(({ publicId, amount, reason, status, createdAt, settledAt }) => ({
          refundId: publicId,
          amount: formatInr(amount),
          reason,
          status,
          createdAt,
          settledAt,
        })),
      reviews: held.reviews
        .filter(({ paymentId }) => paymentId === payment.id)
        .map(({ reason, openedAt, evidence, decision, note }) => ({
          about: reason,
          openedAt,
          evidence: JSON.parse(evidence) as unknown,
          decision,
          note,
        })),
      agreements: held.agreements
        .filter(({ paymentId }) => paymentId === payment.id)
        .map(({ termsVersion, language, ip, agreedAt }) => ({
          termsVersion: termsVersion?.number ?? null,
          language,
          address: ip,
          agreedAt,
        })),
      upgradeNotes: upgrades.filter(({ sourcePaymentId }) => sourcePaymentId === payment.id).map(({ notes }) => notes),
    };
  }

  /** Masked: the full PAN is shown nowhere. */
  private panOf(sealed: string): string {
    return maskSealedPan(this.vault, sealed) ?? 'stored, and cannot be read with the present key';
  }
}

/** The hash says nothing about the person. */
function withoutHash(rawBody: string): string {
  return rawBody.replace(/[0-9a-f]{64}/gi, '…');
}

function noteIn(detail: string | null): unknown {
  return (JSON.parse(detail ?? '{}') as { note?: unknown }).note ?? null;
}
