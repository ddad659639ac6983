import { Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Advice, Invoice, Owned, Refund, Settlement, Transaction } from './bank-records.js';
import { isCaptured } from './bank-records.js';

interface Stored {
  sequence: number;
  invoices: Invoice[];
  refunds: Refund[];
  advices: Advice[];
  settlements: Settlement[];
}

/** The bank's state; services make the transitions. */
export class BankState {
  readonly invoices = new Map<string, Invoice>();
  readonly refunds = new Map<string, Refund>();
  readonly advices: Advice[] = [];
  readonly settlements: Settlement[] = [];
  private readonly byToken = new Map<string, Invoice>();
  private readonly logger = new Logger('SandboxBank');
  private sequence = 0;

  constructor(private readonly stateFile: string | null) {
    if (stateFile !== null && existsSync(stateFile)) this.restore(stateFile);
  }

  nextNumber(): number {
    this.sequence += 1;
    return this.sequence;
  }

  newToken(): string {
    return randomBytes(16).toString('hex');
  }

  addInvoice(invoice: Invoice): void {
    this.invoices.set(keyOf(invoice.invoiceNo, invoice.owner), invoice);
    this.byToken.set(invoice.token, invoice);
  }

  invoiceByToken(token: string): Invoice | undefined {
    return this.byToken.get(token);
  }

  /** Two merchants may use one number. */
  invoice(invoiceNo: string, owner: string | undefined): Invoice | undefined {
    return this.invoices.get(keyOf(invoiceNo, owner));
  }

  refund(refundRef: string, owner: string | undefined): Refund | undefined {
    return this.refunds.get(keyOf(refundRef, owner));
  }

  addRefund(refund: Refund): void {
    this.refunds.set(keyOf(refund.refundRef, refund.owner), refund);
  }

  /** By merchantTxnNo, which may be one of the bank's own. */
  invoiceByTxnNo(merchantTxnNo: string, owner: string | undefined): Invoice | undefined {
    const invoice = this.invoice(merchantTxnNo, owner);
    if (invoice !== undefined) return invoice.merchantTxnNo === merchantTxnNo ? invoice : undefined;
    return [...this.invoices.values()].find((each) => each.owner === owner && each.merchantTxnNo === merchantTxnNo);
  }

  transactionById(
    txnId: string,
    owner: string | undefined,
  ): { invoice: Invoice; transaction: Transaction } | undefined {
    for (const invoice of this.invoices.values()) {
      if (invoice.owner !== owner) continue;
      const transaction = invoice.transactions.find((each) => each.txnId === txnId);
      if (transaction !== undefined) return { invoice, transaction };
    }
    return undefined;
  }

  /** Includes refunds under way, which the bank reserves. */
  refundedPaise(txnId: string): number {
    let sum = 0;
    for (const refund of this.refunds.values())
      if (refund.txnId === txnId && refund.status !== 'REJ') sum += refund.amountPaise;
    return sum;
  }

  isSettled(txnId: string): boolean {
    return this.settlements.some(({ lines }) => lines.some((line) => line.txnId === txnId));
  }

  /** The bank's ledger, to compare with the merchant's. @param of one merchant's alone: its records' owner */
  ledger(of?: Owned): { capturedPaise: number; refundedPaise: number } {
    const isWanted = ({ owner }: Owned) => of === undefined || owner === of.owner;
    const invoices = [...this.invoices.values()].filter(isWanted);
    const captured = invoices.flatMap((invoice) => invoice.transactions).filter(isCaptured);
    const refunded = [...this.refunds.values()].filter((refund) => refund.status === 'SUC' && isWanted(refund));
    const sum = (rows: { amountPaise: number }[]) => rows.reduce((total, row) => total + row.amountPaise, 0);
    return { capturedPaise: sum(captured), refundedPaise: sum(refunded) };
  }

  clear(): void {
    this.invoices.clear();
    this.byToken.clear();
    this.refunds.clear();
    this.advices.length = 0;
    this.settlements.length = 0;
    this.save();
  }

  /** Written by an atomic rename. */
  save(): void {
    if (this.stateFile === null) return;
    const draft = `${this.stateFile}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(this.stateFile), { recursive: true });
      writeFileSync(draft, JSON.stringify(this.toJSON()), { mode: 0o600 });
      renameSync(draft, this.stateFile);
    } catch (error) {
      // The sandbox may share a process with the product, which must not fail with it.
      this.logger.warn(`the state was not saved: ${String(error)}`);
    }
  }

  toJSON(): Stored {
    return {
      sequence: this.sequence,
      invoices: [...this.invoices.values()],
      refunds: [...this.refunds.values()],
      advices: this.advices,
      settlements: this.settlements,
    };
  }

  private restore(stateFile: string): void {
    try {
      const stored = JSON.parse(readFileSync(stateFile, 'utf8')) as Stored;
      this.sequence = stored.sequence;
      for (const invoice of stored.invoices) this.addInvoice(invoice);
      for (const refund of stored.refunds) this.addRefund(refund);
      this.advices.push(...stored.advices);
      // Missing in files of older versions.
      this.settlements.push(...((stored.settlements as Settlement[] | undefined) ?? []));
    } catch (error) {
      this.logger.warn(`${stateFile} cannot be read, starting empty: ${String(error)}`);
    }
  }
}

function keyOf(reference: string, owner: string | undefined): string {
  return owner === undefined ? reference : `${owner} ${reference}`;
}
