import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { Refusal } from '../runtime/refusal.js';
import { sameDigest } from '../domain/bank-hash/same-digest.js';
import { Metrics } from '../runtime/metrics.js';
import { Public } from './decorators.js';
import { bearerOf } from './request-kind.js';

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** For Prometheus. Answers 404 to unauthorised callers. */
@Controller()
@Public()
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('metrics')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.mayRead(request)) throw new Refusal('NOT_FOUND');
    const { body, contentType } = await this.metrics.text();
    response.setHeader('Content-Type', contentType);
    response.end(body);
  }

  private mayRead(request: Request): boolean {
    const { metricsToken } = this.settings;
    if (metricsToken !== null && sameDigest(bearerOf(request), metricsToken)) return true;
    // A request forwarded by a reverse proxy on this machine is not local.
    const direct = FORWARDED.every((name) => request.headers[name] === undefined);
    return direct && LOOPBACK.has(request.socket.remoteAddress ?? '');
  }
}
