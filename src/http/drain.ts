import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { PrimaryLink } from '../runtime/workers/primary-link.js';

/** Requests that take longer are aborted; the poll job repairs their work. */
const LIMIT_MS = 10_000;
const SWEEP_MS = 25;

/**
 * Graceful shutdown: no new connection is accepted, running requests are answered with `Connection: close`, idle connections are
 * closed. Runs before the database closes.
 */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Drain.name);
  private readonly underWay = new Map<Socket, number>();
  private readonly watched = new WeakSet<Socket>();
  private draining = false;
  private retiring = false;

  constructor(
    private readonly host: HttpAdapterHost,
    link: PrimaryLink,
  ) {
    link.onRetire(() => this.retire());
  }

  /** While true, load balancers should route elsewhere. */
  get isDraining(): boolean {
    return this.draining;
  }

  watch(): RequestHandler {
    return ({ socket }, res, next) => {
      this.count(socket, 1);
      // Log, metrics, session and a download's pipeline listen to one response: no leak.
      res.setMaxListeners(20);
      if (this.draining || this.retiring) res.setHeader('Connection', 'close');
      res.once('close', () => this.count(socket, -1));
      next();
    };
  }

  /**
   * Leaves new connections to other workers. Unlike a stop it keeps idle connections for now: each may bring one more request,
   * whose answer ends it.
   */
  private retire(): void {
    this.retiring = true;
    const server = this.server();
    // The server's own `close` would cut idle connections at once.
    if (server?.listening) NetServer.prototype.close.call(server);
  }

  private server(): Server | undefined {
    return this.host.httpAdapter?.getHttpServer() as Server | undefined;
  }

  private count(socket: Socket, change: 1 | -1): void {
    // Queued responses of a closed connection never emit `close`.
    if (!this.watched.has(socket)) socket.once('close', () => this.underWay.delete(socket));
    this.watched.add(socket);
    const left = (this.underWay.get(socket) ?? 0) + change;
    if (left > 0 && !socket.destroyed) this.underWay.set(socket, left);
    else this.underWay.delete(socket);
  }

  private get requests(): number {
    return [...this.underWay.values()].reduce((sum, each) => sum + each, 0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.draining = true;
    const server = this.server();
    if (!server || !(server.listening || this.retiring)) return;
    server.close();
    const cutOff = await this.untilQuiet(server);
    if (cutOff > 0) this.logger.warn({ msg: 'requests aborted by shutdown', requests: cutOff });
    server.closeAllConnections();
  }

  /** @returns the number of requests that were not done in time */
  private untilQuiet(server: Server): Promise<number> {
    const until = performance.now() + LIMIT_MS;
    return new Promise((resolve) => {
      const look = () => {
        server.closeIdleConnections();
        if (this.requests > 0 && performance.now() < until) setTimeout(look, SWEEP_MS);
        else resolve(this.requests);
      };
      look();
    });
  }
}
