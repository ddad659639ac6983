import { Injectable } from '@nestjs/common';
import { TaskRunner } from '../../runtime/tasks/task.js';
import { WorkQueue } from '../../runtime/work-queue.js';
import type { ReceiptDocument } from './receipt-document.js';
import { RECEIPT_PDF } from './receipt-pdf.task.js';

const KEPT = 100;

/**
 * Renders receipts on the worker thread, one at a time, so that emails are composed in between; results are cached.
 */
@Injectable()
export class ReceiptPdfRenderer {
  private readonly queue = new WorkQueue('receipts to print', { running: 1, waiting: 30 });
  private readonly kept = new Map<string, Buffer>();

  constructor(private readonly tasks: TaskRunner) {}

  /** @throws Overloaded */
  async print(document: ReceiptDocument): Promise<Buffer> {
    // The key holds the whole content, so a changed document is rendered again.
    const key = JSON.stringify({ ...document, logo: document.logo?.digest });
    return this.kept.get(key) ?? this.queue.run(() => this.make(key, document));
  }

  private async make(key: string, document: ReceiptDocument): Promise<Buffer> {
    const made = this.kept.get(key);
    if (made) return made;
    const { buffer, byteOffset, byteLength } = await this.tasks.run(RECEIPT_PDF, document);
    const pdf = Buffer.from(buffer, byteOffset, byteLength);
    this.kept.set(key, pdf);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    return pdf;
  }
}
