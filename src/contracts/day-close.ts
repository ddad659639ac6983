import type { Counted } from '../domain/settlement/day-figures.js';
import type { IstDay } from '../domain/calendar/ist-day.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';

/** One seller's day in one tier, or a total. Sums in rupees; net = gross − refunded. */
export interface DayRow extends Record<Counted, number> {
  sellerId: string;
  seller: string;
  /** Null in a total. */
  tokenType: TokenType | null;
  net: number;
}

/** A figure that is no longer what was closed. */
export interface DayChange {
  seller: string;
  tokenType: TokenType;
  figure: Counted;
  label: string;
  before: number;
  after: number;
  isMoney: boolean;
}

export interface DayClosing {
  sequence: number;
  closedAt: string;
  closedBy: string;
  hash: string;
  previousHash: string | null;
  /** False: what is stored is not what was hashed when the day was closed, or the chain before it is broken. */
  isIntact: boolean;
  /** What has moved since: normal after late payments, refunds and answers of the bank. */
  changes: DayChange[];
  /** Since the closing, of links made or paid on the day. */
  later: { paid: number; paidAmount: number; refunds: number; refundedAmount: number };
}

/** GET /api/day-close?day=… As closed, where the day is; else as it is now. */
export interface DayCloseData {
  day: IstDay;
  today: IstDay;
  /** The day is over and not closed. */
  canClose: boolean;
  rows: DayRow[];
  total: DayRow;
  closing: DayClosing | null;
  computedAt: string;
}

export const FIGURE_LABELS: Readonly<Record<Counted, string>> = {
  made: 'Links',
  opened: 'Opened',
  paid: 'Paid',
  unclear: 'At bank',
  failed: 'Failed',
  cancelled: 'Expired',
  refunds: 'Refunds',
  gross: 'Gross',
  refunded: 'Refunded',
};
