import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, expect, it } from '@jest/globals';
import type { LimitKeeper } from './limit-keeper.js';
import { WorkerMailbox } from './worker-mailbox.js';
import type { Figures, ToWorker } from './worker-messages.js';

/** Shorter than in the product. */
const REPORT_LIMIT_MS = 200;

const running = cluster as { workers?: NodeJS.Dict<Worker> };

/** A worker of the cluster as its primary sees it. */
class FakeWorker extends EventEmitter {
  isBusy = false;
  readonly answers: Figures[][] = [];

  constructor(
    readonly id: number,
    private readonly figures: Figures,
  ) {
    super();
    running.workers = { ...running.workers, [id]: this as unknown as Worker };
  }

  isConnected(): boolean {
    return true;
  }

  send(message: ToWorker): void {
    if (message.kind === 'report' && !this.isBusy)
      setImmediate(() => this.emit('message', { kind: 'figures', id: message.id, figures: this.figures }));
    if (message.kind !== 'answer') return;
    this.answers.push(message.answer as Figures[]);
    this.emit('answered');
  }

  /** Without the primary's own. */
  async scrape(): Promise<Figures[]> {
    const answered = new Promise((resolve) => this.once('answered', resolve));
    this.emit('message', { kind: 'figures-wanted', id: 1 });
    await answered;
    return this.answers.at(-1)!.slice(0, -1);
  }
}

const before = running.workers;
afterEach(() => {
  running.workers = before;
});

it('a worker that is too busy to report counts with what it reported last, until it ends', async () => {
  const mailbox = new WorkerMailbox({} as LimitKeeper, REPORT_LIMIT_MS);
  const [asked, other] = [new FakeWorker(1, [{ value: 1 }]), new FakeWorker(2, [{ value: 2 }])];
  for (const each of [asked, other]) mailbox.attach(each as unknown as Worker);
  other.isBusy = true;
  expect(await asked.scrape()).toEqual([[{ value: 1 }]]);
  other.isBusy = false;
  expect(await asked.scrape()).toEqual([[{ value: 1 }], [{ value: 2 }]]);
  other.isBusy = true;
  expect(await asked.scrape()).toEqual([[{ value: 1 }], [{ value: 2 }]]);
  other.emit('exit');
  expect(await asked.scrape()).toEqual([[{ value: 1 }]]);
});
