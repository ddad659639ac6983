import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AnyProject, CurrentUser, type Principal, RateLimit, Roles } from '../../http/index.js';
import { LiveStreams } from './live-streams.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

@Controller('api')
export class LiveApiController {
  constructor(private readonly streams: LiveStreams) {}

  /** Server-sent events; see `LivePayment` in the contracts. */
  @Get('events')
  @AnyProject()
  @Roles('admin', 'sales_manager')
  @RateLimit({ name: 'events', limit: 120, windowMs: MINUTE_MS, by: 'user' })
  events(@CurrentUser() principal: Principal, @Res() res: Response): void {
    this.streams.open(principal, res);
  }
}
