import type { IstDay } from '../domain/calendar/ist-day.js';
import type { ExceptionKind } from '../domain/settlement/settlement-rules.js';

/** How far a reconciliation is; each step counts from the beginning. */
export interface SettlementProgress {
  step: 'storing' | 'comparing' | 'asking' | 'recording';
  done: number;
  total: number;
}

export const PROGRESS_WORDS: Readonly<Record<SettlementProgress['step'], string>> = {
  storing: 'Storing the lines of the report',
  comparing: 'Comparing the lines with our books',
  asking: 'Asking the bank about open payments',
  recording: 'Recording what matches and what does not',
};

/** One reconciliation. Amounts in rupees, sales less refunds. */
export interface SettlementRun {
  id: string;
  day: IstDay;
  source: 'bank' | 'file';
  fileName: string | null;
  status: 'running' | 'completed' | 'incomplete';
  /** Why it is incomplete. */
  problem: string | null;
  /** While it runs. */
  progress: SettlementProgress | null;
  startedAt: string;
  finishedAt: string | null;
  startedBy: string;
  payouts: number;
  lines: number;
  /** Lines that no run had seen before. */
  newLines: number;
  matched: number;
  exceptions: number;
  /** Payments that the bank confirmed because its settlement named them. */
  recovered: number;
  matchedAmount: number;
  lineAmount: number;
  settledAmount: number;
  charges: number;
  tax: number;
}

/** GET /api/settlements/runs */
export interface LastSettlementRun {
  /** Null: the day has not been reconciled. */
  run: SettlementRun | null;
}

export interface SettlementException {
  id: string;
  kind: ExceptionKind;
  label: string;
  /** What to do. */
  advice: string;
  day: IstDay;
  paymentId: string | null;
  customerName: string | null;
  /** Our number, the bank's or the settlement's. */
  reference: string | null;
  /** Rupees by our books; null when we have none. */
  expected: number | null;
  /** Rupees by the bank. */
  found: number | null;
  evidence: string;
}

export interface ReconciliationData {
  day: IstDay;
  today: IstDay;
  /** The last run for the day. */
  run: SettlementRun | null;
  /** All that are open, those of the latest days first; at most 200. */
  exceptions: SettlementException[];
  openExceptions: number;
  runs: SettlementRun[];
}

/** POST /api/settlements/runs */
export interface ReconcileRequest {
  day: IstDay;
}

/** The settlement of one capture, beside the payment's details. */
export interface PaymentSettlement {
  invoiceNo: string;
  settlementId: string;
  utr: string | null;
  settledDate: IstDay;
  /** Rupees after charges and tax. */
  settledAmount: number;
}

export const EXCEPTION_WORDS: Readonly<Record<ExceptionKind, { label: string; advice: string }>> = {
  unknown: {
    label: 'Settled, unknown here',
    advice: 'Ask the bank which merchant it belongs to. Do not give out a token for it.',
  },
  not_completed: {
    label: 'Settled, not completed here',
    advice:
      'The bank was asked for its status and did not confirm it. Check the payment again; if that does not help, call the bank.',
  },
  amount_differs: {
    label: 'Amount differs',
    advice: 'Compare with the bank statement and claim the difference at the bank.',
  },
  not_settled: {
    label: 'Completed, not settled',
    advice: 'Reconcile the days after the payment first. If it is in none of them, ask the bank with the reference.',
  },
  refund_differs: {
    label: 'Refund differs',
    advice: 'Look at the refunds of the payment. A refund under way usually explains itself within days.',
  },
  refund_missing: {
    label: 'Refund not deducted',
    advice: 'The customer may not have the money yet. Ask the bank with the refund reference.',
  },
  duplicate: {
    label: 'Listed twice',
    advice:
      'The bank paid out one transaction twice, or listed it twice. Expect a correction; compare with the bank statement.',
  },
  line_unreadable: {
    label: 'Line not readable',
    advice: 'Correct the line in the file and upload the file again under the same name, or ask the bank for the day.',
  },
  batch_differs: {
    label: 'Payout does not add up',
    advice: 'Lines are missing or wrong in the report. Reconcile the day again later, then ask the bank.',
  },
};

/** The columns of a settlement file, in any order; the last three may be missing. */
export const SETTLEMENT_COLUMNS = [
  'settlementID',
  'utr_no',
  'settlementDate',
  'transactionType',
  'merchantTxnNo',
  'txnID',
  'txnAmount',
  'settledAmount',
  'txnCharges',
  'serviceTax',
  'transmissionDateTime',
] as const;
