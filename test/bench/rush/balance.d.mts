export interface Sale {
  email: string;
  paymentIds: readonly string[];
}

export interface BookedPayment {
  publicId: string;
  email: string;
  status: string;
  amount: number;
  tokenNumber: string | null;
  invoices: readonly string[];
  tokens: readonly string[];
  receipts: readonly string[];
}

export interface Balance {
  sums: Readonly<Record<string, number>>;
  faults: { what: string; id: string }[];
}

export function balanceOf(books: {
  sales: readonly Sale[];
  captures: readonly { invoiceNo: string; amount: number }[];
  payments: readonly BookedPayment[];
  mails: readonly { to: string; id: string }[];
}): Balance;
