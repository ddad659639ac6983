import type { Task } from '../../runtime/tasks/task.js';
import type { ReceiptDocument } from './receipt-document.js';

/** The library and its fonts are loaded with the first document. */
export const RECEIPT_PDF: Task<ReceiptDocument, Uint8Array> = {
  name: 'receipt-pdf',
  prepare: async () => {
    const { renderReceipt } = await import('./receipt-document.js');
    return (document) => renderReceipt(document);
  },
};
