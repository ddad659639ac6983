import { MESSAGES } from './messages.js';
import { CUSTOMER_MESSAGES } from './messages-customers.js';
import { LIST_MESSAGES } from './messages-list.js';
import { OFFICE_MESSAGES as OFFICE } from './messages-office.js';
import { SERVER_MESSAGES } from './messages-server.js';

/** What the API answers with one error code. */
export interface ErrorCodeRow {
  /** HTTP status. */
  status: number;
  /** What the code means, for programs; part of the API document. */
  meaning: string;
  /** Text for people; a refusal may replace it by a more exact one. */
  message: string;
  /** Field of the request that the message belongs to. */
  field?: string;
}

const row = (status: number, meaning: string, message: string, field?: string): ErrorCodeRow => {
  return { status, meaning, message, ...(field !== undefined && { field }) };
};

/** Every code that stands under `error` in a refusal of the API, in the order of the document. `Refusal` is made from its row. */
export const API_ERROR_CODES = {
  BAD_REQUEST: row(400, 'The request cannot be read: broken JSON, not UTF-8, a broken address.', SERVER_MESSAGES.general.malformed),
  VALIDATION_FAILED: row(400, 'An unknown field, one of the wrong type, or a query parameter that is given twice; `details` names it.',
    SERVER_MESSAGES.general.malformed),
  IDENTITY_CONFLICT: row(400, 'The bearer token and the session cookie belong to two people.', SERVER_MESSAGES.auth.twoPeople),
  IDEMPOTENCY_KEY_INVALID: row(400, 'The Idempotency-Key is not 1 to 255 visible characters.',
    'The Idempotency-Key must be 1 to 255 visible characters.'),
  LOGIN_INCOMPLETE: row(400, 'Email or password is missing.', MESSAGES.login.missing),
  AMOUNT_MISMATCH: row(400, 'The amount is not the price of the token.', SERVER_MESSAGES.form.amount, 'amount'),
  TIER_NOT_SOLD: row(400, 'The catalogue in force does not offer the tier, or not on this day.', 'This token is not sold', 'tokenType'),
  REFUND_NOT_POSITIVE: row(400, 'The refund is not above zero.', MESSAGES.refund.notPositive, 'refundAmount'),
  REFUND_EXCEEDS_PAYMENT: row(400, 'The refund is above what was paid; `details.refundableAmount` says what is left.',
    MESSAGES.refund.nothingLeft, 'refundAmount'),
  UPGRADE_NOT_AVAILABLE: row(400, 'The catalogue in force has no upgrade of this token; at first only gold tokens can be upgraded.', MESSAGES.upgrade.none),
  PAYLOAD_NOT_HASHABLE: row(400, 'The payload is no message that can be hashed.', OFFICE.testing.hashFailed),
  BAD_HASH: row(400, 'The hash of the bank’s message does not fit.', CUSTOMER_MESSAGES.verify.failed),
  VERIFICATION_FAILED: row(400, 'The bank has not confirmed the payment; `data` says what is known.', CUSTOMER_MESSAGES.verify.failed),
  AUTH_REQUIRED: row(401, 'Nobody is signed in, or the session has ended.', MESSAGES.auth.required),
  INVALID_CREDENTIALS: row(401, 'Unknown email, wrong password or disabled account; which one is not told.', SERVER_MESSAGES.login.invalid),
  TOTP_REQUIRED: row(401, 'The password is right; the account also wants `code`.', OFFICE.account.codeRequired),
  TOTP_INVALID: row(401, 'The code is wrong, or was used before.', OFFICE.account.codeInvalid),
  FORBIDDEN: row(403, 'The role does not allow it.', SERVER_MESSAGES.general.forbidden),
  CSRF_FAILED: row(403, 'The request came from another site, or its X-XSRF-TOKEN is missing or old.', SERVER_MESSAGES.auth.pageExpired),
  STEP_UP_REQUIRED: row(403, 'Show a code or the password again first: POST /api/auth/step-up.', OFFICE.account.stepUpRequired),
  TOTP_SETUP_REQUIRED: row(403, 'The account has to switch a second factor on first.', OFFICE.account.setupRequired),
  VIEW_OF_ANOTHER: row(403, 'A shared view is changed by who made it; any admin may delete it.', LIST_MESSAGES.views.ofAnother),
  REFUNDS_DISABLED: row(403, 'Refunds are switched off.', MESSAGES.refund.disabled),
  NOT_FOUND: row(404, 'There is no such address.', SERVER_MESSAGES.general.notFound),
  PAYMENT_NOT_FOUND: row(404, 'Unknown payment, or another seller’s.', CUSTOMER_MESSAGES.payment.notFound),
  NO_RECEIPT_YET: row(404, 'The payment is not completed.', CUSTOMER_MESSAGES.receipt.notYet),
  DUPLICATE_CHARGE_NOT_FOUND: row(404, 'The payment has no such duplicate charge.', SERVER_MESSAGES.refund.chargeNotFound),
  PERMISSION_NOT_FOUND: row(404, 'There is no such switch.', SERVER_MESSAGES.permission.notFound),
  REVIEW_NOT_FOUND: row(404, 'There is no such review.', OFFICE.review.notFound),
  PROJECT_NOT_FOUND: row(404, 'There is no such project.', SERVER_MESSAGES.projects.notFound),
  STAFF_NOT_FOUND: row(404, 'There is no such account.', OFFICE.staff.notFound),
  VIEW_NOT_FOUND: row(404, 'There is no such view, or it is another admin’s own.', LIST_MESSAGES.views.notFound),
  SESSION_NOT_FOUND: row(404, 'The session is unknown or has ended.', OFFICE.account.sessionMissing),
  METHOD_NOT_ALLOWED: row(405, 'The address does not take that method; the header Allow names those it takes.',
    'This address does not take that method.'),
  REQUEST_TIMEOUT: row(408, 'The request took too long to arrive.', SERVER_MESSAGES.general.malformed),
  CONFLICT: row(409, 'The record was changed by someone else meanwhile: read it again.', SERVER_MESSAGES.general.conflict),
  IDEMPOTENCY_RUNNING: row(409, 'The first request under this Idempotency-Key is still running.', SERVER_MESSAGES.general.idempotencyRunning),
  ALREADY_PAID: row(409, 'The payment is completed.', CUSTOMER_MESSAGES.payment.alreadyPaid),
  REFUNDED: row(409, 'The payment was refunded.', CUSTOMER_MESSAGES.payment.refunded),
  NOT_PAID: row(409, 'Only a completed payment can be refunded.', SERVER_MESSAGES.refund.notPaid),
  ALREADY_REFUNDED: row(409, 'The payment was refunded in full.', SERVER_MESSAGES.refund.alreadyRefunded),
  REFUND_EXCEEDS_REST: row(409, 'Other refunds hold too much of the payment.', MESSAGES.refund.nothingLeft, 'refundAmount'),
  REFUND_REFUSED: row(409, 'The bank refused the refund; nothing is reserved any more.', SERVER_MESSAGES.refund.refused('')),
  TOKEN_UPGRADED: row(409, 'The token was upgraded: refund the upgrade first.', SERVER_MESSAGES.refund.upgraded),
  UPGRADE_OPEN: row(409, 'An upgrade of the token is under way.', SERVER_MESSAGES.refund.upgradeOpen),
  REVERSAL_UNDECIDED: row(409, 'The bank may have taken the money back, and nobody has decided that yet.', SERVER_MESSAGES.refund.reversalOpen),
  TOKEN_NOT_PAID: row(409, 'Only the token of a completed payment can be upgraded.', SERVER_MESSAGES.upgrade.notPaid),
  TOKEN_HAS_REFUND: row(409, 'The payment of the token has a refund.', SERVER_MESSAGES.upgrade.refundExists),
  ALREADY_UPGRADED: row(409, 'The token was upgraded already.', MESSAGES.upgrade.alreadyUpgraded),
  UPGRADE_PENDING: row(409, 'An upgrade waits for its payment; `details` lead to its link.', SERVER_MESSAGES.upgrade.pending),
  UPGRADE_CLOSED: row(409, 'The upgrade can no longer be paid.', CUSTOMER_MESSAGES.upgrade.closed),
  NO_FAILED_UPGRADE: row(409, 'There is no failed upgrade to reset.', SERVER_MESSAGES.upgrade.nothingToReset),
  LINK_EXPIRED: row(409, 'The link has expired.', CUSTOMER_MESSAGES.payment.expired),
  LINK_WITHDRAWN: row(409, 'Staff have taken the link back.', CUSTOMER_MESSAGES.payment.withdrawn),
  LINK_REPLACED: row(409, 'Another link stands in its place.', CUSTOMER_MESSAGES.payment.replaced),
  LINK_STILL_LIVE: row(409, 'The link can still be paid: share it again instead.', SERVER_MESSAGES.link.stillLive),
  LINK_AT_BANK: row(409, 'A payment is under way at the bank, or the bank did not answer clearly that none is.', SERVER_MESSAGES.link.atBank),
  MONEY_ARRIVED: row(409, 'The bank has taken money on the link that cannot be used; it has to be given back.', SERVER_MESSAGES.link.moneyArrived),
  MONEY_RETURNED: row(409, 'The bank took the money, but it could not be used and is being returned; `data` says more.',
    'The bank took the money, but it could not be used and is being returned.'),
  LINK_ALREADY_CANCELLED: row(409, 'The link was cancelled before.', SERVER_MESSAGES.link.alreadyCancelled),
  UPGRADE_CONTACT_FIXED: row(409, 'The contact of an upgrade is the token’s and cannot be corrected here.', SERVER_MESSAGES.link.upgradeContact),
  CONTACT_UNCHANGED: row(409, 'The contact is what it was.', SERVER_MESSAGES.link.contactUnchanged),
  TOKEN_HELD: row(409, 'The person holds a valid token; `duplicateReason` says why a second unit is sold.',
    MESSAGES.desk.secondUnitNeedsReason, 'duplicateReason'),
  OPEN_LINK_EXISTS: row(409, 'The person has an open link of that tier; `duplicateReason` says why a second one is made.',
    MESSAGES.desk.duplicateNeedsReason, 'duplicateReason'),
  NO_USABLE_ADDRESS: row(409, 'The recorded email address cannot be written to.', CUSTOMER_MESSAGES.receipt.noAddress),
  REVIEW_DECIDED: row(409, 'Somebody, or the bank, has decided it before.', OFFICE.review.decided('The bank', 'decided')),
  DECISION_NOT_ALLOWED: row(409, 'The decision is not among those that this review offers now.', OFFICE.review.notAllowed),
  AMOUNT_CHANGED: row(409, 'The amount at stake is not the confirmed one any more.', OFFICE.review.notAllowed, 'confirmedAmount'),
  DAY_NOT_OVER: row(409, 'The day can be closed once it is over in India.', OFFICE.dayClose.notOver),
  HOLIDAY_LISTED: row(409, 'The day is in the list of bank holidays already.', OFFICE.holidays.listed('The day'), 'day'),
  VIEW_NAME_TAKEN: row(409, 'The person has a view of that name.', LIST_MESSAGES.views.nameTaken, 'name'),
  TOO_MANY_VIEWS: row(409, 'The person has as many views as there may be, or as many are shared.',
    LIST_MESSAGES.views.tooMany(20)),
  RECONCILIATION_RUNNING: row(409, 'A reconciliation of that day is running.', OFFICE.settlements.running),
  STAFF_EMAIL_TAKEN: row(409, 'There is an account with that email.', 'There is already an account with this email.', 'email'),
  STAFF_NOT_INVITED: row(409, 'The account has no open invitation.', OFFICE.staff.notInvited),
  STAFF_NOT_ACTIVE: row(409, 'The account is not active.', OFFICE.staff.notActive),
  LAST_ACTIVE_ADMIN: row(409, 'It is the last active admin.', OFFICE.staff.lastAdmin),
  OWN_PASSWORD: row(409, 'One’s own password is changed under the own account.', OFFICE.staff.ownPassword),
  OWN_SECOND_FACTOR: row(409, 'One’s own second factor is switched off under the own account.', OFFICE.staff.ownFactor),
  TOTP_IS_ON: row(409, 'The second factor is on already.', OFFICE.account.factorIsOn),
  TOTP_IS_OFF: row(409, 'The second factor is off.', OFFICE.account.factorIsOff),
  TOTP_NEEDED: row(409, 'Admins need a second factor here.', OFFICE.account.factorNeeded),
  PAYLOAD_TOO_LARGE: row(413, 'The body is too large.', SERVER_MESSAGES.general.tooLarge),
  UNSUPPORTED_MEDIA_TYPE: row(415, 'The body is of another type than this address takes.', SERVER_MESSAGES.general.unsupported),
  FIELD_ERRORS: row(422, 'Fields that a person filled in wrongly; `details` has a sentence for each.', SERVER_MESSAGES.general.invalid),
  FILTER_INVALID: row(422, 'A filter was not understood; `details` names it.', SERVER_MESSAGES.general.invalid),
  SEARCH_TOO_WIDE: row(422, 'More payments match than can be looked up; `details.search` says how to narrow it.',
    SERVER_MESSAGES.general.searchTooWide, 'search'),
  IDEMPOTENCY_MISMATCH: row(422, 'The Idempotency-Key was used with another body.', SERVER_MESSAGES.general.idempotencyMismatch),
  INVALID_DAY: row(422, 'Not a day of the calendar.', OFFICE.days.malformed, 'day'),
  INVALID_DAYS: row(422, 'Not days of the calendar, or in the wrong order.', SERVER_MESSAGES.general.invalid),
  INVALID_FILE_NAME: row(422, 'The name of the file is too long, or holds control or bidirectional characters.', OFFICE.settlements.fileName, 'name'),
  DAY_IN_FUTURE: row(422, 'The day has not come yet.', OFFICE.settlements.future, 'day'),
  SETTLEMENT_FILE_INVALID: row(422, 'The file was not taken; `details` has its faults by line.', OFFICE.settlements.fileInvalid('')),
  TERMS_REQUIRED: row(422, 'Terms are in force for the payment: send the number of their version as `termsVersion`, once the customer has agreed.',
    CUSTOMER_MESSAGES.terms.required, 'termsVersion'),
  TERMS_CHANGED: row(422, 'Another version of the terms is in force than `termsVersion` names: show it and ask the customer again.',
    CUSTOMER_MESSAGES.terms.changed, 'termsVersion'),
  MAIL_REFUSED: row(422, 'The recorded email address cannot be written to.', MESSAGES.link.mailFailed),
  PASSWORD_TOO_WEAK: row(422, 'Too short, too common, or made of the own name.', 'The password is too weak.'),
  PASSWORD_WRONG: row(422, 'The present password is wrong.', OFFICE.account.passwordWrong),
  CODE_WRONG: row(422, 'The code is wrong, or was used before.', OFFICE.account.codeInvalid, 'code'),
  STAFF_EMAIL_INVALID: row(422, 'Not an email address.', MESSAGES.form.email, 'email'),
  STAFF_NAME_INVALID: row(422, 'The name is too short or too long.', MESSAGES.form.nameShort, 'name'),
  THROTTLED: row(429, 'Too many requests.', MESSAGES.general.throttled(30)),
  LOGIN_THROTTLED: row(429, 'Too many attempts to sign in.', MESSAGES.login.throttled(30)),
  EXPORTS_BUSY: row(429, 'One export runs at a time and a few wait.', MESSAGES.admin.exportBusy),
  INTERNAL: row(500, 'A fault of the product; `details.requestId` finds it in the log.', MESSAGES.general.internal),
  UNAVAILABLE: row(503, 'Too busy, or the database cannot be reached: try again in a moment.', SERVER_MESSAGES.general.unavailable),
  STORAGE_FULL: row(503, 'The storage is full: nothing was saved, reading works.', SERVER_MESSAGES.storage.full),
  STORAGE_READ_ONLY: row(503, 'The storage is read-only: nothing was saved, reading works.', SERVER_MESSAGES.storage.readOnly),
  STORAGE_FAILED: row(503, 'The storage reports an error: nothing was saved.', SERVER_MESSAGES.storage.failed),
  STORAGE_MOVED: row(503, 'The database file was removed or replaced: nothing was saved until a restart.', SERVER_MESSAGES.storage.moved),
  BANK_UNAVAILABLE: row(503, 'The bank could not be reached; nothing was charged or refunded.', CUSTOMER_MESSAGES.payment.urlNotYet),
  BANK_REFUSED: row(503, 'The bank made no invoice.', CUSTOMER_MESSAGES.payment.initiateFailed),
} satisfies Record<string, ErrorCodeRow>; // prettier-ignore

/** Codes that only pages, commands and logs see. */
const INTERNAL_ERROR_CODES = {
  ROLE_REFUSED: row(403, 'A page of another role.', MESSAGES.auth.denied),
  SIGN_IN_EXPIRED: row(401, 'The second step is too late, or had too many wrong codes.', OFFICE.account.codeExpired),
  PASSWORDS_DIFFER: row(422, 'The repeated password differs.', OFFICE.account.passwordsDiffer, 'repeat'),
  LINK_UNUSABLE: row(404, 'A one-time link was used or has expired.', OFFICE.account.linkInvalid),
  OPEN_BUSINESS: row(409, 'The customer cannot be erased yet.', 'The customer has open business.'),
  CUSTOMER_CHANGED: row(409, 'A payment of the customer changed at the same moment.', 'A payment of the customer changed at the same moment. Run it again.'),
  URI_TOO_LONG: row(414, 'The address is too long.', SERVER_MESSAGES.general.tooLarge),
  UNPROCESSABLE: row(422, 'The request makes no sense.', SERVER_MESSAGES.general.invalid),
} satisfies Record<string, ErrorCodeRow>; // prettier-ignore

export const ERROR_CODES = { ...API_ERROR_CODES, ...INTERNAL_ERROR_CODES };

export type ApiErrorCode = keyof typeof API_ERROR_CODES;
export type ErrorCode = keyof typeof ERROR_CODES;
