import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { callerNetwork, principalOf, RateLimiter } from '../../http/index.js';
import { TestPageHidden } from './testing.errors.js';

const MINUTE_MS = 60_000;
/** Each call may mean one to the bank. */
const CALLS_A_MINUTE = 30;

/**
 * Outside production the test pages are everybody's; in production, once switched on, an admin's, and whoever else asks
 * learns nothing. Counts after that, so that a stranger is never told to come back later.
 */
@Injectable()
export class TestPagesGuard implements CanActivate {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (this.settings.production && principalOf(request)?.role !== 'admin') throw new TestPageHidden();
    if (request.method === 'POST') {
      await this.limiter.require(`test-pages|ip:${callerNetwork(request.ip)}`, CALLS_A_MINUTE, MINUTE_MS);
    }
    return true;
  }
}
