import { ERROR_CODES, type ErrorCode, type ErrorCodeRow } from '../contracts/error-codes.js';

interface Particulars {
  /** Instead of the message of the code. */
  message?: string;
  /** One text per field; by default the message at the field of the code, if it has one. */
  details?: Record<string, string>;
  retryAfterSeconds?: number;
}

/**
 * A rule of the product refuses a request. Status, meaning and text of each code stand in contracts/error-codes; the HTTP layer
 * answers with them, the command line prints the text.
 */
export class Refusal extends Error {
  /** HTTP. */
  readonly status: number;
  readonly details?: Record<string, string>;
  readonly retryAfterSeconds?: number;

  constructor(
    readonly code: ErrorCode,
    particulars: Particulars = {},
  ) {
    const { status, field, message: usual } = ERROR_CODES[code] as ErrorCodeRow;
    const { message = usual, retryAfterSeconds } = particulars;
    super(message);
    this.name = new.target.name;
    this.status = status;
    const details = particulars.details ?? (field === undefined ? undefined : { [field]: message });
    if (details) this.details = details;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether the error is the refusal with this code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof Refusal && error.code === code;
}
