/** First parts of dedupe keys of emails about payments; `test/architecture/personal-data.spec.ts` checks the sources. */
export const MAILS_OF_PAYMENTS = ['receipt', 'receipt-copy', 'payment-link', 'payment-late', 'review'];
export const MAILS_OF_REFUNDS = ['refund-accepted', 'refund-completed', 'refund-rejected'];
