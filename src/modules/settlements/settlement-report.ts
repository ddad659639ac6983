import type { BankPayoutLine } from '../gateway/index.js';

export interface ReportedPayout {
  /** The merchant profile that it was paid to; null: the default one. */
  merchantProfile: string | null;
  settlementId: string;
  utr: string | null;
  /** Paise; null when the source names no total. */
  payAmount: number | null;
  lines: BankPayoutLine[];
}

/** One day's payouts as reported by the bank or a file. */
export interface SettlementReport {
  /** Only payouts that were read completely. */
  payouts: ReportedPayout[];
  /** Why the rest could not be read; null when nothing is missing. */
  problem: string | null;
  /** Lines of a file that could not be read. */
  unreadable?: UnreadableLine[];
}

export interface UnreadableLine {
  /** Of the file, from 1. */
  line: number;
  /** What is wrong with the line. */
  text: string;
}
