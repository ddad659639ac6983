import type { NotSent, Unknown, UnknownReason } from './exchange.js';
import type { SettlementListResult, SettlementPageResult, SettlementStatusResult } from './settlement-results.js';

/** At which merchant: for good that of the attempt that the call is about. */
export interface AtMerchant {
  /** Name of the merchant profile; null: the default one. */
  merchantProfile: string | null;
}

/** The input of an invoice creation. Texts may hold any character; the bank gets an ASCII form. */
export interface InvoiceRequest extends AtMerchant {
  /** Ours, committed before the call, alphanumeric, at most 20. */
  invoiceNo: string;
  amountPaise: number;
  tokenType: string;
  referenceType: string;
  description: string;
  /** `dd/MM/yyyy`, IST. */
  dueDateIst: string;
  customerName: string;
  /** Ten digits, no country code. */
  mobile10?: string;
  email: string;
  returnUrl: string;
  requestId?: string;
}

export type InvoiceResult =
  | {
      kind: 'created';
      redirectUrl: string;
      bankTxnId?: string;
      responseCode: string;
      responseText: string;
      /** The bank's fields without its hash. */
      raw: Readonly<Record<string, string>>;
    }
  /** The bank has this number already: ask its status, never create it again. */
  | { kind: 'exists'; redirectUrl?: string }
  /** `alert`: our fault or a forgery, to be shown to staff; code `REDIRECT_HOST` for a page on a host that is not allowed. */
  | { kind: 'refused'; code: string; text: string; hashMismatch: boolean; alert: boolean }
  | Unknown
  | NotSent;

/** One transaction of a signed STATUS answer. Amount and reference are still to be compared with ours. */
export interface PaidEvidence {
  merchantId: string;
  merchantTxnNo: string;
  /** The invoice number, if the answer names it too. */
  invoiceNo: string | null;
  /** The bank's transaction id, `^[A-Za-z0-9]{1,30}$`. */
  txnId: string;
  paymentId: string | null;
  /** Null when the amount cannot be read; such evidence never completes a payment. */
  amountPaise: number | null;
  /** A fee of the bank on top of the amount; null when absent or unreadable. */
  otherChargePaise: number | null;
  paymentMode: string | null;
  paymentSubInstType: string | null;
  txnStatus: string;
  txnResponseCode: string;
  responseText: string;
  /** `yyyyMMddHHmmss`, IST; null when absent or of another shape. */
  paidAtText: string | null;
  transactionType: string | null;
  /** Null when not sent, which counts as rupees; a value other than `356` never completes a payment. */
  currency: string | null;
}

export type MismatchField = 'merchant' | 'reference' | 'transaction-type';

/** `refused-question`: the bank understood or believed none of it (P1006, 400), which is our fault. */
type StatusUnknownReason = UnknownReason | 'not-sent' | 'refused-question';

export type StatusResult =
  | { kind: 'paid'; evidence: PaidEvidence }
  | { kind: 'pending'; code: string; text: string }
  | { kind: 'declined'; code: string; text: string }
  | { kind: 'cancelled'; code: string; text: string }
  | { kind: 'not-found'; code: string }
  /** ERR, an unknown value or code, or a contradiction: not final. */
  | { kind: 'error-state'; code: string; text: string; txnStatus: string | null }
  /** Signed, but about something else. */
  | { kind: 'mismatch'; field: MismatchField; detail: string }
  | Unknown<StatusUnknownReason>;

export interface RefundCommand extends AtMerchant {
  /** Ours, committed before the call, alphanumeric, at most 20. */
  refundRef: string;
  originalTxnNo: string;
  amountPaise: number;
  requestId?: string;
}

export type RefundResult =
  /** Accepted; the money has not moved yet. */
  | { kind: 'accepted'; bankTxnId: string | null; code: string; text: string }
  | { kind: 'refused'; code: string; text: string; hashMismatch: boolean }
  /** Failed, broken off or timed out at the bank, and yet perhaps carried out: ask its status. */
  | { kind: 'failed'; code: string; text: string }
  /** The bank has this refund reference already: ask its status. */
  | { kind: 'duplicate'; code: string; text: string }
  | Unknown
  | NotSent;

export type RefundStatusResult =
  | { kind: 'done'; bankTxnId: string | null; amountPaise: number | null; doneAtText: string | null }
  | { kind: 'rejected'; bankTxnId: string | null; code: string; text: string }
  | { kind: 'pending'; bankTxnId: string | null; code: string; text: string }
  | { kind: 'not-found'; code: string }
  | Unknown<UnknownReason | 'not-sent' | 'mismatch' | 'error-state'>;

export interface StatusQuery extends AtMerchant {
  originalTxnNo: string;
  /** A number of the query's own, where a bank wants one; default: the original's. */
  merchantTxnNo?: string;
  requestId?: string;
}

export interface RefundQuery extends AtMerchant {
  refundRef: string;
  requestId?: string;
}

export interface SettlementListQuery extends AtMerchant {
  /** `YYYY-MM-DD`, IST. */
  day: string;
  requestId?: string;
}

export interface SettlementPageQuery extends SettlementListQuery {
  settlementId: string;
  /** As the page before named it. */
  lastTxnId?: string;
}

export interface SettlementStatusQuery extends AtMerchant {
  originalTxnNo: string;
  requestId?: string;
}

/**
 * The port to the bank. No method throws for anything that the bank or the network does; none may be called inside a unit of
 * work. A call at a merchant that is not configured is `not-sent`.
 */
export abstract class PaymentGateway {
  /** Resolves once all exchanges so far are recorded; a result does not wait for its own record. */
  abstract settled(): Promise<void>;

  abstract createInvoice(order: InvoiceRequest): Promise<InvoiceResult>;
  abstract queryStatus(query: StatusQuery): Promise<StatusResult>;
  abstract refund(order: RefundCommand): Promise<RefundResult>;
  abstract queryRefund(query: RefundQuery): Promise<RefundStatusResult>;
  /** The payouts of a day. */
  abstract listSettlements(query: SettlementListQuery): Promise<SettlementListResult>;
  /** The lines of one payout, page by page. */
  abstract settlementPage(query: SettlementPageQuery): Promise<SettlementPageResult>;
  /** Whether one sale has been paid out. */
  abstract settlementStatus(query: SettlementStatusQuery): Promise<SettlementStatusResult>;
}
