import type { TokenType } from '../domain/payment/token-catalogue.js';

/**
 * GET /api/payments/admin/analysis?startDate&endDate&tokenType&salesManager&project&event. Amounts are rupees; payments count on the IST day of
 * payment. Project and event narrow everything; token type and sales
 * manager all but `failures` and `hours`.
 */
export interface AnalysisData {
  /**
   * `totalTransactions`: completed payments that were not refunded in full · `totalRevenue`: completed payments less
   * completed refunds, in rupees · `averageTransactionValue`: revenue by transactions, in rupees, 0 without any.
   */
  keyMetrics: { totalTransactions: number; totalRevenue: number; averageTransactionValue: number };
  /** Names of the sellers, and by the same index their revenue in rupees and their number of transactions. */
  salesManagerChartData: { labels: string[]; revenueData: number[]; countData: number[] };
  /**
   * Rupees: `gross` is completed payments, `refunded` completed refunds, `net` the difference, which is the revenue.
   */
  money: { gross: number; refunded: number; net: number };
  /** Figures by seller, highest revenue first. */
  managers: ManagerFigures[];
  /** Links created in these days by how far they got; each step includes the links of the steps after it. */
  funnel: { created: number; opened: number; initiated: number; paid: number };
  /** The same figures of the days that these are compared with; null where nothing comes before. */
  before: EarlierFigures | null;
  /** Revenue and transactions over time, without gaps. */
  trend: { unit: 'day' | 'month'; points: TrendPoint[] };
  /** Why links created in these days failed or were cancelled, with the bank's response codes; most frequent first. */
  failures: { reason: string; count: number; codes: string[] }[];
  /** 24 rows by IST hour: links by the hour of their creation, payments by the hour of their completion. */
  hours: { hour: number; created: number; paid: number }[];
  /** ISO 8601 in UTC: a replica answered, and knows everything up to then. Null: the figures are those of this moment. */
  asOf: string | null;
  /** The days, and whose payments, the figures cover. */
  filters: AnalysisFilters;
}

/** A day, or the part of a month that lies in the range. */
export interface TrendPoint {
  /** Its first day, `YYYY-MM-DD`. */
  day: string;
  /** Completed payments less completed refunds, in rupees. */
  revenue: number;
  /** Completed payments that were not refunded in full. */
  transactions: number;
}

/** Figures of earlier days, to compare with. Amounts are rupees. */
export interface EarlierFigures extends DayRange {
  totalTransactions: number;
  totalRevenue: number;
  averageTransactionValue: number;
}

/** Figures of one seller. */
export interface ManagerFigures {
  /** Internal id of the seller. */
  id: string;
  /** Name of the seller. */
  label: string;
  /** Completed payments in rupees. */
  gross: number;
  /** Completed refunds in rupees. */
  refunded: number;
  /** `gross` less `refunded`, in rupees. */
  revenue: number;
  /** Completed payments that were not refunded in full. */
  transactions: number;
}

/** A range of IST days, both included. */
export interface DayRange {
  /** First day, `YYYY-MM-DD`; empty for no limit. */
  startDate: string;
  /** Last day, `YYYY-MM-DD`; empty for no limit. */
  endDate: string;
}

/** Filters of the analysis; an empty text is no filter. */
export interface AnalysisFilters extends DayRange {
  tokenType: TokenType | '';
  /** Internal id of a seller. */
  salesManager: string;
  /** Internal id of a project; missing for no filter. */
  project?: string;
  /** Internal id of an event; missing for no filter. */
  event?: string;
}
