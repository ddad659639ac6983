import { Body, Controller, HttpCode, Inject, Logger, Post } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Application } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { Metrics } from '../../runtime/metrics.js';
import { Public } from '../decorators.js';
import { RateLimit } from '../rate-limit.guard.js';
import { routePatternOf } from '../errors/allowed-methods.js';
import { breachesIn } from './csp-report.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

/** Receives CSP reports: a fault of ours, a browser extension, or an attack that was blocked. */
@Controller('api/csp-report')
@Public()
export class CspReportController {
  private readonly logger = new Logger('Security');

  constructor(
    private readonly adapters: HttpAdapterHost,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @HttpCode(204)
  @RateLimit({ name: 'csp-report', limit: 60, windowMs: MINUTE_MS, by: 'ip' })
  report(@Body() body: object): void {
    const app = this.adapters.httpAdapter.getInstance<Application>();
    const own = {
      origin: new URL(this.settings.appUrl).origin,
      patternOf: (path: string) => routePatternOf(app, path),
    };
    for (const breach of breachesIn(body, own)) {
      this.metrics.countCspReport(breach.directive);
      this.logger.warn({ msg: 'content security policy violated', ...breach });
    }
  }
}
