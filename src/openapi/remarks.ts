import { REFUND_DENIAL_CODES } from '../contracts/denials.js';
import { JSON_TYPE, type RemarksByRoute, says } from './operation.js';
import { QUERIES } from './parameters.js';
import { object, open, ref, success, text } from './schema.js';

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TEST_PAGES = { limit: '30 a minute for all test pages together.' };
const ADMINS_ONLY = 'In production for admins alone; to others it is not there.';
const LINK_BY_MAIL = 'Mails a one-time link to choose a password; without a mail server the link is in the answer.';
const ENDED = ['ALREADY_PAID', 'REFUNDED', 'LINK_EXPIRED', 'LINK_REPLACED'] as const;
const CLOSED = ['PAYMENT_NOT_FOUND', 'LINK_AT_BANK', 'LINK_ALREADY_CANCELLED', ...ENDED] as const;
const NO_LINKS = ['PROJECT_NOT_SELLING', 'PROJECT_CLOSED'] as const;
const UPGRADE = ['PAYMENT_NOT_FOUND', 'UPGRADE_NOT_AVAILABLE', 'TOKEN_NOT_PAID', 'TOKEN_HAS_REFUND', 'ALREADY_UPGRADED', 'UPGRADE_PENDING',
  'CONFLICT'] as const; // prettier-ignore
/** What forbids giving money back, by hand or by a decision. */
const NO_REFUND = [
  'REFUNDS_DISABLED',
  ...Object.values(REFUND_DENIAL_CODES).filter((code) => code !== 'REFUND_NOT_POSITIVE'),
] as const;

const SWITCH = { isEnabled: { type: 'boolean' }, _id: { type: 'string' } } as const;
const BANK_FIELDS = open('The bank’s fields as they came, `secureHash` among them.');
const VERIFY_BODY = {
  ...open('The stored return, or the bank’s fields as the page read them from its address.'),
  properties: { eventId: text('The stored return, from the address of the page.'), event: text('The same.') },
};
const FOLLOWED = {
  202: { description: 'Recorded; the bank’s word is awaited.', content: { [JSON_TYPE]: success(ref('RefundData')) } },
};

/** Not knowing yet and not paid: refusals that also tell what is known. */
function undecided(description: string, error: string) {
  const [message, data] = [{ type: 'string' }, ref('VerifyData')];
  const schema = object({ success: { const: false }, message, error: { enum: [error] }, data });
  return { description, content: { [JSON_TYPE]: schema } };
}

/** An answer of a kind of its own. */
function answer(status: number, description: string, content = {}) {
  return { answers: { [status]: { description, content } } };
}

/** What is said by hand about each route: staff and accounts, selling, customers and the bank, the office, the product itself. */
export const REMARKS: RemarksByRoute = {
  'POST /api/login': says('Sign in. Answers with a bearer token and sets the session cookie. The body has to be JSON.',
    ['LOGIN_INCOMPLETE', 'INVALID_CREDENTIALS', 'TOTP_REQUIRED', 'TOTP_INVALID', 'LOGIN_THROTTLED'], { limit: 'By address and by account.' }),
  'POST /api/logout': says('Sign out.'),
  'GET /api/auth/me': says('Who is signed in.'),
  'POST /api/auth/step-up': says('Show a code or the password again. Opens what answered STEP_UP_REQUIRED, for five minutes. One of the two ' +
    'fields is needed.', ['LOGIN_INCOMPLETE', 'CODE_WRONG', 'PASSWORD_WRONG', 'LOGIN_THROTTLED']),
  'POST /api/account/password': says('Change the own password. Ends every other session. The own one is renewed.',
    ['PASSWORD_WRONG', 'PASSWORD_TOO_WEAK', 'LOGIN_THROTTLED']),
  'GET /api/account/sessions': says('List the own sessions.'),
  'POST /api/account/sessions/end-others': says('End every session but this one.'),
  'POST /api/account/sessions/{sessionId}/end': says('End one of the own sessions.', ['SESSION_NOT_FOUND']),
  'POST /api/account/totp/start': says('Begin to set up the second factor.', ['TOTP_IS_ON']),
  'POST /api/account/totp/confirm': says('Switch the second factor on with its first code. Answers with the recovery codes, which are ' +
    'shown this once.', ['CODE_WRONG', 'TOTP_IS_ON', 'TOTP_IS_OFF']),
  'POST /api/account/totp/recovery-codes': says('Make new recovery codes. The old ones end.', ['TOTP_IS_OFF']),
  'POST /api/account/totp/off': says('Switch the second factor off.',
    ['CODE_WRONG', 'PASSWORD_WRONG', 'TOTP_IS_OFF', 'TOTP_NEEDED', 'LOGIN_THROTTLED']),

  'GET /api/admin/staff': says('List the accounts.', [], { query: QUERIES.staff }),
  'POST /api/admin/staff': says(`Invite somebody. ${LINK_BY_MAIL}`, ['STAFF_EMAIL_TAKEN', 'STAFF_EMAIL_INVALID', 'STAFF_NAME_INVALID', 'STAFF_NOT_ADMIN', 'PROJECT_NOT_FOUND']),
  'PUT /api/admin/staff/second-factor-rule': says('Say whether admins need a second factor.'),
  'PUT /api/admin/staff/{id}/role': says('Change a role.', ['STAFF_NOT_FOUND', 'LAST_ACTIVE_ADMIN']),
  'PUT /api/admin/staff/{id}/projects': says('Limit an admin to some projects, or to none, or lift the limits. It holds from the next request on.',
    ['STAFF_NOT_FOUND', 'STAFF_NOT_ADMIN', 'PROJECT_NOT_FOUND', 'LAST_ACTIVE_ADMIN']),
  'POST /api/admin/staff/{id}/resend-invitation': says('Invite again. The earlier link ends.', ['STAFF_NOT_FOUND', 'STAFF_NOT_INVITED']),
  'POST /api/admin/staff/{id}/withdraw-invitation': says('Withdraw an invitation.', ['STAFF_NOT_FOUND', 'STAFF_NOT_INVITED']),
  'POST /api/admin/staff/{id}/disable': says('Disable an account, not the own one. Its sessions end at once.',
    ['STAFF_NOT_FOUND', 'LAST_ACTIVE_ADMIN', 'OWN_ACCOUNT']),
  'POST /api/admin/staff/{id}/enable': says('Enable an account.', ['STAFF_NOT_FOUND']),
  'POST /api/admin/staff/{id}/reset-password': says(`Let somebody choose a new password. ${LINK_BY_MAIL}`,
    ['STAFF_NOT_FOUND', 'STAFF_NOT_ACTIVE', 'OWN_PASSWORD']),
  'POST /api/admin/staff/{id}/reset-second-factor': says('Take a lost second factor away.',
    ['STAFF_NOT_FOUND', 'TOTP_IS_OFF', 'OWN_SECOND_FACTOR']),
  'POST /api/admin/staff/{id}/end-sessions': says('End every session of an account.', ['STAFF_NOT_FOUND']),
  'GET /api/admin/staff/{id}/sessions': says('List the sessions of an account.', ['STAFF_NOT_FOUND']),
  'POST /api/admin/staff/{id}/sessions/{sessionId}/end': says('End a session of an account.', ['STAFF_NOT_FOUND', 'SESSION_NOT_FOUND']),

  'GET /api/sales-manager/dashboard': says('List the own payments.', ['SEARCH_TOO_WIDE'], { query: QUERIES.dashboard }),
  'POST /api/sales-manager/check-open': says('Ask the bank about the open payments of the own list. At most five with each call; `next` of ' +
    'one answer is `after` of the next call.', ['SEARCH_TOO_WIDE'],
    { query: QUERIES.openPayments }),
  'POST /api/payments/create-link': says('Create a payment link, in the event that the seller works in.', ['TIER_NOT_SOLD', 'AMOUNT_MISMATCH', 'OPEN_LINK_EXISTS', 'TOKEN_HELD', 'QUOTA_SOLD_OUT',
    'EVENT_NOT_FOUND', 'EVENT_NOT_CHOSEN', 'EVENT_NOT_BEGUN', 'EVENT_OVER', ...NO_LINKS]),
  'GET /api/payments/open-links': says('Look for open links of the same person and tier, and for valid tokens of any tier. Each question is ' +
    'an entry of the audit log.', ['FIELD_ERRORS', 'VALIDATION_FAILED']),
  'POST /api/payments/check-status/{paymentId}': says('Ask the bank about a payment. A payment that is paid is answered without a question.',
    ['PAYMENT_NOT_FOUND', 'BANK_NO_ANSWER']),
  'GET /api/payments/{paymentId}/timeline': says('What happened to a sale, from old to new.', ['PAYMENT_NOT_FOUND']),
  'GET /api/payments/{paymentId}/desk': says('How a link is doing, for the screen of the desk; for the link’s seller and admins.', ['PAYMENT_NOT_FOUND']),
  'POST /api/payments/{paymentId}/reissue-link': says('Let a dead link live again.', ['PAYMENT_NOT_FOUND', 'ALREADY_PAID', 'REFUNDED',
    'LINK_STILL_LIVE', 'LINK_REPLACED', 'UPGRADE_CLOSED', 'REVERSAL_UNDECIDED', 'MONEY_ARRIVED', 'QUOTA_SOLD_OUT', 'CONFLICT', ...NO_LINKS]),
  'POST /api/payments/send-payment-email': says('Mail a link to its customer. Goes to the recorded address. Only `paymentId` and `message` ' +
    'count.', ['MAIL_REFUSED', ...CLOSED], { limit: 'By seller and by link.' }),
  'POST /api/payments/{paymentId}/cancel-link': says('Cancel a link. A link that its customer has opened at the bank is cancelled once the ' +
    'bank, asked at that moment, has no money for it but what it has given back.', ['MONEY_ARRIVED', 'CONFLICT', ...CLOSED]),
  'POST /api/payments/{paymentId}/correct-contact': says('Correct the contact of a link. The old link ends; the answer has the one that ' +
    'stands in its place.', ['FORBIDDEN', 'CONTACT_UNCHANGED', 'UPGRADE_CONTACT_FIXED', 'QUOTA_SOLD_OUT', 'MONEY_ARRIVED', 'CONFLICT', ...CLOSED, ...NO_LINKS]),
  'GET /api/payments/transactions/all': says('List the transactions. A seller’s own, an admin’s of all.', [], { query: QUERIES.transactions }),
  'GET /api/payments/token/{tokenNumber}/payment-history': says('The payments of a token.', ['PAYMENT_NOT_FOUND']),
  'POST /api/analytics/page-view': says('Count a page view. Without cookie, address or id.'),

  'POST /api/sales-manager/payments/{paymentId}/refund': says('Refund a payment, wholly or in part. A lost answer of the bank is 202: the ' +
    'refund is recorded and followed; it must not be asked for again.', ['PAYMENT_NOT_FOUND', 'DUPLICATE_CHARGE_NOT_FOUND',
    'REFUND_NOT_POSITIVE', 'REFUND_REFUSED', 'BANK_UNAVAILABLE', 'MERCHANT_PROFILE_MISSING', 'CONFLICT', ...NO_REFUND],
    { status: 200, answers: FOLLOWED }),
  'GET /api/payments/{paymentId}/refunds': says('The refunds of a payment, and what can still be refunded.', ['PAYMENT_NOT_FOUND']),
  'GET /api/auth/getPermissionStatus': says('Whether refunds are switched on. The state stands in `data` and, for older clients, beside it.',
    [], { beside: SWITCH }),
  'PUT /api/auth/togglePermission/{id}': says('Switch refunds on or off. With the wanted state a repetition changes nothing; without a body ' +
    'the switch is flipped.', ['PERMISSION_NOT_FOUND', 'CONFLICT'], { beside: SWITCH }),
  'GET /api/payments/{paymentId}/upgrade-tokens': says('The token of a payment and its upgrades.', ['PAYMENT_NOT_FOUND']),
  'POST /api/payments/{paymentId}/create-upgrade-link': says('Create the link for an upgrade.', ['AMOUNT_MISMATCH', 'REVERSAL_UNDECIDED', 'MONEY_ARRIVED', 'QUOTA_SOLD_OUT', ...UPGRADE, ...NO_LINKS]),
  'POST /api/payments/{paymentId}/reset-failed-upgrades': says('Let a token be upgraded after its upgrade failed.',
    ['NO_FAILED_UPGRADE', ...UPGRADE]),
  'GET /api/payments/token/{tokenNumber}/upgrade-history': says('The upgrades of a token.', ['PAYMENT_NOT_FOUND']),

  'GET /api/payments/{paymentId}': says('A payment, as the holder of its link may see it.', ['PAYMENT_NOT_FOUND']),
  'GET /api/payments/{paymentId}/status': says('The state of a payment, from our records.', ['PAYMENT_NOT_FOUND']),
  'POST /api/payments/{paymentId}/initiate': says('Get the bank’s page to pay on. Where terms are in force for the payment (`terms` of GET /api/payments/{paymentId}), the body says ' +
    'which version the customer has agreed to; it is stored before the bank is asked.', ['PAYMENT_NOT_FOUND', 'TERMS_REQUIRED', 'TERMS_CHANGED', 'REVERSAL_UNDECIDED',
    'MONEY_ARRIVED', 'LINK_WITHDRAWN', 'UPGRADE_CLOSED', 'QUOTA_SOLD_OUT', 'BANK_UNAVAILABLE', 'BANK_REFUSED', ...ENDED], { limit: 'By link and by address.' }),
  'POST /api/payments/{paymentId}/send-receipt': says('Mail the receipt to the recorded address.',
    ['PAYMENT_NOT_FOUND', 'NO_RECEIPT_YET', 'NO_USABLE_ADDRESS', 'RECEIPTS_BUSY'], { limit: 'By receipt and by address.' }),
  'POST /api/payments/verify-callback': says('Ask what became of a payment after the return from the bank. `success` is true only once the ' +
    'bank’s own status answer confirms the payment.', [], {
    status: 200, content: { [JSON_TYPE]: VERIFY_BODY }, data: ref('VerifyData'), limit: 'By return and by address.',
    answers: {
      202: undecided('The bank has not decided or cannot be reached: ask again.', 'PAYMENT_CONFIRMING'),
      400: undecided('Not paid.', 'VERIFICATION_FAILED'),
      409: undecided('Taken by the bank, but it could not be used and is being returned.', 'MONEY_RETURNED'),
    },
  }),
  'POST /api/gateway/callback': says('The bank’s advice. Stored as it came, and answered at once; it makes the payment due for a check and ' +
    'completes nothing.', ['BAD_HASH'], {
    content: { 'application/x-www-form-urlencoded': BANK_FIELDS, [JSON_TYPE]: BANK_FIELDS }, data: object({ received: { type: 'boolean' } }),
    limit: 'New messages without a valid hash by address, different ones about one payment by payment.',
  }),

  'GET /api/payments/admin/all': says('List all payments.', ['FILTER_INVALID', 'SEARCH_TOO_WIDE'], { query: QUERIES.payments }),
  'GET /api/payments/admin/export': says('Download the payments of a filter. Where a read replica answered, `X-Data-As-Of` says up to ' +
    'when the file is complete.', ['FILTER_INVALID', 'SEARCH_TOO_WIDE', 'EXPORTS_BUSY'],
    { query: QUERIES.paymentsExport, files: [CSV, XLSX],
      limit: '30 a minute; one runs at a time.' }),
  'GET /api/payments/admin/selection': says('Count and name the payments that an action is for. The action is then called for each: ' +
    'POST /api/payments/check-status/{paymentId}, /send-payment-email, /{paymentId}/cancel-link, or the export with `upTo`.',
    ['FILTER_INVALID', 'SEARCH_TOO_WIDE'], { query: QUERIES.selection, needed: ['action'] }),
  'GET /api/find': says('Find payments, customers and tokens. A seller finds own payments alone.', ['SEARCH_TOO_WIDE'],
    { query: QUERIES.finder }),
  'GET /api/admin/views': says('List the own and the shared views.'),
  'POST /api/admin/views': says('Save filters under a name.', ['FILTER_INVALID', 'VIEW_NAME_TAKEN', 'TOO_MANY_VIEWS']),
  'PUT /api/admin/views/{viewId}': says('Change an own view. What is left out stays.',
    ['VIEW_NOT_FOUND', 'VIEW_OF_ANOTHER', 'FILTER_INVALID', 'VIEW_NAME_TAKEN', 'TOO_MANY_VIEWS']),
  'POST /api/admin/views/{viewId}/delete': says('Delete an own view, or one that another admin shares.', ['VIEW_NOT_FOUND', 'VIEW_OF_ANOTHER']),
  'GET /api/payments/admin/{paymentId}/details': says('All about a payment.', ['PAYMENT_NOT_FOUND']),
  'GET /api/payments/admin/analysis': says('Figures over all sellers, or of one, of a tier, of a project and of an event.',
    ['INVALID_DAYS', 'FILTER_INVALID'], { query: QUERIES.analysis }),
  'GET /api/admin/reviews': says('List what a person has to decide.', [], { query: QUERIES.reviews }),
  'GET /api/admin/reviews/count': says('How many wait for a decision.'),
  'GET /api/admin/reviews/{reviewId}': says('One review.', ['REVIEW_NOT_FOUND']),
  'POST /api/admin/reviews/{reviewId}/decide': says('Decide a review. The same decision by the same person may be repeated and does ' +
    'nothing.', ['REVIEW_NOT_FOUND', 'REVIEW_DECIDED', 'DECISION_NOT_ALLOWED', 'AMOUNT_CHANGED', 'CAPTURE_NOT_CONFIRMED', 'REFUND_REFUSED',
    'BANK_UNAVAILABLE', 'MERCHANT_PROFILE_MISSING', ...NO_REFUND]),
  'GET /api/admin/audit': says('Read the log.', ['FIELD_ERRORS'], { query: QUERIES.audit }),
  'GET /api/admin/audit/export': says('Download the log.', ['FIELD_ERRORS'], { query: QUERIES.auditExport, files: [CSV] }),
  'POST /api/admin/audit/verify': says('Check the chain of the log.'),

  'GET /api/admin/projects': says('List the projects.'),
  'POST /api/admin/projects': says('Make a project: a draft, unless a state is given.', ['PROJECT_CODE_TAKEN', 'MERCHANT_PROFILE_UNKNOWN']),
  'PUT /api/admin/projects/{code}': says('Change a project, or open and close it. Fields that are left out stay; an empty text means: as ' +
    'in the settings.', ['PROJECT_NOT_FOUND', 'MERCHANT_PROFILE_UNKNOWN', 'CONFLICT']),
  'POST /api/admin/projects/{code}/logo': says('Set the picture that a project shows to its customers. The file is the body: PNG or JPEG by its ' +
    'content, at most 256 kB and 1200 x 400 pixels.', ['PROJECT_NOT_FOUND', 'FIELD_ERRORS', 'CONFLICT'],
    { content: { 'image/png': { type: 'string', format: 'binary' }, 'image/jpeg': { type: 'string', format: 'binary' } } }),
  'POST /api/admin/projects/{code}/logo/remove': says('Remove it: customers see the company\'s again.', ['PROJECT_NOT_FOUND', 'CONFLICT']),
  'GET /api/admin/projects/{code}/events': says('List the events of a project.', ['PROJECT_NOT_FOUND']),
  'POST /api/admin/projects/{code}/events': says('Make an event of a project.', ['PROJECT_NOT_FOUND']),
  'PUT /api/admin/events/{eventId}': says('Change an event, or who sells in it. Fields that are left out stay; an empty text means none.',
    ['EVENT_NOT_FOUND', 'CONFLICT']),
  'GET /api/account/events': says('List the events that one can sell in.'),
  'PUT /api/account/event': says('Choose the event that one sells in, for this session. Links that were made before stay in theirs.',
    ['EVENT_NOT_FOUND', 'EVENT_OVER']),
  'GET /api/admin/projects/{code}/catalogue': says('Versions of what a project sells, newest first.', ['PROJECT_NOT_FOUND']),
  'POST /api/admin/projects/{code}/catalogue': says('Make the next version of what a project sells, or see what it would change. What the newest ' +
    'version says from the same day on makes no other one.', ['PROJECT_NOT_FOUND', 'CONFLICT']),
  'POST /api/admin/projects/{code}/terms': says('Make the next version of the terms of a project. The texts and the day of the newest ' +
    'version make no other one.', ['PROJECT_NOT_FOUND', 'CONFLICT']),

  'GET /api/admin/projects/{code}/quotas': says('The tiers of a project that have a limit, with what is sold, reserved and left.',
    ['PROJECT_NOT_FOUND']),
  'PUT /api/admin/projects/{code}/quotas': says('Set, change or remove the limit of a tier. Links that can be paid are still completed, ' +
    'also above a lower limit.', ['PROJECT_NOT_FOUND']),

  'GET /api/day-close': says('The figures of a day, of all projects or of one.', ['INVALID_DAY', 'FILTER_INVALID'], { query: QUERIES.dayPlace, needed: ['day'] }),
  'POST /api/day-close': says('Close a day. Closing again answers the first close.', ['INVALID_DAY', 'DAY_NOT_OVER']),
  'GET /api/day-close/{day}.csv': says('Download the figures of a day.', ['INVALID_DAY', 'FILTER_INVALID'], { query: QUERIES.place, files: [CSV] }),
  'GET /api/bank-holidays': says('The bank holidays that count beside Sundays and the second and fourth Saturday.'),
  'POST /api/bank-holidays': says('Add a bank holiday.', ['HOLIDAY_LISTED']),
  'POST /api/bank-holidays/{day}/remove': says('Remove a bank holiday.', ['NOT_FOUND']),
  'POST /api/settlements/runs': says('Reconcile a day with the bank’s report.', ['INVALID_DAY', 'DAY_IN_FUTURE', 'RECONCILIATION_RUNNING']),
  'GET /api/settlements/runs': says('The last reconciliation of a day. Also while it runs: `progress` says how far it is.', ['INVALID_DAY'],
    { query: QUERIES.day, needed: ['day'] }),
  'POST /api/settlements/file': says('Reconcile a day with a file. The file is the body: at most 5 MiB and 100 000 rows. A line that cannot ' +
    'be read becomes an exception with its number, and the run is incomplete; a file without a readable line, or with more than 1 000 that ' +
    'are not, is not taken at all.',
    ['INVALID_DAY', 'DAY_IN_FUTURE', 'INVALID_FILE_NAME', 'MERCHANT_PROFILE_UNKNOWN', 'RECONCILIATION_RUNNING',
      'SETTLEMENT_FILE_INVALID'],
    { query: QUERIES.file, needed: ['day'], content: { [CSV]: { type: 'string' } } }),
  'GET /api/settlements/sample.csv': says('Download a file as it has to look.', [], { files: [CSV] }),
  'GET /api/settlements/exceptions.csv': says('Download what does not match.', ['INVALID_DAY', 'FILTER_INVALID'], { query: QUERIES.dayPlace, files: [CSV] }),
  'GET /api/settlements/payments/{paymentId}': says('How a payment was paid out. An unknown payment has none.'),

  'GET /api/events': says('Hear of changes as they happen. Server-sent events: `hello` when one should read one’s list, `payment` with a ' +
    'LivePayment, `end` before the server ends it. A seller hears of own payments, an admin of all.', [],
    answer(200, 'The stream.', { 'text/event-stream': ref('LivePayment') })),
  'POST /api/csp-report': says('Tell of a broken page policy. Sent by browsers themselves, in either format. At most 16 KiB; what is not ' +
    'understood is ignored.', [], { ...answer(204, 'Taken note of.'),
    content: { 'application/csp-report': open(), 'application/reports+json': { type: 'array', items: open() } } }),
  'GET /api/docs': says(`This document; a page where \`Accept\` prefers text/html. ${ADMINS_ONLY}`, ['NOT_FOUND'],
    answer(200, 'OpenAPI 3.1, or the page.', { [JSON_TYPE]: open(), 'text/html': { type: 'string' } })),
  'GET /api/docs/openapi.json': says(`This document. ${ADMINS_ONLY}`, ['NOT_FOUND'], answer(200, 'OpenAPI 3.1.', { [JSON_TYPE]: open() })),

  'POST /api/payments/test-link': says('Make a test payment of one rupee at the bank.', ['NOT_FOUND', 'BANK_REFUSED', 'BANK_UNAVAILABLE'],
    TEST_PAGES),
  'POST /api/payments/test-status': says('Ask the bank about a test payment.', ['NOT_FOUND'], TEST_PAGES),
  'POST /api/payments/test-icici-hash': says('Compute a hash and explain why another one differs.', ['NOT_FOUND', 'PAYLOAD_NOT_HASHABLE'],
    { ...TEST_PAGES, content: { [JSON_TYPE]: open('The message, flat.') } }),
  'POST /api/payments/test-icici-api': says('Ask the bank a question that it can only answer with no.', ['NOT_FOUND'], TEST_PAGES),
  'POST /api/payments/test-icici-documentation': says('Compute the documented examples.', ['NOT_FOUND'], TEST_PAGES),
  'POST /api/payments/test-icici-complete-flow': says('Run invoice, status and refund once.', ['NOT_FOUND'], TEST_PAGES),
  'GET /api/payments/debug/all-payments': says('The latest payments.'),
}; // prettier-ignore
