import { Injectable, Logger } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import type { EvidenceSource } from '../../domain/payment-decisions.js';
import { nextOpenCheck } from '../../domain/poll-schedule.js';
import { Clock } from '../../runtime/clock.js';
import { newBankReference } from '../../runtime/ids.js';
import { GatewaySettings, type InvoiceResult, PaymentGateway } from '../gateway/index.js';
import { AttemptsRepository } from './attempts.repository.js';
import { InvoiceOrders } from './invoice-orders.js';
import { PaymentsRepository } from './payments.repository.js';

/** Longer than the bank may take to answer, so that a lease is only ever lost by a dead holder. */
const LEASE_MARGIN_MS = 10_000;

export interface Opened {
  attempt: PaymentAttemptEntity;
  /** The bank's answer; null when the page had been made before, or somebody else is asking just now. */
  answer: InvoiceResult | null;
}

/** Makes the bank's invoice for a payment: written down first, then asked for, then its answer written down. */
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
    private readonly orders: InvoiceOrders,
  ) {}

  /**
   * Writes down the intent of a new invoice. The unique key on the open attempt lets one of several callers win; call it
   * inside the unit of work that creates the payment, or alone.
   * @returns the new attempt with its lease, or null when the payment has an open one already
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
          // Should this process die before the answer is stored, the poll job finds the row once the lease is over.
          nextCheckAt: leaseUntil,
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

  /** Asks the bank for the invoice of an attempt whose lease the caller holds, and stores what came of it. */
  async askBank(payment: PaymentEntity, attempt: PaymentAttemptEntity, source: EvidenceSource): Promise<Opened> {
    const answer = await this.gateway.createInvoice(await this.orders.orderFor(payment, attempt));
    const stored = await this.uow.run(async () => {
      const isStored = await this.attempts.updateIf(attempt, this.changesFor(payment, attempt, answer));
      // Ended meanwhile, so that the answer counts no more: whoever asks about it next need not wait for our lease.
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

  /** An attempt of which it is not known whether the bank has it: asked for again under the same number. */
  async askAgain(payment: PaymentEntity, attempt: PaymentAttemptEntity, source: EvidenceSource): Promise<Opened> {
    const leased = await this.attempts.lease(attempt.id, this.leaseMs);
    if (!leased) return { attempt, answer: null };
    if (leased.status === attempt.status) return this.askBank(payment, leased, source);
    // Another has had the bank's answer since it was read.
    await this.attempts.release(leased.id, leased.leaseOwner ?? '');
    return { attempt: leased, answer: null };
  }

  get leaseMs(): number {
    return this.bank.timeoutMs + LEASE_MARGIN_MS;
  }

  private changesFor(payment: PaymentEntity, attempt: PaymentAttemptEntity, answer: InvoiceResult) {
    const now = this.clock.now();
    const free = { leaseOwner: null, leaseUntil: null };
    const soon = nextOpenCheck(now, 0, payment.expiresAt);
    switch (answer.kind) {
      case 'created':
        return {
          ...free,
          status: 'open' as const,
          redirectUrl: answer.redirectUrl,
          responseCode: answer.responseCode,
          responseText: clip(answer.responseText),
          nextCheckAt: soon,
          checkCount: 0,
          pollCount: 0,
        };
      case 'exists':
        if (answer.redirectUrl) {
          return {
            ...free,
            status: 'open' as const,
            redirectUrl: answer.redirectUrl,
            nextCheckAt: soon,
            checkCount: 0,
            pollCount: 0,
          };
        }
        // Nobody was ever given the page of that number, so nobody can pay on it; a new number takes its place.
        return { ...free, status: 'abandoned' as const, openPaymentId: null, closedAt: now, nextCheckAt: soon };
      case 'refused':
        return {
          ...free,
          status: 'refused' as const,
          openPaymentId: null,
          closedAt: now,
          nextCheckAt: null,
          responseCode: answer.code.slice(0, 20),
          responseText: clip(answer.text),
        };
      case 'not-sent':
        return { ...free, status: 'refused' as const, openPaymentId: null, closedAt: now, nextCheckAt: null };
      case 'unknown':
        return { ...free, status: 'unknown' as const, nextCheckAt: soon, checkCount: attempt.checkCount };
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

function clip(text: string): string {
  return [...text].slice(0, 255).join('');
}
