import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import { BankContext } from '../../src/sandbox-bank/bank-context.js';
import { signed, written } from '../../src/sandbox-bank/bank-message.js';
import type { Invoice, Owned, Refund, Transaction } from '../../src/sandbox-bank/bank-records.js';
import type { Fault, FaultTarget } from '../../src/sandbox-bank/fault-registry.js';
import { Scheduler } from '../../src/sandbox-bank/scheduler.js';
import { paymentNotice } from '../../src/sandbox-bank/payment-notice.js';
import { Portal } from '../../src/sandbox-bank/portal.js';
import { BankSettlementService } from '../../src/sandbox-bank/bank-settlement.service.js';
import { BankRefundService } from '../../src/sandbox-bank/bank-refund.service.js';
import { SandboxBankModule } from '../../src/sandbox-bank/sandbox-bank.module.js';
import { OTHER_MERCHANTS } from '../support/merchants.js';
import { MemorySocket } from './memory-socket.js';

export const BANK_URL = 'http://bank.test/pg';
export const MERCHANT = { id: 'T_SANDBOX1', key: 'sandbox-key-1' };

/** The sandbox's bank within the process, with its ledger. Its answers go wrong where a command of the run says so. */
export class SimBank {
  private constructor(
    private readonly context: BankContext,
    private readonly server: Server,
    private readonly portal: Portal,
    private readonly refundDesk: BankRefundService,
    private readonly settlements: BankSettlementService,
  ) {}

  static async start(): Promise<SimBank> {
    const context = new BankContext(
      {
        basePath: '/pg',
        merchantId: MERCHANT.id,
        secretKey: MERCHANT.key,
        aggregatorId: '',
        merchantName: 'TokenDesk',
        otherMerchants: OTHER_MERCHANTS,
        stateFile: null,
        publicBase: BANK_URL,
      },
      null,
    );
    const module = await Test.createTestingModule({ imports: [SandboxBankModule.with(context)] }).compile();
    const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
    app.setGlobalPrefix('/pg');
    app.disable('x-powered-by');
    app.disable('etag');
    await app.init();
    // Its own clock has no hands here: what is due is done with each request, and when the simulation says so.
    app.get(Scheduler).onModuleDestroy();
    return new SimBank(
      context,
      app.getHttpServer() as Server,
      app.get(Portal),
      app.get(BankRefundService),
      app.get(BankSettlementService),
    );
  }

  /** An empty ledger for the next run. */
  reset(): void {
    this.context.state.clear();
    (this.context.state as unknown as { sequence: number }).sequence = 0;
    this.context.faults.clear();
    Object.assign(this.context.settings, this.context.initialSettings);
  }

  connect(): MemorySocket {
    return MemorySocket.connect(this.server);
  }

  get settings() {
    return this.context.settings;
  }

  get invoices(): ReadonlyMap<string, Invoice> {
    return byReference(this.context.state.invoices, ({ invoiceNo }) => invoiceNo);
  }

  get refunds(): ReadonlyMap<string, Refund> {
    return byReference(this.context.state.refunds, ({ refundRef }) => refundRef);
  }

  /** Id of the merchant that an invoice or a refund belongs to. */
  merchantOf(owned: Owned): string {
    return this.context.merchantOf(owned).merchantId;
  }

  /** The bank's night: everything captured so far is paid out. */
  payOut(day: string): void {
    this.settlements.settleNow(day.replaceAll('-', ''));
  }

  /** The next call about this reference goes wrong. */
  bend(on: FaultTarget, reference: string, kind: string, more: Partial<Fault> = {}): void {
    this.context.faults.add({ on, kind, invoiceNo: reference, times: 1, commit: false, ...more });
  }

  straighten(): void {
    this.context.faults.clear();
  }

  /** A button of the hosted page. @returns the transaction, and the fields that the browser would bring back */
  press(invoice: Invoice, outcome: string): { transaction: Transaction; fields: [string, string][] | null } {
    const way = this.portal.press(invoice, outcome, 'HDFC Bank');
    return { transaction: invoice.transactions.at(-1)!, fields: way?.fields ?? null };
  }

  /** What is due by its clock. */
  tick(): void {
    this.portal.resolveDue();
    this.refundDesk.settleDue();
  }

  reverse(invoice: Invoice): boolean {
    return this.portal.reverse(invoice);
  }

  settleRefund(reference: string, as: 'SUC' | 'REJ'): number {
    return this.refundDesk.settle(as, ({ refundRef }) => refundRef === reference);
  }

  giveUpRefund(reference: string): boolean {
    return this.refundDesk.giveUp(reference);
  }

  settleRefunds(): number {
    return this.refundDesk.settle('SUC', () => true);
  }

  /** A message about a transaction, by the browser or from server to server. @param fault how it is forged */
  message(invoice: Invoice, transaction: Transaction, fault?: string): string {
    const wrong: Fault | undefined =
      fault === undefined ? undefined : { on: 'return', kind: fault, times: 1, commit: false };
    return written(
      signed(paymentNotice(invoice, transaction, this.context), this.context.merchantOf(invoice).secretKey, wrong),
      'form',
      wrong,
    );
  }

  /**
   * Every charge that the bank stands by and tells of. Of several on one invoice STATUS names the latest; the others are found in the
   * bank's settlement report.
   */
  captures(): { txnId: string; invoiceNo: string }[] {
    return [...this.invoices.values()].flatMap(({ invoiceNo, transactions }) => {
      const latest = transactions.findLast(({ status }) => status === 'SUC');
      return latest ? [{ txnId: latest.txnId, invoiceNo }] : [];
    });
  }
}

/** The bank keys records of other merchants by owner and reference; references of one product are unique. */
function byReference<T extends Owned>(all: ReadonlyMap<string, T>, referenceOf: (record: T) => string) {
  if (![...all.values()].some(({ owner }) => owner !== undefined)) return all;
  return new Map([...all.values()].map((record) => [referenceOf(record), record]));
}
