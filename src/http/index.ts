export { callerNetwork } from './caller-network.js';
export { BeforeSetup, CurrentUser, Public, Roles } from './decorators.js';
export { csrfTokenOf } from './csrf/csrf-tokens.js';
export { HttpPlatformModule } from './http-platform.module.js';
export { type AnswerStore, Idempotent, IsRepeated, StoreAnswer } from './idempotency.interceptor.js';
export { installHttpPlatform } from './install-http-platform.js';
export { isDatabaseUnavailable } from './errors/unavailable.js';
export { isBackground } from './request-kind.js';
export { languageOf } from './language.js';
export { mayVisit, safeNextPath } from './next-path.js';
export { principalOf } from './principal.js';
export type { Principal } from '../runtime/principal.js';
export { AllProjects, AnyProject, Subject, type SubjectKind, SubjectProjects } from './project-access.js';
export { countOf, RateLimit } from './rate-limit.guard.js';
export { recordRefusal } from './errors/security-events.js';
export { sendCsv } from './send-csv.js';
export { readUpload, readUploadBytes } from './read-upload.js';
export { listRoutes, type RouteEntry } from './route-list.js';
export { SESSION_STRATEGY } from './access.guard.js';
export { SealedCookies } from './session/sealed-cookies.js';
export { SessionCookies } from './session/session-cookies.js';
export { SessionTokens, TOKEN_ALGORITHM, TOKEN_AUDIENCE } from './session/session-tokens.js';
export { StepUp } from './step-up.guard.js';
export {
  hasUnwantedCharacters,
  IsCount,
  IsDayText,
  IsEmailAddress,
  IsMatch,
  IsPan,
  IsMobileNumber,
  IsNested,
  IsNestedList,
  IsPassword,
  IsPersonName,
  IsRupees,
  IsText,
  IsTierCode,
  IsTrimmedLines,
  IsTrimmedText,
  isWellFormed,
  Trimmed,
} from './validation/validators.js';
export { StrictValidationPipe } from './validation/strict-validation.pipe.js';
