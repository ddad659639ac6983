/** What kind of refusal an error is; the HTTP layer turns it into a status code, the CLI into an exit code. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'unprocessable'
  | 'throttled'
  | 'bank-unavailable';

/**
 * A rule of the product refuses a request. Named by the fact, with a text for the person who asked.
 * `code` is the stable word for programs; `details` holds one text per field.
 */
export class Refusal extends Error {
  readonly details?: Record<string, string>;
  readonly retryAfterSeconds?: number;

  constructor(
    readonly kind: RefusalKind,
    readonly code: string,
    message: string,
    extra: { details?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = new.target.name;
    if (extra.details) this.details = extra.details;
    if (extra.retryAfterSeconds !== undefined) this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}
