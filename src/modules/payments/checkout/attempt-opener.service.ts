import { Injectable, Logger } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { LeaseLost } from '../../../database/instance-registry.js';
import { RELEASED } from '../../../database/lease-table.js';
import { isUniqueViolation, UnitOfWork } from '../../../database/unit-of-work.js';
import { withdrawalOf } from '../../../domain/payment/link-care.js';
import { isLinkExpired } from '../../../domain/payment/link-expiry.js';
import type { EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { nextOpenCheck } from '../../../domain/payment/poll-schedule.js';
import { Clock } from '../../../runtime/clock.js';
import { newBankReference } from '../../../runtime/ids.js';
import { GatewaySettings, type InvoiceResult, PaymentGateway } from '../../gateway/index.js';
import { endedWithoutMoney } from '../attempt-facts.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { InvoiceRequestBuilder } from './invoice-request.builder.js';
import { PaymentsRepository } from '../payments.repository.js';
import { clipped } from '../../../domain/files/clipped.js';

/** Longer than the bank's timeout: a live holder keeps its lease, a dead one loses it at once. */
const LEASE_MARGIN_MS = 10_000;

export interface Opened {
  attempt: PaymentAttemptEntity;
  /** The bank's answer; null when the page existed already, or another caller is asking now. */
  answer: InvoiceResult | null;
}

/** Creates the bank's invoice of a payment: intent committed, bank asked, outcome committed. */
@Injectable()
export class AttemptOpener {
  private readonly logger = new Logger(AttemptOpener.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly gateway: PaymentGateway,
    private readonly bank: GatewaySettings,
    private readonly orders: InvoiceRequestBuilder,
  ) {}

  /**
   * Stores the intent of a new invoice. A unique key on the open attempt lets one of several callers win. Call it in the unit of
   * work that creates or locks the payment.
   * @returns the new attempt with its lease, or null when the payment has an open one
   */
  async intend(payment: Pick<PaymentEntity, 'id' | 'amount' | 'expiresAt'>): Promise<Opened['attempt'] | null> {
    try {
      return await this.uow.run(async () => {
        const now = this.clock.now();
        const leaseUntil = new Date(now.getTime() + this.leaseMs);
        const id = await this.attempts.insert({
          paymentId: payment.id,
          number: (await this.attempts.lastNumber(payment.id)) + 1,
          invoiceNo: newBankReference('TD'),
          status: 'creating',
          openPaymentId: payment.id,
          amount: payment.amount,
          // If this process dies first, its lease ends with it and the poll job finds the row due.
          nextCheckAt: now,
          leaseOwner: newBankReference('TD'),
          leaseUntil,
          createdAt: now,
          updatedAt: now,
        });
        return this.attempts.findById(id);
      });
    } catch (error) {
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }

  /** Gives up the payment's open attempt, in a unit of work. It is still checked: late money on it completes the payment. */
  async giveUpOpen(paymentId: number): Promise<void> {
    const open = await this.attempts.findOpen(paymentId);
    if (open) await this.attempts.update(open, endedWithoutMoney(open, 'abandoned', this.clock.now()));
  }

  /** Creates the invoice of an attempt whose lease the caller holds, and stores the outcome. */
  async askBank(payment: PaymentEntity, attempt: PaymentAttemptEntity, source: EvidenceSource): Promise<Opened> {
    const order = await this.orders.orderFor(payment, attempt);
    if (!(await this.isStillHeld(attempt))) return { attempt, answer: null };
    const answer = await this.gateway.createInvoice(order);
    const stored = await this.uow.run(async () => {
      const isStored = await this.attempts.updateIf(attempt, this.changesFor(payment, attempt, answer));
      // The attempt was closed meanwhile: release the lease, nothing is stored.
      if (!isStored) await this.attempts.release(attempt.id, attempt.leaseOwner ?? '');
      await this.payments.addEvent({
        paymentId: payment.id,
        attemptId: attempt.id,
        type: `invoice.${answer.kind}`,
        source,
        detail: summaryOf(answer),
      });
      return this.attempts.findById(attempt.id);
    });
    if (answer.kind === 'refused') {
      this.logger.error({ msg: 'the bank refused an invoice', payment: payment.id, ...summaryOf(answer) });
    }
    return { attempt: stored ?? attempt, answer };
  }

  /** Retries an attempt with unknown outcome under the same invoice number. */
  async askAgain(payment: PaymentEntity, attempt: PaymentAttemptEntity, source: EvidenceSource): Promise<Opened> {
    const leased = await this.attempts.lease(attempt.id, this.leaseMs);
    if (!leased) return { attempt, answer: null };
    if (leased.status === attempt.status) return this.askBank(payment, leased, source);
    // Another caller has stored the bank's answer since.
    await this.attempts.release(leased.id, leased.leaseOwner ?? '');
    return { attempt: leased, answer: null };
  }

  /**
   * For an attempt whose process died before the answer was stored; the caller holds its lease. The invoice is requested again
   * under the same number, which the bank accepts once.
   * @returns false, without a call, when the link cannot be paid any more
   */
  async resume(attempt: PaymentAttemptEntity, source: EvidenceSource): Promise<boolean> {
    const payment = await this.payments.findById(attempt.paymentId);
    if (!payment || attempt.openPaymentId === null || isPaid(payment.status) || withdrawalOf(payment)) return false;
    if (isLinkExpired(payment.expiresAt, this.clock.now())) return false;
    await this.askBank(payment, attempt, source);
    return true;
  }

  /** False when another caller holds the lease: its answer counts. */
  private async isStillHeld(attempt: PaymentAttemptEntity): Promise<boolean> {
    try {
      await this.attempts.requireLease(attempt);
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      throw error;
    }
  }

  get leaseMs(): number {
    return this.bank.timeoutMs + LEASE_MARGIN_MS;
  }

  private changesFor(payment: PaymentEntity, attempt: PaymentAttemptEntity, answer: InvoiceResult) {
    const now = this.clock.now();
    const soon = nextOpenCheck(now, 0, payment.expiresAt);
    switch (answer.kind) {
      case 'created':
        return {
          ...RELEASED,
          status: 'open' as const,
          redirectUrl: answer.redirectUrl,
          responseCode: answer.responseCode,
          responseText: clipped(answer.responseText, 255),
          nextCheckAt: soon,
          checkCount: 0,
          pollCount: 0,
        };
      case 'exists':
        if (answer.redirectUrl) {
          return {
            ...RELEASED,
            status: 'open' as const,
            redirectUrl: answer.redirectUrl,
            nextCheckAt: soon,
            checkCount: 0,
            pollCount: 0,
          };
        }
        // Nobody was given this invoice's page, so nobody can pay on it; a new number replaces it.
        return { ...RELEASED, status: 'abandoned' as const, openPaymentId: null, closedAt: now, nextCheckAt: soon };
      case 'refused':
        return {
          ...RELEASED,
          status: 'refused' as const,
          openPaymentId: null,
          closedAt: now,
          nextCheckAt: null,
          responseCode: answer.code.slice(0, 20),
          responseText: clipped(answer.text, 255),
        };
      case 'not-sent':
        return { ...RELEASED, status: 'refused' as const, openPaymentId: null, closedAt: now, nextCheckAt: null };
      case 'unknown':
        return { ...RELEASED, status: 'unknown' as const, nextCheckAt: soon, checkCount: attempt.checkCount };
    }
  }
}

function summaryOf(answer: InvoiceResult): Record<string, unknown> {
  switch (answer.kind) {
    case 'created':
      return { code: answer.responseCode };
    case 'exists':
      return { withPage: answer.redirectUrl !== undefined };
    case 'refused':
      return { code: answer.code, hashMismatch: answer.hashMismatch };
    default:
      return { reason: answer.reason };
  }
}
