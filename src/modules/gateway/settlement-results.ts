import type { NotSent, Unknown } from './exchange.js';

/** One payout as the bank lists it. Unsigned, so never evidence of a payment. */
export interface BankPayout {
  settlementId: string;
  utr: string | null;
  /** Paise; null when the bank names no total. */
  payAmount: number | null;
}

/** One sale or refund inside a payout. All four amounts are paise. */
export interface BankPayoutLine {
  kind: 'sale' | 'refund';
  merchantTxnNo: string | null;
  bankTxnId: string;
  /** Never below zero. */
  amount: number;
  /** Negative for deductions. */
  settledAmount: number;
  charges: number;
  tax: number;
  transactedAt: Date | null;
  cardNetwork: string | null;
}

interface RefusedReport {
  kind: 'refused';
  code: string;
  text: string;
}

export type SettlementListResult = { kind: 'listed'; payouts: BankPayout[] } | RefusedReport | Unknown | NotSent;

export type SettlementPageResult =
  /**
   * `lastTxnId` requests the next page; null on the last one. `itemCount` counts what the bank listed, lines that are not settled
   * yet included; 0 ends the list too.
   */
  | { kind: 'page'; lines: BankPayoutLine[]; itemCount: number; utr: string | null; lastTxnId: string | null }
  | RefusedReport
  | Unknown
  | NotSent;

export type SettlementStatusResult =
  /** `day` as `YYYY-MM-DD`, IST; `settledAmount` in paise. Null where the bank named none. */
  | { kind: 'settled'; settlementId: string; day: string | null; settledAmount: number | null }
  | { kind: 'not-settled' }
  | RefusedReport
  | Unknown
  | NotSent;
