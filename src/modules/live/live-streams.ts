import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import type { Principal } from '../../http/index.js';
import { LiveEvents, type LiveListener, type LiveMessage } from '../../live/index.js';
import { Overloaded } from '../../runtime/overloaded.js';
import { SessionsService } from '../auth/index.js';
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

  constructor(
    private readonly live: LiveEvents,
    private readonly sessions: SessionsService,
  ) {}

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
    stream.open();
  }

  onMessage(message: LiveMessage): void {
    if (message.type === 'sessions') {
      void this.dismissEnded(this.of(message.userId));
      return;
    }
    if (message.type === 'units') {
      const data = JSON.stringify(message.units);
      for (const stream of this.streams) {
        const { projectIds } = stream.principal;
        if (projectIds === null || projectIds.includes(message.units.projectId)) stream.send('units', data);
      }
      return;
    }
    const data = JSON.stringify(message.payment);
    for (const stream of this.streams) {
      const { role, userId } = stream.principal;
      if (role === 'admin' || userId === message.salesManagerId) stream.send('payment', data);
    }
  }

  onGap(): void {
    for (const stream of this.streams) stream.hello();
  }

  /** Ends streams without a session and sends a heartbeat to the others. */
  async beat(): Promise<void> {
    await this.dismissEnded([...this.streams]);
    for (const stream of this.streams) stream.beat();
  }

  private async dismissEnded(streams: EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    try {
      const ids = new Set(streams.map(({ principal }) => principal.sessionId));
      const alive = await this.sessions.aliveAmong([...ids]);
      for (const stream of streams) {
        const { sessionId, role } = stream.principal;
        if (alive.get(sessionId) !== role) stream.dismiss('session');
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
