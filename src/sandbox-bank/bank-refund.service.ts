import { Injectable } from '@nestjs/common';
import { BankContext } from './bank-context.js';
import type { Message } from './bank-message.js';
import { isCaptured, type Invoice, type Refund, type Transaction } from './bank-records.js';
import { refusal } from './refusals.js';
import { parseRupees } from './rupees.js';
import { istStamp } from './sandbox-clock.js';

/** Accepts refund orders and settles them later. */
@Injectable()
export class BankRefundService {
  constructor(private readonly bank: BankContext) {}

  order(fields: Readonly<Record<string, string>>): Message {
    const { state, settings } = this.bank;
    const owner = this.bank.ownerNamed(fields);
    const refundRef = fields['merchantTxnNo'] ?? '';
    const { merchantId } = this.bank.merchantNamed(fields) ?? this.bank.config;
    const echo = { merchantId, merchantTxnNo: refundRef };
    if (!/^[A-Za-z0-9-]{1,20}$/.test(refundRef)) return refusal('P1006', 'Invalid merchantTxnNo', echo);
    const amount = parseRupees(fields['amount']);
    if (amount === null) return refusal('P1006', 'Invalid amount', echo);
    if (state.refund(refundRef, owner) !== undefined) return refusal('405', 'Duplicate transaction reference', echo);
    const sale = this.sale(fields['originalTxnNo'] ?? '', amount, owner);
    if (sale === null || !isCaptured(sale.transaction)) return refusal('P1112', 'Refund not allowed', echo);
    const left = sale.transaction.amountPaise - state.refundedPaise(sale.transaction.txnId);
    // Zero voids the whole sale, until it is settled.
    const isVoid = amount === 0 && left === sale.transaction.amountPaise && !state.isSettled(sale.transaction.txnId);
    if (isVoid ? false : amount === 0 || amount > left) return refusal('P1112', 'Refund not allowed', echo);
    const refund = this.addRefund(refundRef, sale.invoice, sale.transaction, isVoid ? left : amount, isVoid);
    const stamp = { txnID: refund.bankTxnId, paymentDateTime: istStamp(refund.at) };
    return { responseCode: settings.refundCode, respDescription: 'Refund request accepted', ...echo, ...stamp };
  }

  /** Decides refunds that are still requested. @returns the number of refunds */
  settle(result: 'SUC' | 'REJ', wanted: (refund: Refund) => boolean): number {
    const open = [...this.bank.state.refunds.values()].filter((refund) => refund.status === 'REQ' && wanted(refund));
    for (const refund of open) {
      refund.status = result;
      refund.code = result === 'SUC' ? '0000' : '039';
      refund.settleAt = null;
    }
    if (open.length > 0) this.bank.state.save();
    return open.length;
  }

  /** A completed refund is returned by the customer's bank and becomes rejected. @returns whether there was one */
  giveUp(refundRef: string): boolean {
    const refund = [...this.bank.state.refunds.values()].find((each) => each.refundRef === refundRef);
    if (refund?.status !== 'SUC') return false;
    Object.assign(refund, { status: 'REJ', code: '039' });
    this.bank.state.save();
    return true;
  }

  settleDue(): void {
    const nowMs = this.bank.clock.nowMs();
    this.settle(this.bank.settings.settleRefundsAs, (refund) => refund.settleAt !== null && refund.settleAt <= nowMs);
  }

  /** By the bank's transaction id, or by the merchant's number: then the capture with money left, if there are two. */
  private sale(
    original: string,
    amount: number,
    owner: string | undefined,
  ): { invoice: Invoice; transaction: Transaction } | null {
    const byId = this.bank.state.transactionById(original, owner);
    if (byId !== undefined) return byId;
    const invoice = this.bank.state.invoiceByTxnNo(original, owner);
    if (invoice === undefined) return null;
    const captured = invoice.transactions.filter(isCaptured);
    const left = (each: Transaction) => each.amountPaise - this.bank.state.refundedPaise(each.txnId);
    const transaction = captured.findLast((each) => left(each) >= Math.max(amount, 1)) ?? captured.at(-1);
    return transaction === undefined ? null : { invoice, transaction };
  }

  private addRefund(
    refundRef: string,
    invoice: Invoice,
    transaction: Transaction,
    amountPaise: number,
    isVoid: boolean,
  ): Refund {
    const { state, clock, settings } = this.bank;
    const at = clock.nowMs();
    const refund: Refund = {
      ...(invoice.owner === undefined ? {} : { owner: invoice.owner }),
      refundRef,
      invoiceNo: invoice.invoiceNo,
      txnId: transaction.txnId,
      bankTxnId: String(8_800_000_000_000 + state.nextNumber()),
      type: isVoid ? 'VOID' : 'REFUND',
      amountPaise,
      status: 'REQ',
      code: 'R1000',
      at,
      settleAt: settings.settleRefundsAfterMs === null ? null : at + settings.settleRefundsAfterMs,
    };
    state.addRefund(refund);
    state.save();
    return refund;
  }
}
