export type TxnStatus = 'REQ' | 'SUC' | 'REJ';

/** One attempt of a payer on the hosted page. Times are epoch milliseconds of the bank's clock. */
export interface Transaction {
  txnId: string;
  paymentId: string | null;
  status: TxnStatus;
  code: string;
  text: string;
  mode: string;
  bank: string;
  amountPaise: number;
  at: number;
  decidedAt: number | null;
  /** When a pending payment is decided. */
  resolveAt: number | null;
  resolveTo: 'SUC' | 'REJ' | null;
  reversed: boolean;
}

/** A record of one merchant. */
export interface Owned {
  /** Its merchant id; left out for the bank's first merchant. */
  owner?: string;
}

export interface Invoice extends Owned {
  invoiceNo: string;
  merchantTxnNo: string;
  token: string;
  amountPaise: number;
  description: string;
  userName: string;
  email: string;
  mobile: string;
  returnUrl: string;
  addlParam1: string;
  addlParam2: string;
  dueAt: number;
  createdAt: number;
  transactions: Transaction[];
}

export interface Refund extends Owned {
  refundRef: string;
  invoiceNo: string;
  txnId: string;
  bankTxnId: string;
  type: 'REFUND' | 'VOID';
  amountPaise: number;
  status: TxnStatus;
  code: string;
  at: number;
  settleAt: number | null;
}

/** One sale or refund inside a payout. */
export interface SettlementLine {
  kind: 'SALE' | 'REFUND';
  merchantTxnNo: string;
  txnId: string;
  paymentId: string | null;
  mode: string;
  amountPaise: number;
  chargesPaise: number;
  taxPaise: number;
  /** Negative for a refund. */
  settledPaise: number;
  at: number;
  /** Listed, and paid out later. */
  isUnsettled?: boolean;
}

export interface Settlement extends Owned {
  settlementId: string;
  utr: string;
  /** `yyyyMMdd`, IST: the day of the payout. */
  date: string;
  lines: SettlementLine[];
}

export interface AdviceAttempt {
  at: number;
  status: number | null;
  error?: string;
}

export interface Advice {
  id: number;
  invoiceNo: string;
  txnId: string;
  url: string;
  contentType: string;
  body: string;
  dueAt: number;
  attempts: AdviceAttempt[];
  state: 'waiting' | 'delivered' | 'given-up';
}

/** True while SUC and not reversed. */
export function isCaptured(transaction: Transaction): boolean {
  return transaction.status === 'SUC';
}

/** The transaction that STATUS reports: the last success if there is one, else the last attempt. */
export function tellingTransaction(invoice: Invoice): Transaction | undefined {
  return invoice.transactions.findLast(isCaptured) ?? invoice.transactions.at(-1);
}
