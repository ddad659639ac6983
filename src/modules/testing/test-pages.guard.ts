import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { callerNetwork, type Principal, principalOf } from '../../http/index.js';
import { RateLimiter } from '../../runtime/rate-limits/rate-limiter.js';
import { Refusal } from '../../runtime/refusal.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

/** Each call may cause one to the bank. */
const CALLS_A_MINUTE = 30;

/**
 * Access to test pages (docs/product.md#test-pages): everybody outside production; in production admins of all projects only, once they have
 * the second factor that they may need; others get 404. The limit is counted afterwards, so that strangers never see a 429.
 */
@Injectable()
export class TestPagesGuard implements CanActivate {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (this.settings.production && !isAdminOfAll(principalOf(request))) throw new Refusal('NOT_FOUND');
    if (request.method === 'POST') {
      await this.limiter.require(`test-pages|ip:${callerNetwork(request.ip)}`, CALLS_A_MINUTE, MINUTE_MS);
    }
    return true;
  }
}

function isAdminOfAll(principal: Principal | null): boolean {
  return principal?.role === 'admin' && principal.projectIds === null && !principal.setupRequired;
}
