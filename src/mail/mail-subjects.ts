/** What mails are about, by the first part of their key; `test/architecture/personal-data.spec.ts` holds the sources to it. */
export const MAILS_OF_PAYMENTS = ['receipt', 'receipt-copy', 'payment-link', 'payment-late', 'review'];
export const MAILS_OF_REFUNDS = ['refund-accepted', 'refund-completed', 'refund-rejected'];
