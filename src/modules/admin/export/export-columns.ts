import type { TokenType } from '../../../domain/token-catalogue.js';

/** A payment with everything that stands beside it in an export. Instants are UTC as the database writes them. */
export interface ExportRow {
  publicId: string;
  createdAt: string;
  paidAt: string | null;
  status: string;
  tokenType: TokenType;
  tokenNumber: string | null;
  originalTokenNumber: string | null;
  upgradedToNumber: string | null;
  paymentType: string;
  /** Paise. */
  amount: number;
  refundedAmount: number;
  gateway: string;
  bankTxnId: string | null;
  invoiceNo: string | null;
  referenceType: string;
  brokerName: string | null;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  sellerName: string;
  sellerEmail: string;
}

export type ExportColumn = { header: string } & (
  | { kind: 'text'; value: (row: ExportRow) => string | null }
  | { kind: 'money'; value: (row: ExportRow) => number }
  | { kind: 'instant'; value: (row: ExportRow) => string | null }
);

const PAID = new Set(['completed', 'refunded']);

/** In the order in which the books read them. No PAN: it leaves the product nowhere. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { header: 'Created (IST)', kind: 'instant', value: (row) => row.createdAt },
  { header: 'Paid (IST)', kind: 'instant', value: (row) => row.paidAt },
  { header: 'Status', kind: 'text', value: (row) => row.status },
  { header: 'Token type', kind: 'text', value: (row) => row.tokenType },
  { header: 'Token number', kind: 'text', value: (row) => row.tokenNumber },
  { header: 'Customer', kind: 'text', value: (row) => row.customerName },
  { header: 'E-mail', kind: 'text', value: (row) => row.customerEmail },
  { header: 'Phone', kind: 'text', value: (row) => row.customerPhone },
  { header: 'Amount (INR)', kind: 'money', value: (row) => row.amount },
  { header: 'Refunded (INR)', kind: 'money', value: (row) => row.refundedAmount },
  { header: 'Net received (INR)', kind: 'money', value: netOf },
  { header: 'Gateway', kind: 'text', value: (row) => row.gateway },
  { header: 'Bank transaction', kind: 'text', value: (row) => row.bankTxnId },
  { header: 'Invoice', kind: 'text', value: (row) => row.invoiceNo },
  { header: 'Sales manager', kind: 'text', value: (row) => row.sellerName },
  { header: 'Sales manager e-mail', kind: 'text', value: (row) => row.sellerEmail },
  { header: 'Reference', kind: 'text', value: (row) => row.referenceType },
  { header: 'Broker', kind: 'text', value: (row) => row.brokerName },
  { header: 'Payment type', kind: 'text', value: (row) => row.paymentType },
  { header: 'Upgraded from token', kind: 'text', value: (row) => row.originalTokenNumber },
  { header: 'Upgraded to token', kind: 'text', value: (row) => row.upgradedToNumber },
  { header: 'Payment ID', kind: 'text', value: (row) => row.publicId },
];

/** Paise that were received and kept; nothing for a payment that was never made. The column adds up to the revenue. */
function netOf({ status, amount, refundedAmount }: ExportRow): number {
  return PAID.has(status) ? amount - refundedAmount : 0;
}
