import { Injectable } from '@nestjs/common';
import { BankContext } from './bank-context.js';
import { signed, written } from './bank-message.js';
import type { Advice, Invoice, Transaction } from './bank-records.js';
import { paymentNotice } from './payment-notice.js';

export interface AdviceWish {
  delayMs?: number;
  copies?: number;
  format?: 'form' | 'json';
}

const RESPONSE_LIMIT_MS = 10_000;
/** The bank's schedule is unpublished (docs/bank-protocol.md#advice); this one has the usual shape. */
const RETRY_AFTER_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];

/** Sends payment advices to the merchant until it answers 200. */
@Injectable()
export class AdviceSender {
  private readonly underWay = new Set<Advice>();

  constructor(private readonly bank: BankContext) {}

  /** Queues an advice; {@link deliverDue} sends it when it is due. */
  schedule(invoice: Invoice, transaction: Transaction, wish: AdviceWish = {}): number {
    const { settings, faults, clock, state } = this.bank;
    const url = settings.adviceUrl;
    const fault = faults.take('advice', invoice.invoiceNo);
    if (url === null || fault?.kind === 'drop') return 0;
    const format = wish.format ?? settings.adviceFormat;
    const copies = Math.min(wish.copies ?? settings.adviceCopies, 100);
    const body = written(
      signed(paymentNotice(invoice, transaction, this.bank), this.bank.merchantOf(invoice).secretKey, fault),
      format,
      fault,
    );
    for (let copy = 0; copy < copies; copy += 1) {
      state.advices.push({
        id: state.nextNumber(),
        invoiceNo: invoice.invoiceNo,
        txnId: transaction.txnId,
        url,
        contentType: format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
        body,
        dueAt: clock.nowMs() + (wish.delayMs ?? settings.adviceDelayMs),
        attempts: [],
        state: 'waiting',
      });
    }
    return copies;
  }

  /** Sends everything due at once: copies arrive together, as in practice. */
  async deliverDue(): Promise<void> {
    const nowMs = this.bank.clock.nowMs();
    const due = this.bank.state.advices.filter(
      (each) => each.state === 'waiting' && each.dueAt <= nowMs && !this.underWay.has(each),
    );
    await Promise.all(due.map((advice) => this.deliver(advice)));
  }

  private async deliver(advice: Advice): Promise<void> {
    this.underWay.add(advice);
    const at = this.bank.clock.nowMs();
    try {
      const response = await fetch(advice.url, {
        method: 'POST',
        body: advice.body,
        headers: { 'content-type': advice.contentType },
        redirect: 'manual',
        signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
      });
      await response.body?.cancel();
      advice.attempts.push({ at, status: response.status });
      if (response.status === 200) advice.state = 'delivered';
    } catch (error) {
      advice.attempts.push({ at, status: null, error: String(error) });
    }
    this.underWay.delete(advice);
    if (advice.state === 'waiting') this.planRetry(advice);
    this.bank.state.save();
  }

  private planRetry(advice: Advice): void {
    const wait = RETRY_AFTER_MS[advice.attempts.length - 1];
    if (wait === undefined || !this.bank.settings.adviceRetry) advice.state = 'given-up';
    else advice.dueAt = this.bank.clock.nowMs() + wait;
  }
}
