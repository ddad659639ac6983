import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import type { Figures, LimitAnswer, LimitQuestion, ToPrimary, ToWorker } from './worker-messages.js';

/** The primary answers within a millisecond; without an answer the worker continues alone. */
const PATIENCE_MS = 1_000;
/** Of figures: the primary waits for the other workers first. Less than Prometheus waits for a scrape (10 s). */
const FIGURES_PATIENCE_MS = 5_000;

/** The connection of a worker process to its primary (`WORKERS`). In a process without one it does nothing. */
@Injectable()
export class PrimaryLink {
  readonly isConfigured = cluster.isWorker;
  private readonly waiting = new Map<number, (answer: unknown) => void>();
  private readonly channels = new Map<string, (text: string) => void>();
  private report: (() => Promise<Figures>) | null = null;
  private retire: () => void = () => undefined;
  private latest = 0;

  constructor() {
    if (!this.isConfigured) return;
    process.on('message', (message: ToWorker) => this.receive(message));
    // Meant for the primary: a terminal sends it to each process.
    process.on('SIGHUP', () => undefined);
  }

  /** Null, never an error, without an answer. */
  async askLimit(question: LimitQuestion): Promise<{ answer: LimitAnswer } | null> {
    const answer = await this.ask((id) => ({ kind: 'limit', id, question }));
    return answer === undefined ? null : { answer: answer as LimitAnswer };
  }

  /** @returns the figures of every worker, this one's included, and of the primary; null without an answer */
  async figuresOfAll(): Promise<Figures[] | null> {
    const answer = await this.ask((id) => ({ kind: 'figures-wanted', id }), FIGURES_PATIENCE_MS);
    return (answer as Figures[] | undefined) ?? null;
  }

  /** To every other worker, without waiting. */
  publish(channel: string, text: string): void {
    this.send({ kind: 'publish', channel, text });
  }

  listen(channel: string, onMessage: (text: string) => void): void {
    this.channels.set(channel, onMessage);
  }

  /** @param report the figures of this process */
  onReport(report: () => Promise<Figures>): void {
    this.report = report;
  }

  /** @param retire others take over: accept no more connections, and be ready to be stopped soon */
  onRetire(retire: () => void): void {
    this.retire = retire;
  }

  /** @returns undefined without an answer */
  private ask(message: (id: number) => ToPrimary, patienceMs = PATIENCE_MS): Promise<unknown> {
    if (!this.isConfigured) return Promise.resolve(undefined);
    const id = (this.latest += 1);
    return new Promise((resolve) => {
      const finish = (answer: unknown) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(answer);
      };
      // Timers come before messages in the event loop: an answer that arrived while this worker was busy is read first.
      const timer = setTimeout(() => setImmediate(() => finish(undefined)), patienceMs).unref();
      this.waiting.set(id, finish);
      this.send(message(id));
    });
  }

  private receive(message: ToWorker): void {
    switch (message.kind) {
      case 'answer':
        return this.waiting.get(message.id)?.(message.answer);
      case 'published':
        return this.channels.get(message.channel)?.(message.text);
      case 'report':
        return void this.tellFigures(message.id);
      case 'retire':
        return this.retire();
    }
  }

  private async tellFigures(id: number): Promise<void> {
    const figures = await this.report?.().catch(() => []);
    this.send({ kind: 'figures', id, figures: figures ?? [] });
  }

  private send(message: ToPrimary): void {
    // A worker whose primary is gone ends by itself.
    if (this.isConfigured && process.connected) process.send?.(message, undefined, {}, () => undefined);
  }
}
