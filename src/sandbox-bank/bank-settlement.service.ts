import { Injectable } from '@nestjs/common';
import { BankContext } from './bank-context.js';
import type { Message } from './bank-message.js';
import { isCaptured, type Settlement, type SettlementLine } from './bank-records.js';
import type { Fault } from './fault-registry.js';
import { refusal } from './refusals.js';
import { rupeeText, signedRupeeText } from './rupees.js';
import { istStamp } from './sandbox-clock.js';

const DAY_MS = 86_400_000;
/** Charges: 0.9 %, with 18 % tax on them. */
const CHARGE_PER_MILLE = 9;
const TAX_PERCENT = 18;
const ACCOUNT = { account_no: '000405001234', ifsc_code: 'ICIC0000004' };

type Fields = Readonly<Record<string, string>>;
/** Nested lists have no published hash rule: sent unsigned (docs/bank-protocol.md#settlement). */
type Nested = Record<string, unknown>;

/** Settles each day's captures during the following night and answers reports about it. */
@Injectable()
export class BankSettlementService {
  private lastDay: string | null = null;

  constructor(private readonly bank: BankContext) {}

  /** Once after each IST midnight: everything captured before it. */
  nightIfDue(): void {
    const today = this.today();
    if (today !== this.lastDay) this.settle(today, (at) => istStamp(at).slice(0, 8) < today);
    this.lastDay = today;
  }

  /** Settles now. @param date `yyyyMMdd`; default: tomorrow (T+1) */
  settleNow(date?: string): Settlement[] {
    return this.settle(date ?? istStamp(this.bank.clock.nowMs() + DAY_MS).slice(0, 8), () => true);
  }

  summary(fields: Fields): Nested {
    const wanted = this.bank.ownerNamed(fields);
    const found = this.bank.state.settlements.filter(
      ({ date, owner }) => date === fields['settlementDate'] && owner === wanted,
    );
    const Payouts = found.map((each) => ({
      settlementID: each.settlementId,
      utr_no: each.utr,
      ...ACCOUNT,
      pay_amount: rupeeText(sumOf(each.lines)),
    }));
    return { error_code: '000', error_desc: 'Success', Payouts };
  }

  details(fields: Fields, fault: Fault | undefined): Nested {
    const wanted = this.bank.ownerNamed(fields);
    const found = this.bank.state.settlements.find(
      ({ settlementId, owner }) => settlementId === fields['settlementID'] && owner === wanted,
    );
    if (found === undefined) return { error_code: 'P0039', error_desc: 'No such settlement' };
    const size = this.bank.settings.settlementPageSize;
    const lines = bent(found.lines, fault, size);
    const from = lines.findIndex(({ txnId }) => txnId === fields['lastTxnID']) + 1;
    const page = lines.slice(from, from + size);
    const isLast = from + page.length >= lines.length;
    return {
      error_code: '000',
      error_desc: 'Success',
      lasttxnID: isLast ? '' : (page.at(-1)?.txnId ?? ''),
      Payouts: page.map((line) => payout(line, found)),
    };
  }

  /** Settlement status of one sale or refund. Flat, so it is signed. */
  status(fields: Fields): Message {
    const asked = fields['originalTxnNo'] ?? '';
    const { merchantId } = this.bank.merchantNamed(fields) ?? this.bank.config;
    const owner = this.bank.ownerNamed(fields);
    const known = this.bank.state.invoiceByTxnNo(asked, owner) ?? this.bank.state.transactionById(asked, owner);
    if (known === undefined) return refusal('P0039', 'No such transaction', { merchantId, originalTxnNo: asked });
    const head = { responseCode: '000', merchantId, originalTxnNo: asked };
    for (const settlement of this.bank.state.settlements) {
      if (settlement.owner !== owner) continue;
      const line = settlement.lines.find(({ merchantTxnNo, txnId }) => merchantTxnNo === asked || txnId === asked);
      if (line === undefined) continue;
      const { settlementId: settlementID, date: settlementDate } = settlement;
      const settledAmount = signedRupeeText(line.settledPaise);
      return { ...head, settlementStatus: 'STD', settlementID, settlementDate, settledAmount };
    }
    return { ...head, settlementStatus: 'NSD' };
  }

  /** One payout for each merchant that has something to settle. */
  private settle(date: string, isOver: (at: number) => boolean): Settlement[] {
    return this.bank.owners().flatMap((owner) => this.settleOf(owner, date, isOver) ?? []);
  }

  private settleOf(owner: string | undefined, date: string, isOver: (at: number) => boolean): Settlement | null {
    const { state } = this.bank;
    const settled = new Set(state.settlements.flatMap(({ lines }) => lines.map(({ txnId }) => txnId)));
    const lines: SettlementLine[] = [];
    for (const invoice of state.invoices.values()) {
      if (invoice.owner !== owner) continue;
      for (const sale of invoice.transactions) {
        if (isCaptured(sale) && isOver(sale.decidedAt ?? sale.at) && !settled.has(sale.txnId)) {
          const more = { merchantTxnNo: invoice.merchantTxnNo, paymentId: sale.paymentId, mode: sale.mode };
          lines.push({ ...saleLine(sale.txnId, sale.amountPaise, sale.at), ...more });
        }
      }
    }
    let sum = sumOf(lines);
    for (const refund of state.refunds.values()) {
      const due =
        refund.owner === owner && refund.status === 'SUC' && isOver(refund.at) && !settled.has(refund.bankTxnId);
      // A refund that the sales do not cover is deducted in a later settlement.
      if (!due || refund.amountPaise > sum) continue;
      sum -= refund.amountPaise;
      lines.push(refundLine(refund.bankTxnId, refund.refundRef, refund.amountPaise, refund.at));
    }
    if (lines.length === 0) return null;
    const number = String(state.nextNumber()).padStart(6, '0');
    const settlement: Settlement = {
      ...(owner === undefined ? {} : { owner }),
      settlementId: `STL${date}${number}`,
      utr: `ICICN${date.slice(2)}${number}`,
      date,
      lines,
    };
    state.settlements.push(settlement);
    state.save();
    return settlement;
  }

  private today(): string {
    return istStamp(this.bank.clock.nowMs()).slice(0, 8);
  }
}

function saleLine(txnId: string, amountPaise: number, at: number) {
  const chargesPaise = Math.round((amountPaise * CHARGE_PER_MILLE) / 1000);
  const taxPaise = Math.round((chargesPaise * TAX_PERCENT) / 100);
  const settledPaise = amountPaise - chargesPaise - taxPaise;
  return { kind: 'SALE' as const, txnId, amountPaise, chargesPaise, taxPaise, settledPaise, at };
}

function refundLine(txnId: string, merchantTxnNo: string, amountPaise: number, at: number): SettlementLine {
  const nothing = { chargesPaise: 0, taxPaise: 0, paymentId: null, mode: 'NB' };
  return { kind: 'REFUND', txnId, merchantTxnNo, amountPaise, settledPaise: -amountPaise, at, ...nothing };
}

function sumOf(lines: readonly SettlementLine[]): number {
  return lines.reduce((sum, { settledPaise }) => sum + settledPaise, 0);
}

/** All three date formats of the bank. */
function payout(line: SettlementLine, { utr, date }: Settlement): Record<string, string> {
  const stamp = istStamp(line.at);
  const day = `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`;
  return {
    merchantTxnNo: line.merchantTxnNo,
    settlementStatus: line.isUnsettled ? 'NSD' : 'STD',
    txnStatus: 'SUC',
    txnResponseCode: '0000',
    transactionType: line.kind,
    paymentID: line.paymentId ?? '',
    txnID: line.txnId,
    txnAmount: rupeeText(line.amountPaise),
    settledAmount: signedRupeeText(line.settledPaise),
    txnCharges: rupeeText(line.chargesPaise),
    serviceTax: rupeeText(line.taxPaise),
    utr_no: utr,
    settlementDate: `${date.slice(6)}-${date.slice(4, 6)}-${date.slice(0, 4)}`,
    transmissionDateTime: `${day} ${stamp.slice(8, 10)}:${stamp.slice(10, 12)}:${stamp.slice(12)}`,
    cardNetwork: line.mode === 'Card' ? 'VISA' : '',
  };
}

/** Applies a fault to a settlement report. */
function bent(lines: readonly SettlementLine[], fault: Fault | undefined, pageSize: number): readonly SettlementLine[] {
  const [first, ...others] = lines;
  if (first === undefined) return lines;
  switch (fault?.kind) {
    case 'missing-line':
      return others;
    case 'wrong-amount':
      return [{ ...first, ...saleLine(first.txnId, first.amountPaise + 100, first.at) }, ...others];
    case 'foreign-line':
      return [...lines, { ...first, merchantTxnNo: 'TDNOTOURS1', txnId: '9900000000001' }];
    case 'duplicate-line':
      return [...lines, { ...first }];
    case 'unsettled-page': {
      const waiting = Array.from({ length: pageSize }, (_, at) => ({ ...first, txnId: `98${at}`, isUnsettled: true }));
      return [...lines.slice(0, pageSize), ...waiting, ...lines.slice(pageSize)];
    }
    default:
      return lines;
  }
}
