import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { WorkQueue } from '../../runtime/work-queue.js';
import type { ReceiptDocument } from './receipt-document.js';

const KEPT = 100;

/**
 * Renders receipts. One takes some ten milliseconds of the main thread, so they are rendered one at a time, other requests run in
 * between, and results are cached. The library and its fonts are loaded with the first document.
 */
@Injectable()
export class ReceiptPdfRenderer {
  private readonly queue = new WorkQueue('receipts to print', { running: 1, waiting: 30 });
  private readonly kept = new Map<string, Buffer>();

  /** @throws Overloaded */
  async print(document: ReceiptDocument): Promise<Buffer> {
    // The key holds the whole content, so a changed document is rendered again.
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
