import type { IstDay } from '../domain/calendar/ist-day.js';
import type { ChosenProject, ProjectOption } from '../domain/projects/project-filter.js';
import type { SoldIn } from './events.js';
import type { ExceptionKind } from '../domain/settlement/settlement-rules.js';

/** Progress of a running reconciliation; each step counts from 0. */
export interface SettlementProgress {
  /** Current step. */
  step: 'storing' | 'comparing' | 'asking' | 'recording';
  /** Items of the step that are finished. */
  done: number;
  /** Items of the step. */
  total: number;
}

export const PROGRESS_WORDS: Readonly<Record<SettlementProgress['step'], string>> = {
  storing: 'Storing the lines of the report',
  comparing: 'Comparing the lines with our books',
  asking: 'Asking the bank about open payments',
  recording: 'Recording what matches and what does not',
};

/** One reconciliation of an IST day. Amounts in rupees, sales less refunds. */
export interface SettlementRun {
  /** Public id of the run. */
  id: string;
  /** The IST day that was reconciled, `YYYY-MM-DD`. */
  day: IstDay;
  /** `bank`: the report was read from the bank · `file`: it was uploaded. */
  source: 'bank' | 'file';
  /** Name of the uploaded file; null for a report of the bank. */
  fileName: string | null;
  /** `incomplete` when the run ended early; see `problem`. */
  status: 'running' | 'completed' | 'incomplete';
  /** Why the run is incomplete, as a text for staff; null otherwise. */
  problem: string | null;
  /** Progress while the run is running; null otherwise. */
  progress: SettlementProgress | null;
  /** Start of the run, ISO 8601 UTC. */
  startedAt: string;
  /** End of the run, ISO 8601 UTC; null while it is running. */
  finishedAt: string | null;
  /** Name of the person who started it, `Command line` or `The product`. */
  startedBy: string;
  /** Number of payouts in the report. */
  payouts: number;
  /** Number of lines in the report. */
  lines: number;
  /** Lines that no earlier run had read. */
  newLines: number;
  /** Lines that match a payment or refund here. */
  matched: number;
  /** Number of exceptions that the run found. */
  exceptions: number;
  /** Open payments that the bank confirmed after the report had named them. */
  recovered: number;
  /** Amount of the matched lines in rupees. */
  matchedAmount: number;
  /** Amount of all lines in rupees. */
  lineAmount: number;
  /** Amount that the bank paid out, in rupees, after charges and tax. */
  settledAmount: number;
  /** The bank's charges in rupees. */
  charges: number;
  /** Tax on the charges in rupees. */
  tax: number;
}

/** GET /api/settlements/runs?day=… */
export interface LastSettlementRun {
  /** The last run for the day; null when the day has not been reconciled. */
  run: SettlementRun | null;
}

/** A difference between the bank's report and the payments here. */
export interface SettlementException {
  /** Internal id of the exception. */
  id: string;
  /** Kind of the exception. */
  kind: ExceptionKind;
  /** Kind of the exception as a text for people. */
  label: string;
  /** What staff should do about it. */
  advice: string;
  /** The IST day that was reconciled, `YYYY-MM-DD`. */
  day: IstDay;
  /** Public id of the payment; null when none here is known. */
  paymentId: string | null;
  /** Name of the customer; null when none is known. */
  customerName: string | null;
  /** Invoice number, refund reference, or the bank's transaction or settlement number; null when none is known. */
  reference: string | null;
  /** Amount here in rupees; null when there is none. */
  expected: number | null;
  /** Amount of the bank in rupees; null when there is none. */
  found: number | null;
  /** What was found, in a sentence. */
  evidence: string;
  /** Project and event of the payment; missing where there is only the default event, or no payment. */
  soldIn?: SoldIn;
}

/** Props of the reconciliation page. */
export interface ReconciliationData {
  /** The IST day that is shown, `YYYY-MM-DD`. */
  day: IstDay;
  /** The IST day of the server, `YYYY-MM-DD`. */
  today: IstDay;
  /** The last run for the day; null when the day has not been reconciled. */
  run: SettlementRun | null;
  /** Open exceptions of all days and of the chosen project, the latest days first; at most 200. */
  exceptions: SettlementException[];
  /** Number of open exceptions, of the chosen project. */
  openExceptions: number;
  /** The last runs, newest first. */
  runs: SettlementRun[];
  /** Merchant profiles whose reports can be read beside the default one's. */
  merchantProfiles: string[];
  /** Projects and events to choose from; missing where there is only the default event. */
  projects?: ProjectOption[];
  /** The project and event of the exceptions; missing where there is only the default event. */
  filters?: ChosenProject;
}

/** POST /api/settlements/runs */
export interface ReconcileRequest {
  /** The IST day to reconcile, `YYYY-MM-DD`. */
  day: IstDay;
}

/** The settlement of one capture. */
export interface PaymentSettlement {
  /** Invoice number of the capture's attempt. */
  invoiceNo: string;
  /** Settlement number of the bank. */
  settlementId: string;
  /** Bank reference (UTR) of the payout; null when the report names none. */
  utr: string | null;
  /** IST day of the payout, `YYYY-MM-DD`. */
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
