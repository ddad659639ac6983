import { AsyncResource } from 'node:async_hooks';
import { Overloaded } from './overloaded.js';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface MicroBatchOptions<Item, Result> {
  name: string;
  /** Of one batch. */
  most: number;
  /** Waiting for the batches before theirs; more are turned away. */
  waiting: number;
  /** One result for each item, in order. May be called again with single items of a batch that failed: all or nothing. */
  work: (items: Item[]) => Promise<Result[]>;
  /** Whether one item alone may be to blame for a failed batch. */
  isDivisible: (error: unknown) => boolean;
}

/**
 * Lets work that arrives while earlier work is under way share one go: one transaction, one wait for the disk. A caller hears
 * of its own item, and only once that is done. Alone, an item waits for nobody.
 */
export class MicroBatch<Item, Result> {
  private queue: Waiting<Item, Result>[] = [];
  private isRunning = false;
  /** The work belongs to no caller: neither to its request nor to a unit of work that may be open around it. */
  private readonly outside = new AsyncResource('MicroBatch');

  constructor(private readonly options: MicroBatchOptions<Item, Result>) {}

  /** @throws Overloaded when too many wait */
  add(item: Item): Promise<Result> {
    if (this.queue.length >= this.options.waiting) return Promise.reject(new Overloaded(this.options.name));
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      if (this.isRunning) return;
      this.isRunning = true;
      // What came in with the same turn of the event loop shares the first batch.
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
