import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What is not done by then is cut off; the poll job repairs it. */
const LIMIT_MS = 10_000;
const SWEEP_MS = 25;

/**
 * Lets a stopping instance finish what it has begun: no new connection is taken, requests under way get their answer and a
 * hint to come back elsewhere, connections without a request are closed. Runs before the database is let go.
 */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Drain.name);
  private readonly underWay = new Map<Socket, number>();
  private readonly watched = new WeakSet<Socket>();
  private draining = false;

  constructor(private readonly host: HttpAdapterHost) {}

  /** While it is true, a load balancer should send nobody here. */
  get isDraining(): boolean {
    return this.draining;
  }

  watch(): RequestHandler {
    return ({ socket }, res, next) => {
      this.count(socket, 1);
      // Log, figures, session and a download's pipeline all wait for the end of one answer: that is no leak.
      res.setMaxListeners(20);
      if (this.draining) res.setHeader('Connection', 'close');
      res.once('close', () => this.count(socket, -1));
      next();
    };
  }

  private count(socket: Socket, change: 1 | -1): void {
    // Answers that wait for their turn on a connection that ends never close.
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
    const server = this.host.httpAdapter?.getHttpServer() as Server | undefined;
    if (!server?.listening) return;
    server.close();
    const cutOff = await this.untilQuiet(server);
    if (cutOff > 0) this.logger.warn({ msg: 'requests were cut off by the stop', requests: cutOff });
    server.closeAllConnections();
  }

  /** @returns how many requests were not done in time */
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
