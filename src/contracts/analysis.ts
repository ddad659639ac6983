/** GET /api/payments/admin/analysis?startDate&endDate. Money is in rupees and counts by the day of payment. */
export interface AnalysisData {
  keyMetrics: { totalTransactions: number; totalRevenue: number; averageTransactionValue: number };
  salesManagerChartData: { labels: string[]; revenueData: number[]; countData: number[] };
  /** net = gross − refunded; net is the revenue. */
  money: { gross: number; refunded: number; net: number };
  managers: ManagerFigures[];
  /** Of the links made in these days, how many got how far. Each step counts those that went further. */
  funnel: { created: number; opened: number; initiated: number; paid: number };
  /** Why links made in these days failed or were cancelled, most frequent first. */
  failures: { reason: string; count: number; codes: string[] }[];
  /** 24 rows, Asia/Kolkata: links by the hour they were made, payments by the hour they were paid. */
  hours: { hour: number; created: number; paid: number }[];
  filters: DayRange;
}

export interface ManagerFigures {
  id: string;
  label: string;
  gross: number;
  refunded: number;
  revenue: number;
  transactions: number;
}

/** Days of the Indian calendar, both included; an empty text leaves that side open. */
export interface DayRange {
  startDate: string;
  endDate: string;
}
