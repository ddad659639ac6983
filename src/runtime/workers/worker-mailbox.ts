import cluster, { type Worker } from 'node:cluster';
import type { LimitKeeper } from './limit-keeper.js';
import { PrimaryFigures } from './primary-figures.js';
import type { Figures, LimitQuestion, ToPrimary, ToWorker } from './worker-messages.js';

/**
 * A worker that does not report within this time counts with what it reported last. More than it waits for one of its figures
 * (`READ_LIMIT_MS`): while the database is away it reports without those, and not too late.
 */
const REPORT_LIMIT_MS = 4_000;

/** The primary's side of {@link PrimaryLink}: counts limits for all workers, and passes on events and figures. */
export class WorkerMailbox {
  private readonly reports = new Map<number, () => void>();
  /** By worker. Without them the sums would fall while one is busy, which a counter does only when it starts anew. */
  private readonly lastReports = new Map<number, Figures>();
  private readonly own = new PrimaryFigures();
  private latest = 0;

  constructor(
    private readonly limits: LimitKeeper,
    private readonly reportLimitMs = REPORT_LIMIT_MS,
  ) {}

  attach(worker: Worker): void {
    worker.on('message', (message: ToPrimary) => void this.receive(worker, message));
    // Told by its end.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.lastReports.delete(worker.id));
  }

  retire(worker: Worker): void {
    send(worker, { kind: 'retire' });
  }

  private async receive(worker: Worker, message: ToPrimary): Promise<void> {
    switch (message.kind) {
      case 'limit':
        return this.answer(worker, message.id, message.question);
      case 'publish':
        return this.publish(worker, message.channel, message.text);
      case 'figures':
        if (message.figures.length > 0) this.lastReports.set(worker.id, message.figures);
        return this.reports.get(message.id)?.();
      case 'figures-wanted': {
        const figures = await Promise.all(workersNow().map((each) => this.figuresOf(each)));
        const answer = [...figures.filter((each) => each.length > 0), this.own.read()];
        return send(worker, { kind: 'answer', id: message.id, answer });
      }
    }
  }

  private async answer(worker: Worker, id: number, question: LimitQuestion): Promise<void> {
    send(worker, { kind: 'answer', id, answer: await this.limits.answer(question) });
  }

  private publish(from: Worker, channel: string, text: string): void {
    for (const worker of workersNow()) if (worker !== from) send(worker, { kind: 'published', channel, text });
  }

  private figuresOf(worker: Worker): Promise<Figures> {
    const id = (this.latest += 1);
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.reports.delete(id);
        resolve(this.lastReports.get(worker.id) ?? []);
      };
      // Timers come before messages in the event loop: what arrived while the primary was busy is read first.
      const timer = setTimeout(() => setImmediate(finish), this.reportLimitMs);
      this.reports.set(id, finish);
      send(worker, { kind: 'report', id });
    });
  }
}

function workersNow(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function send(worker: Worker, message: ToWorker): void {
  // Its end is noticed elsewhere.
  if (worker.isConnected()) worker.send(message, () => undefined);
}
