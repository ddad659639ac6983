import type { NotSent, Unknown, UnknownReason } from './exchange.js';
import type { SettlementListResult, SettlementPageResult, SettlementStatusResult } from './settlement-results.js';

/** What to make an invoice of. Every text may hold any character; the bank gets an ASCII form. */
export interface InvoiceOrder {
  /** Ours, committed before the call, alphanumeric, at most 20. */
  invoiceNo: string;
  amountPaise: number;
  tokenType: string;
  referenceType: string;
  description: string;
  /** `dd/MM/yyyy`, an Indian calendar day. */
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
  /** The bank knows this number already: ask for its status, never create again. */
  | { kind: 'exists'; redirectUrl?: string }
  /** `alert`: our fault or a forgery, for staff to look at; code `REDIRECT_HOST` when the page is on a host not allowed. */
  | { kind: 'refused'; code: string; text: string; hashMismatch: boolean; alert: boolean }
  | Unknown
  | NotSent;

/** One transaction as the bank's signed STATUS answer tells it. Amount and reference are still to be compared with ours. */
export interface PaidEvidence {
  merchantId: string;
  merchantTxnNo: string;
  /** The invoice number, when the bank names it besides. */
  invoiceNo: string | null;
  /** The bank's transaction id, `^[A-Za-z0-9]{1,30}$`. */
  txnId: string;
  paymentId: string | null;
  /** Null when the bank's text is no amount; such evidence never completes a payment. */
  amountPaise: number | null;
  /** A charge of the bank's on top of the amount; null when absent or no amount. */
  otherChargePaise: number | null;
  paymentMode: string | null;
  paymentSubInstType: string | null;
  txnStatus: string;
  txnResponseCode: string;
  responseText: string;
  /** `yyyyMMddHHmmss`, Indian time; null when the bank sent none or another shape. */
  paidAtText: string | null;
  transactionType: string | null;
  /** Only when sent; anything but `356` is not ours. */
  currency: string | null;
}

export type MismatchField = 'merchant' | 'reference' | 'transaction-type';

export type StatusResult =
  | { kind: 'paid'; evidence: PaidEvidence }
  | { kind: 'pending'; code: string; text: string }
  | { kind: 'declined'; code: string; text: string }
  | { kind: 'cancelled'; code: string; text: string }
  | { kind: 'not-found'; code: string }
  /** ERR, an unknown word or code, or a contradiction: not final. */
  | { kind: 'error-state'; code: string; text: string; txnStatus: string | null }
  /** Signed, but about something else than was asked. */
  | { kind: 'mismatch'; field: MismatchField; detail: string }
  | Unknown<UnknownReason | 'not-sent'>;

export interface RefundOrder {
  /** Ours, committed before the call, alphanumeric, at most 20. */
  refundRef: string;
  originalTxnNo: string;
  amountPaise: number;
  requestId?: string;
}

export type RefundResult =
  /** Taken for processing; the money has not moved yet. */
  | { kind: 'accepted'; bankTxnId: string | null; code: string; text: string }
  | { kind: 'refused'; code: string; text: string; hashMismatch: boolean }
  /** The bank knows this refund reference already: ask for its state. */
  | { kind: 'duplicate'; code: string; text: string }
  | Unknown
  | NotSent;

export type RefundStatusResult =
  | { kind: 'done'; bankTxnId: string | null; amountPaise: number | null; doneAtText: string | null }
  | { kind: 'rejected'; code: string; text: string }
  | { kind: 'pending'; code: string; text: string }
  | { kind: 'not-found'; code: string }
  | Unknown<UnknownReason | 'not-sent' | 'mismatch' | 'error-state'>;

/** The bank. No method throws for anything the bank or the network does, and none may be called inside a unit of work. */
export abstract class PaymentGateway {
  /** Until the traces of all questions asked so far are kept; a question's answer does not wait for its own. */
  abstract settled(): Promise<void>;

  abstract createInvoice(order: InvoiceOrder): Promise<InvoiceResult>;
  /** @param query `merchantTxnNo` names the question itself where a bank wants a fresh number; default: the original's. */
  abstract queryStatus(query: {
    originalTxnNo: string;
    merchantTxnNo?: string;
    requestId?: string;
  }): Promise<StatusResult>;
  abstract refund(order: RefundOrder): Promise<RefundResult>;
  abstract queryRefund(query: { refundRef: string; requestId?: string }): Promise<RefundStatusResult>;
  /** The payouts of a day. @param query `day` as `YYYY-MM-DD`, Indian calendar */
  abstract listSettlements(query: { day: string; requestId?: string }): Promise<SettlementListResult>;
  /** The lines of one payout, page by page. @param query `lastTxnId` as the page before named it */
  abstract settlementPage(query: {
    settlementId: string;
    day: string;
    lastTxnId?: string;
    requestId?: string;
  }): Promise<SettlementPageResult>;
  /** Whether one sale has been paid out. */
  abstract settlementStatus(query: { originalTxnNo: string; requestId?: string }): Promise<SettlementStatusResult>;
}
