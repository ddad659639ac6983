import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import type { Principal } from '../../http/index.js';
import { LiveEvents, type LiveListener, type LiveMessage } from '../../live/index.js';
import { Overloaded } from '../../runtime/overloaded.js';
import { Clock } from '../../runtime/clock.js';
import { SessionsService } from '../auth/index.js';
import { SalesEvents } from '../projects/index.js';
import { EventStream } from './event-stream.js';

const BEAT_MS = 15_000;
/** Tabs of a browser share one stream; old browsers open one a tab. */
const MAX_PER_USER = 8;
const MAX_IN_ALL = 1_000;
const BUSY_SECONDS = 30;

/** Open streams of this process: who receives which events, and when each ends. */
@Injectable()
export class LiveStreams implements LiveListener, OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(LiveStreams.name);
  /** In the order of their opening. */
  private readonly streams = new Set<EventStream>();
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;
  /** When the last change of a payment was told, or may have been missed. */
  private changedAt: Date;

  constructor(
    private readonly live: LiveEvents,
    private readonly sessions: SessionsService,
    private readonly events: SalesEvents,
    private readonly clock: Clock,
  ) {
    this.changedAt = clock.now();
  }

  onModuleInit(): void {
    this.live.listen(this);
    this.timer = setInterval(() => void this.beat(), BEAT_MS);
    this.timer.unref();
  }

  /** First step of shutdown, since an open stream would delay it. Readers reconnect to another process. */
  onModuleDestroy(): void {
    this.stopping = true;
    clearInterval(this.timer);
    for (const stream of this.streams) stream.end();
  }

  get size(): number {
    return this.streams.size;
  }

  /** @throws Overloaded when too many are open */
  open(principal: Principal, response: Response): void {
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    if (this.stopping) throw new Overloaded('live streams', BUSY_SECONDS);
    const own = this.of(principal.userId);
    if (own.length >= MAX_PER_USER) own[0]?.dismiss('replaced');
    else if (this.streams.size >= MAX_IN_ALL) throw new Overloaded('live streams', BUSY_SECONDS);
    const stream = new EventStream(principal, response);
    this.streams.add(stream);
    stream.onClosed(() => this.streams.delete(stream));
    stream.open(this.changedAt);
    // Where else a seller sells is read; units come once it is known.
    const sellsElsewhere = principal.role !== 'admin' && principal.severalEvents;
    if (sellsElsewhere) stream.holdBack();
    // The rights of the request may have changed before the stream was there to be told.
    void this.readAgain([stream], { events: sellsElsewhere });
  }

  onMessage(message: LiveMessage): void {
    if (message.type === 'sessions') {
      const concerned = this.of(message.userId);
      for (const stream of concerned) stream.holdBack();
      void this.readAgain(concerned, { events: true });
      return;
    }
    if (message.type === 'units') {
      const data = JSON.stringify(message.units);
      for (const stream of this.streams) stream.sendUnits(message.units.projectId, data);
      return;
    }
    this.changedAt = this.clock.now();
    const data = JSON.stringify(message.payment);
    for (const stream of this.streams) stream.sendPayment(message, data);
  }

  /** Messages may have been lost, changes of rights among them. */
  onGap(): void {
    this.changedAt = this.clock.now();
    for (const stream of this.streams) {
      stream.holdBack();
      stream.hello();
    }
    void this.readAgain([...this.streams], { events: false });
  }

  /** Ends streams without a session and sends a heartbeat to the others. */
  async beat(): Promise<void> {
    await this.readAgain([...this.streams], { events: false });
    for (const stream of this.streams) stream.beat();
  }

  /** The rights as they are now; ends streams without a session. */
  private async readAgain(streams: EventStream[], what: { events: boolean }): Promise<void> {
    if (streams.length === 0) return;
    const doubts = new Map(streams.map((stream) => [stream, stream.doubt]));
    try {
      const ids = new Set(streams.map(({ principal }) => principal.sessionId));
      const alive = await this.sessions.aliveAmong([...ids]);
      for (const stream of streams) {
        const { principal } = stream;
        const rights = alive.get(principal.sessionId);
        if (!rights || rights.role !== principal.role) {
          stream.dismiss('session');
          continue;
        }
        const events = what.events || rights.role === 'admin';
        const sellsIn = events
          ? await this.events.projectsOf({ ...principal, ...rights, severalEvents: true })
          : undefined;
        stream.resume(doubts.get(stream) ?? 0, rights.projectIds, sellsIn);
      }
    } catch (error) {
      // Without the database no events occur; the next beat checks again.
      this.logger.warn({ msg: 'session lookup for live streams failed', err: error });
    }
  }

  private of(userId: number): EventStream[] {
    return [...this.streams].filter(({ principal }) => principal.userId === userId);
  }
}
