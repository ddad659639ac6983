import { Injectable } from '@nestjs/common';
import { AdviceSender } from './advice-sender.js';
import { BankContext } from './bank-context.js';
import { signed, written, type Message } from './bank-message.js';
import type { Invoice, Transaction } from './bank-records.js';
import { NET_BANKS, outcomeNamed } from './outcomes.js';
import { paymentNotice } from './payment-notice.js';

export interface BrowserReturn {
  method: 'post' | 'get';
  url: string;
  fields: [string, string][];
}

/** Applies the outcome that the payer chose on the hosted page. */
@Injectable()
export class Portal {
  constructor(
    private readonly bank: BankContext,
    private readonly advices: AdviceSender,
  ) {}

  /** @returns the return to the merchant, null when the payer never returns; undefined for an unknown outcome */
  press(invoice: Invoice, name: unknown, netBank?: string): BrowserReturn | null | undefined {
    const outcome = outcomeNamed(name);
    if (outcome === undefined) return undefined;
    const transaction = this.addTransaction(invoice, outcome, netBank);
    if (outcome.advice) this.advices.schedule(invoice, transaction);
    this.bank.state.save();
    return outcome.comesBack ? this.way(invoice, transaction) : null;
  }

  /** Decides pending payments that are due. */
  resolveDue(): void {
    const nowMs = this.bank.clock.nowMs();
    for (const invoice of this.bank.state.invoices.values()) {
      for (const transaction of invoice.transactions) {
        if (transaction.resolveAt === null || transaction.resolveAt > nowMs) continue;
        this.decide(transaction, transaction.resolveTo ?? 'REJ');
        this.advices.schedule(invoice, transaction);
        this.bank.state.save();
      }
    }
  }

  /** Reverses a capture days later, as after a dispute. */
  reverse(invoice: Invoice): boolean {
    const transaction = invoice.transactions.findLast((each) => each.status === 'SUC');
    if (transaction === undefined) return false;
    transaction.reversed = true;
    this.decide(transaction, 'REJ');
    transaction.text = 'Transaction reversed';
    this.advices.schedule(invoice, transaction);
    this.bank.state.save();
    return true;
  }

  private decide(transaction: Transaction, to: 'SUC' | 'REJ'): void {
    transaction.resolveAt = null;
    transaction.status = to;
    transaction.decidedAt = this.bank.clock.nowMs();
    transaction.code = to === 'SUC' ? '0000' : '039';
    transaction.text = to === 'SUC' ? 'Transaction successful' : 'Transaction rejected';
    if (to === 'SUC') transaction.paymentId = this.newPaymentId();
  }

  private addTransaction(
    invoice: Invoice,
    outcome: NonNullable<ReturnType<typeof outcomeNamed>>,
    netBank?: string,
  ): Transaction {
    const { state, clock, settings } = this.bank;
    const at = clock.nowMs();
    const bank = outcome.mode === 'NB' && netBank !== undefined && NET_BANKS.includes(netBank) ? netBank : outcome.bank;
    const transaction: Transaction = {
      txnId: String(7_700_230_880_000 + state.nextNumber()),
      paymentId: outcome.status === 'SUC' ? this.newPaymentId() : null,
      status: outcome.status,
      code: outcome.code === '020' ? settings.cancelCode : outcome.code,
      text: outcome.text,
      mode: outcome.mode,
      bank,
      amountPaise: invoice.amountPaise,
      at,
      decidedAt: outcome.status === 'REQ' ? null : at,
      resolveAt: outcome.becomes === undefined ? null : at + settings.pendingResolveMs,
      resolveTo: outcome.becomes ?? null,
      reversed: false,
    };
    invoice.transactions.push(transaction);
    return transaction;
  }

  private newPaymentId(): string {
    return String(700_788_000_000 + this.bank.state.nextNumber());
  }

  private way(invoice: Invoice, transaction: Transaction): BrowserReturn | null {
    const fault = this.bank.faults.take('return', invoice.invoiceNo);
    if (fault?.kind === 'drop') return null;
    const message: Message = signed(
      paymentNotice(invoice, transaction, this.bank),
      this.bank.merchantOf(invoice).secretKey,
      fault,
    );
    const fields = [...new URLSearchParams(written(message, 'form', fault))];
    return { method: this.bank.settings.returnMethod, url: invoice.returnUrl, fields };
  }
}
