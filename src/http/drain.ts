import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import type { Server } from 'node:http';

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
  private underWay = 0;
  private draining = false;

  constructor(private readonly host: HttpAdapterHost) {}

  /** While it is true, a load balancer should send nobody here. */
  get isDraining(): boolean {
    return this.draining;
  }

  watch(): RequestHandler {
    return (_req, res, next) => {
      this.underWay += 1;
      // Log, figures, session and a download's pipeline all wait for the end of one answer: that is no leak.
      res.setMaxListeners(20);
      if (this.draining) res.setHeader('Connection', 'close');
      res.once('close', () => {
        this.underWay -= 1;
      });
      next();
    };
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
        if (this.underWay > 0 && performance.now() < until) setTimeout(look, SWEEP_MS);
        else resolve(this.underWay);
      };
      look();
    });
  }
}
