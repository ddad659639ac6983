import type { TokenType } from '../domain/payment/token-catalogue.js';

/** Over all payments that the person may see. Amounts are rupees. */
export interface TransactionsSummary {
  /** Completed payments less completed refunds. */
  totalAmount: number;
  /** Payments of every status. */
  totalTransactions: number;
  /** Completed payments that were not refunded in full. */
  completedTransactions: number;
  /** Completed payments before their refunds. */
  gross: number;
  /** Completed refunds. */
  refunded: number;
}

/** Rupees: what was paid, what of it went back, and the rest. */
export interface MoneyFigures {
  gross: number;
  refunded: number;
  net: number;
}

/** What was sold: sales of a tier, or upgrades of all paths. */
export interface SoldMoney extends MoneyFigures {
  what: TokenType | 'upgrade';
  /** Completed payments that were not refunded in full. */
  count: number;
}

/** What was paid on one IST day, and what of it went back on any day. */
export interface DayMoney extends MoneyFigures {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Completed payments that were not refunded in full, upgrades not among the tokens. */
  tokens: number;
  upgrades: number;
}

/** The money of one seller, or of all for an admin. Each list adds up to the same sums. */
export interface SellerMoney {
  sold: SoldMoney[];
  /** Newest first; days without a payment are left out. */
  days: DayMoney[];
  /** Everything before the first of these days; null when there was nothing. */
  earlier: Omit<DayMoney, 'day'> | null;
  /** The number of days that `days` reaches back, today included. */
  reach: number;
}
