import { AsyncResource } from 'node:async_hooks';
import { Overloaded } from './overloaded.js';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface MicroBatchOptions<Item, Result> {
  name: string;
  /** Items of one batch. */
  most: number;
  /** Items that may wait; more are refused. */
  waiting: number;
  /** One result for each item, in order. All or nothing; may be called again with single items of a failed batch. */
  work: (items: Item[]) => Promise<Result[]>;
  /** Whether one item alone may be to blame for a failed batch. */
  isDivisible: (error: unknown) => boolean;
}

/**
 * Batches work that arrives while an earlier batch runs: one transaction, one fsync. A caller gets its own item's result once
 * that is done. A lone item does not wait.
 */
export class MicroBatch<Item, Result> {
  private queue: Waiting<Item, Result>[] = [];
  private isRunning = false;
  /** Runs outside of any caller's request context and unit of work. */
  private readonly outside = new AsyncResource('MicroBatch');

  constructor(private readonly options: MicroBatchOptions<Item, Result>) {}

  /** @throws Overloaded when the queue is full */
  add(item: Item): Promise<Result> {
    if (this.queue.length >= this.options.waiting) return Promise.reject(new Overloaded(this.options.name));
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      if (this.isRunning) return;
      this.isRunning = true;
      // Items of the same turn of the event loop share the first batch.
      this.outside.runInAsyncScope(() => setImmediate(() => void this.drain()));
    });
  }

  private async drain(): Promise<void> {
    while (this.queue.length > 0) await this.runTogether(this.queue.splice(0, this.options.most));
    this.isRunning = false;
  }

  private async runTogether(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, at) => resolve(results[at]!));
    } catch (error) {
      if (batch.length > 1 && this.options.isDivisible(error)) {
        for (const one of batch) await this.runTogether([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
