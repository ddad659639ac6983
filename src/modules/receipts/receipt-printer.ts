import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { WorkQueue } from '../../runtime/work-queue.js';
import type { ReceiptDocument } from './receipt-document.js';

const KEPT = 100;

/**
 * Makes the documents. One takes some ten milliseconds of the only thread: so they are made one at a time, other requests get
 * their turn in between, and what was made is kept for a while. The library and its fonts are loaded with the first document.
 */
@Injectable()
export class ReceiptPrinter {
  private readonly queue = new WorkQueue('receipts to print', { running: 1, waiting: 30 });
  private readonly kept = new Map<string, Buffer>();

  /** @throws Overloaded */
  async print(document: ReceiptDocument): Promise<Buffer> {
    // Everything that the page says is in the key: a document that has changed is another one.
    const key = JSON.stringify(document);
    return this.kept.get(key) ?? this.queue.run(() => this.make(key, document));
  }

  private async make(key: string, document: ReceiptDocument): Promise<Buffer> {
    const made = this.kept.get(key);
    if (made) return made;
    await turn();
    const { renderReceipt } = await import('./receipt-document.js');
    const pdf = await renderReceipt(document);
    this.kept.set(key, pdf);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    return pdf;
  }
}
