export { callerNetwork } from './caller-network.js';
export { BeforeSetup, CurrentUser, Public, Roles } from './decorators.js';
export { csrfTokenOf } from './csrf/csrf-tokens.js';
export { HttpPlatformModule } from './http-platform.module.js';
export { IdempotencyService } from './idempotency.service.js';
export { installHttpPlatform } from './install-http-platform.js';
export { isDatabaseUnavailable } from './errors/unavailable.js';
export { isBackground } from './request-kind.js';
export { languageOf } from './language.js';
export { mayVisit, safeNextPath } from './next-path.js';
export { type Principal, principalOf } from './principal.js';
export { RateLimit } from './rate-limit.guard.js';
export { readUpload } from './read-upload.js';
export { RateLimiter, TooManyRequests } from './rate-limiter.js';
export { SecurityRateLimiter } from './security-rate-limiter.js';
export { listRoutes } from './route-list.js';
export { SESSION_STRATEGY } from './access.guard.js';
export { SealedCookies } from './session/sealed-cookies.js';
export { SessionCookies } from './session/session-cookies.js';
export { SessionTokens, TOKEN_ALGORITHM, TOKEN_AUDIENCE } from './session/session-tokens.js';
export { StepUp } from './step-up.guard.js';
export { Tally, type Tallied, type TallyKey, type TallyKind } from './tally.js';
export {
  check,
  IsPersonName,
  hasUnwantedCharacters,
  IsNested,
  IsRupees,
  IsText,
  IsTrimmedLines,
  IsTrimmedText,
  isWellFormed,
  Trimmed,
  TrimmedSpaces,
} from './validation/validators.js';
export { StrictValidationPipe } from './validation/strict-validation.pipe.js';
