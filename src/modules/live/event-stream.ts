import type { Response } from 'express';
import type { LiveHello } from '../../contracts/live.js';
import { isWithin, type ProjectIds } from '../../domain/people/project-rights.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import type { Principal } from '../../http/index.js';

/** Above this backlog the reader is too slow, or gone. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Time for the last bytes to be read. */
const GOODBYE_MS = 2_000;
/** Spread, so that browsers do not reconnect to a restarted server all at once. */
const RETRY_MS = { least: 2_000, spread: 3_000 };

/** One open answer of `GET /api/events`. */
export class EventStream {
  private lastId = 0;
  /** Read again while the stream is open. */
  private projectIds: ProjectIds;
  /** Projects whose units the owner sells; null: all. */
  private sellsIn: ProjectIds;
  /** Grows with each doubt about the rights. */
  private doubts = 0;
  /** False while they are being read: nothing is sent that might not be the owner's any more. */
  private isSure = true;
  private hasMissed = false;

  constructor(
    readonly principal: Principal,
    private readonly response: Response,
  ) {
    this.projectIds = principal.projectIds;
    this.sellsIn = principal.role === 'admin' ? principal.projectIds : [DEFAULT_PROJECT_ID];
  }

  /** Until the next `resume`. */
  holdBack(): void {
    this.isSure = false;
    this.doubts += 1;
  }

  /** To be taken before the rights are read, for `resume`. */
  get doubt(): number {
    return this.doubts;
  }

  /**
   * With the rights as they are now; ignored when they were doubted again meanwhile. The page reads its data again where it may have
   * missed something.
   * @param sellsIn undefined: as before
   */
  resume(doubt: number, projectIds: ProjectIds, sellsIn: ProjectIds | undefined): void {
    if (doubt !== this.doubts) return;
    const isSame = JSON.stringify(this.projectIds) === JSON.stringify(projectIds);
    this.projectIds = projectIds;
    if (sellsIn !== undefined) this.sellsIn = sellsIn;
    this.isSure = true;
    if (this.hasMissed || !isSame) this.hello();
    this.hasMissed = false;
  }

  /** @param projectId undefined where an older instance does not tell: then admins of some projects do not get it */
  sendPayment(of: { salesManagerId: number; projectId?: number | undefined }, data: string): void {
    const { role, userId } = this.principal;
    const isSeen =
      role === 'admin'
        ? this.projectIds === null || (of.projectId !== undefined && isWithin(this.projectIds, of.projectId))
        : userId === of.salesManagerId;
    if (isSeen) this.sendIfSure('payment', data);
  }

  sendUnits(projectId: number, data: string): void {
    if (!this.isSure || isWithin(this.sellsIn, projectId)) this.sendIfSure('units', data);
  }

  private sendIfSure(event: string, data: string): void {
    if (this.isSure) this.send(event, data);
    else this.hasMissed = true;
  }

  /** @param changedAt the last change that is known: a page that was made later need not read its data again */
  open(changedAt: Date): void {
    this.response.statusCode = 200;
    this.response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    this.response.setHeader('Cache-Control', 'no-store, no-transform');
    this.response.setHeader('X-Accel-Buffering', 'no');
    this.response.flushHeaders();
    this.write(`retry: ${Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread)}\n\n`);
    const hello: LiveHello = { changedAt: changedAt.toISOString() };
    this.send('hello', JSON.stringify(hello));
  }

  onClosed(closed: () => void): void {
    this.response.once('close', closed);
  }

  /** Something may have been missed, and nothing is replayed: the page reads its data again. */
  hello(): void {
    this.send('hello', '{}');
  }

  /** @param data one line of JSON */
  send(event: string, data: string): void {
    this.lastId += 1;
    this.write(`id: ${this.lastId}\nevent: ${event}\ndata: ${data}\n\n`);
  }

  beat(): void {
    this.write(': beat\n\n');
  }

  /** Asks the reader not to reconnect by itself. */
  dismiss(reason: 'session' | 'replaced'): void {
    this.send('end', JSON.stringify({ reason }));
    this.end();
  }

  /** Closes the stream; a reader that stops reading must not keep its slot. */
  end(): void {
    this.response.end();
    const limit = setTimeout(() => this.response.destroy(), GOODBYE_MS).unref();
    this.response.once('close', () => clearTimeout(limit));
  }

  private write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
  }
}
