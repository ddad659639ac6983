/** The status that goes with a code, and what it means. */
interface ErrorCode {
  status: number;
  meaning: string;
}

const code = (status: number) => (meaning: string) => ({ status, meaning });
const malformed = code(400);
const stranger = code(401);
const forbidden = code(403);
const missing = code(404);
const conflict = code(409);
const invalid = code(422);
const throttled = code(429);
const unavailable = code(503);

/** Every code that stands under `error` in a refusal of the API. One code has one status. */
export const ERROR_CODES = {
  BAD_REQUEST: malformed('The request cannot be read: broken JSON, not UTF-8, a broken address.'),
  VALIDATION_FAILED: malformed(
    'An unknown field, one of the wrong type, or a query parameter that is given twice; `details` names it.',
  ),
  IDENTITY_CONFLICT: malformed('The bearer token and the session cookie belong to two people.'),
  IDEMPOTENCY_KEY_INVALID: malformed('The Idempotency-Key is not 1 to 255 visible characters.'),
  LOGIN_INCOMPLETE: malformed('Email or password is missing.'),
  AMOUNT_MISMATCH: malformed('The amount is not the price of the token.'),
  REFUND_NOT_POSITIVE: malformed('The refund is not above zero.'),
  REFUND_EXCEEDS_PAYMENT: malformed('The refund is above what was paid; `details.refundableAmount` says what is left.'),
  UPGRADE_NOT_AVAILABLE: malformed('Only gold tokens can be upgraded.'),
  PAYLOAD_NOT_HASHABLE: malformed('The payload is no message that can be hashed.'),
  BAD_HASH: malformed('The hash of the bank’s message does not fit.'),
  VERIFICATION_FAILED: malformed('The bank has not confirmed the payment; `data` says what is known.'),

  AUTH_REQUIRED: stranger('Nobody is signed in, or the session has ended.'),
  INVALID_CREDENTIALS: stranger('Unknown email, wrong password or disabled account; which one is not told.'),
  TOTP_REQUIRED: stranger('The password is right; the account also wants `code`.'),
  TOTP_INVALID: stranger('The code is wrong, or was used before.'),

  FORBIDDEN: forbidden('The role does not allow it.'),
  CSRF_FAILED: forbidden('The request came from another site, or its X-XSRF-TOKEN is missing or old.'),
  STEP_UP_REQUIRED: forbidden('Show a code or the password again first: POST /api/auth/step-up.'),
  TOTP_SETUP_REQUIRED: forbidden('The account has to switch a second factor on first.'),
  REFUNDS_DISABLED: forbidden('Refunds are switched off.'),

  NOT_FOUND: missing('There is no such address.'),
  PAYMENT_NOT_FOUND: missing('Unknown payment, or another seller’s.'),
  NO_RECEIPT_YET: missing('The payment is not completed.'),
  DUPLICATE_CHARGE_NOT_FOUND: missing('The payment has no such duplicate charge.'),
  PERMISSION_NOT_FOUND: missing('There is no such switch.'),
  REVIEW_NOT_FOUND: missing('There is no such review.'),
  STAFF_NOT_FOUND: missing('There is no such account.'),
  SESSION_NOT_FOUND: missing('The session is unknown or has ended.'),

  METHOD_NOT_ALLOWED: code(405)('The address does not take that method; the header Allow names those it takes.'),
  REQUEST_TIMEOUT: code(408)('The request took too long to arrive.'),

  CONFLICT: conflict('The record was changed by someone else meanwhile: read it again.'),
  IDEMPOTENCY_RUNNING: conflict('The first request under this Idempotency-Key is still running.'),
  ALREADY_PAID: conflict('The payment is completed.'),
  REFUNDED: conflict('The payment was refunded.'),
  NOT_PAID: conflict('Only a completed payment can be refunded.'),
  ALREADY_REFUNDED: conflict('The payment was refunded in full.'),
  REFUND_EXCEEDS_REST: conflict('Other refunds hold too much of the payment.'),
  REFUND_REFUSED: conflict('The bank refused the refund; nothing is reserved any more.'),
  TOKEN_UPGRADED: conflict('The token was upgraded: refund the upgrade first.'),
  UPGRADE_OPEN: conflict('An upgrade of the token is under way.'),
  REVERSAL_UNDECIDED: conflict('The bank may have taken the money back, and nobody has decided that yet.'),
  TOKEN_NOT_PAID: conflict('Only the token of a completed payment can be upgraded.'),
  TOKEN_HAS_REFUND: conflict('The payment of the token has a refund.'),
  ALREADY_UPGRADED: conflict('The token was upgraded already.'),
  UPGRADE_PENDING: conflict('An upgrade waits for its payment; `details` lead to its link.'),
  UPGRADE_CLOSED: conflict('The upgrade can no longer be paid.'),
  NO_FAILED_UPGRADE: conflict('There is no failed upgrade to reset.'),
  LINK_EXPIRED: conflict('The link has expired.'),
  LINK_WITHDRAWN: conflict('Staff have taken the link back.'),
  LINK_REPLACED: conflict('Another link stands in its place.'),
  LINK_STILL_LIVE: conflict('The link can still be paid: share it again instead.'),
  LINK_AT_BANK: conflict('A payment is under way at the bank, or the bank did not answer clearly that none is.'),
  MONEY_ARRIVED: conflict('The bank has taken money on the link that cannot be used; it has to be given back.'),
  MONEY_RETURNED: conflict(
    'The bank took the money, but it could not be used and is being returned; `data` says more.',
  ),
  LINK_ALREADY_CANCELLED: conflict('The link was cancelled before.'),
  UPGRADE_CONTACT_FIXED: conflict('The contact of an upgrade is the token’s and cannot be corrected here.'),
  CONTACT_UNCHANGED: conflict('The contact is what it was.'),
  TOKEN_HELD: conflict('The person holds a valid token; `duplicateReason` says why a second unit is sold.'),
  OPEN_LINK_EXISTS: conflict(
    'The person has an open link of that tier; `duplicateReason` says why a second one is made.',
  ),
  NO_USABLE_ADDRESS: conflict('The recorded email address cannot be written to.'),
  REVIEW_DECIDED: conflict('Somebody, or the bank, has decided it before.'),
  DECISION_NOT_ALLOWED: conflict('The decision is not among those that this review offers now.'),
  AMOUNT_CHANGED: conflict('The amount at stake is not the confirmed one any more.'),
  DAY_NOT_OVER: conflict('The day can be closed once it is over in India.'),
  HOLIDAY_LISTED: conflict('The day is in the list of bank holidays already.'),
  RECONCILIATION_RUNNING: conflict('A reconciliation of that day is running.'),
  STAFF_EMAIL_TAKEN: conflict('There is an account with that email.'),
  STAFF_NOT_INVITED: conflict('The account has no open invitation.'),
  STAFF_NOT_ACTIVE: conflict('The account is not active.'),
  LAST_ACTIVE_ADMIN: conflict('It is the last active admin.'),
  OWN_PASSWORD: conflict('One’s own password is changed under the own account.'),
  OWN_SECOND_FACTOR: conflict('One’s own second factor is switched off under the own account.'),
  TOTP_IS_ON: conflict('The second factor is on already.'),
  TOTP_IS_OFF: conflict('The second factor is off.'),
  TOTP_NEEDED: conflict('Admins need a second factor here.'),

  PAYLOAD_TOO_LARGE: code(413)('The body is too large.'),
  UNSUPPORTED_MEDIA_TYPE: code(415)('The body is of another type than this address takes.'),

  FIELD_ERRORS: invalid('Fields that a person filled in wrongly; `details` has a sentence for each.'),
  FILTER_INVALID: invalid('A filter was not understood; `details` names it.'),
  SEARCH_TOO_WIDE: invalid('More payments match than can be looked up; `details.search` says how to narrow it.'),
  IDEMPOTENCY_MISMATCH: invalid('The Idempotency-Key was used with another body.'),
  INVALID_DAY: invalid('Not a day of the calendar.'),
  INVALID_DAYS: invalid('Not days of the calendar, or in the wrong order.'),
  INVALID_FILE_NAME: invalid('The name of the file is too long, or holds control or bidirectional characters.'),
  DAY_IN_FUTURE: invalid('The day has not come yet.'),
  SETTLEMENT_FILE_INVALID: invalid('The file was not taken; `details` has its faults by line.'),
  MAIL_REFUSED: invalid('The recorded email address cannot be written to.'),
  PASSWORD_TOO_WEAK: invalid('Too short, too common, or made of the own name.'),
  PASSWORD_WRONG: invalid('The present password is wrong.'),
  CODE_WRONG: invalid('The code is wrong, or was used before.'),
  STAFF_EMAIL_INVALID: invalid('Not an email address.'),
  STAFF_NAME_INVALID: invalid('The name is too short or too long.'),

  THROTTLED: throttled('Too many requests.'),
  LOGIN_THROTTLED: throttled('Too many attempts to sign in.'),
  EXPORTS_BUSY: throttled('One export runs at a time and a few wait.'),

  INTERNAL: code(500)('A fault of the product; `details.requestId` finds it in the log.'),
  UNAVAILABLE: unavailable('Too busy, or the database cannot be reached: try again in a moment.'),
  STORAGE_FULL: unavailable('The storage is full: nothing was saved, reading works.'),
  STORAGE_READ_ONLY: unavailable('The storage is read-only: nothing was saved, reading works.'),
  STORAGE_FAILED: unavailable('The storage reports an error: nothing was saved.'),
  STORAGE_MOVED: unavailable('The database file was removed or replaced: nothing was saved until a restart.'),
  BANK_UNAVAILABLE: unavailable('The bank could not be reached; nothing was charged or refunded.'),
  BANK_REFUSED: unavailable('The bank made no invoice.'),
} as const satisfies Record<string, ErrorCode>;

export type ErrorCodeName = keyof typeof ERROR_CODES;
