import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { CsrfTokens } from './csrf/csrf-tokens.js';
import { ErrorFilter } from './errors/error.filter.js';
import { IdempotencyService } from './idempotency.service.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { MemoryRateLimiter, RateLimiter } from './rate-limiter.js';
import { SealedCookies } from './session/sealed-cookies.js';
import { SessionCookies } from './session/session-cookies.js';
import { SessionTokens } from './session/session-tokens.js';
import { StepUpGuard } from './step-up.guard.js';
import { StrictValidationPipe } from './validation/strict-validation.pipe.js';

/** Guards, pipe and filter of every route. Needs the settings, the clock and the unit of work from global modules. */
@Global()
@Module({
  providers: [
    CsrfTokens,
    SessionTokens,
    SealedCookies,
    SessionCookies,
    IdempotencyService,
    { provide: RateLimiter, useClass: MemoryRateLimiter },
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_PIPE, useClass: StrictValidationPipe },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: StepUpGuard },
  ],
  exports: [CsrfTokens, SessionTokens, SealedCookies, SessionCookies, IdempotencyService, RateLimiter],
})
export class HttpPlatformModule {}
