import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { Clock } from '../runtime/clock.js';
import { RedisLink } from '../runtime/redis-link.js';
import { RedisModule } from '../runtime/redis.module.js';
import { LinkedRateLimiter, LinkedTally } from '../runtime/workers/linked-limits.js';
import { PrimaryLink } from '../runtime/workers/primary-link.js';
import { AccessGuard } from './access.guard.js';
import { CsrfTokens } from './csrf/csrf-tokens.js';
import { Drain } from './drain.js';
import { ErrorFilter } from './errors/error.filter.js';
import { IdempotencyService } from '../database/idempotency/idempotency.service.js';
import { ProjectAccessGuard } from './project-access.guard.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { MemoryRateLimiter, RateLimiter } from '../runtime/rate-limits/rate-limiter.js';
import { RedisRateLimiter } from '../runtime/rate-limits/redis-rate-limiter.js';
import {
  MemorySecurityRateLimiter,
  RedisSecurityRateLimiter,
  SecurityRateLimiter,
} from '../runtime/rate-limits/security-rate-limiter.js';
import { SealedCookies } from './session/sealed-cookies.js';
import { SessionCookies } from './session/session-cookies.js';
import { SessionTokens } from './session/session-tokens.js';
import { StepUpGuard } from './step-up.guard.js';
import { MemoryTally, RedisTally, Tally } from '../runtime/rate-limits/tally.js';
import { RepeatedQueryGuard } from './validation/repeated-query.guard.js';
import { StrictValidationPipe } from './validation/strict-validation.pipe.js';
import { UnreadBodyGuard } from './validation/unread-body.guard.js';

// Shared through Redis by all instances; without it through the primary by the workers of one machine.

function limiterOf(redis: RedisLink, link: PrimaryLink, clock: Clock): RateLimiter {
  const local = new MemoryRateLimiter(clock);
  if (redis.isConfigured) return new RedisRateLimiter(redis, local, clock);
  return link.isConfigured ? new LinkedRateLimiter(link, 'capacity', local) : local;
}

function securityLimiterOf(redis: RedisLink, link: PrimaryLink, clock: Clock): SecurityRateLimiter {
  const local = new MemorySecurityRateLimiter(clock);
  if (redis.isConfigured) return new RedisSecurityRateLimiter(redis, local, clock);
  return link.isConfigured ? new LinkedRateLimiter(link, 'security', local) : local;
}

function tallyOf(redis: RedisLink, link: PrimaryLink, clock: Clock): Tally {
  const local = new MemoryTally(clock);
  if (redis.isConfigured) return new RedisTally(redis, local, clock);
  return link.isConfigured ? new LinkedTally(link, local) : local;
}

/** Guards, pipe and filter of every route. Needs the settings, the clock and the unit of work from global modules. */
@Global()
@Module({
  imports: [RedisModule],
  providers: [
    CsrfTokens,
    Drain,
    SessionTokens,
    SealedCookies,
    SessionCookies,
    IdempotencyService,
    { provide: RateLimiter, inject: [RedisLink, PrimaryLink, Clock], useFactory: limiterOf },
    { provide: SecurityRateLimiter, inject: [RedisLink, PrimaryLink, Clock], useFactory: securityLimiterOf },
    { provide: Tally, inject: [RedisLink, PrimaryLink, Clock], useFactory: tallyOf },
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_PIPE, useClass: StrictValidationPipe },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: ProjectAccessGuard },
    { provide: APP_GUARD, useClass: StepUpGuard },
    // Last, so that unauthorised callers do not learn about body rules.
    { provide: APP_GUARD, useClass: UnreadBodyGuard },
    { provide: APP_GUARD, useClass: RepeatedQueryGuard },
  ],
  exports: [
    CsrfTokens,
    Drain,
    SessionTokens,
    SealedCookies,
    SessionCookies,
    IdempotencyService,
    RateLimiter,
    SecurityRateLimiter,
    Tally,
  ],
})
export class HttpPlatformModule {}
