import { BULK_ACTIONS } from '../domain/payment/bulk-actions.js';
import { PAYMENT_SORTS, SORT_DIRECTIONS } from '../domain/payment/payment-sort.js';
import { REVIEW_REASONS } from '../domain/payment/review-rules.js';
import { STATUS_FILTERS } from '../domain/payment/status-filter.js';
import { TOKEN_TYPES } from '../domain/payment/token-catalogue.js';
import { oneOf, text } from './schema.js';

const WHOLE = String.raw`^[1-9]\d{0,8}$`;
const DAY = text('A day of the Indian calendar, `YYYY-MM-DD`; both ends of a range count.');
const SORT = 'Default: date. Which can be combined with a filter is refused or not by FILTER_INVALID.';

/** Lists are forgiving: a page or size that cannot be read is the usual one. */
const page = text('From 1.', { pattern: WHOLE, default: '1' });
const limit = text('Rows a page, at most 100.', { pattern: WHOLE });
const total = oneOf(['exact'], 'Waits for the exact total where the answer said `totalIsCapped`.');
const search = text('Part of what the list shows; at most 100 characters are looked for.');
const status = oneOf(
  STATUS_FILTERS,
  'Of the payment; `refund_pending`: part of the money or all of it is on its way back.',
);
const expires = oneOf(['today'], 'Only links that can still be paid and run out today.');
const place = {
  project: text('The id of a project; an unknown one has nothing.'),
  event: text('The id of an event.'),
};
/** Of the own list. */
const own = { search, status, expires, event: place.event };
const payments = {
  search,
  status,
  startDate: DAY,
  endDate: DAY,
  tokenType: oneOf(TOKEN_TYPES, 'The tier.'),
  salesManager: text('The id of a member of staff.'),
  ...place,
  needsReview: oneOf(['', 'true', 'false', '1', '0'], 'Yes or no.'),
  sort: oneOf(PAYMENT_SORTS, SORT),
  direction: oneOf(SORT_DIRECTIONS, 'Default: desc.'),
};
const chosen = {
  ids: text('Public ids of at most 100 chosen payments, separated by commas; not together with other filters.'),
  upTo: text('The last id that counts, from a selection: payments made later are left out.', {
    pattern: String.raw`^[1-9]\d{0,14}$`,
  }),
};
const audit = {
  actor: text('`user:<id>`, or `poll`, `cli` … for who acts when nobody is signed in.'),
  action: text('Audit action, e.g. `refund.completed`.'),
  subject: text('A payment id, or the email of a member of staff.'),
  from: DAY,
  to: DAY,
  text: text('Part of the reason.', { maxLength: 100 }),
  ...place,
};
const reviews = {
  state: oneOf(['open', 'decided'], 'Default: open.'),
  reason: oneOf(REVIEW_REASONS, 'Why it came up.'),
  decidedBy: text('The id of an admin.'),
  sort: oneOf(['oldest', 'largest'], 'Default: oldest.'),
};

/** The queries that handlers read by themselves; those that a DTO judges are described there. */
export const QUERIES = {
  dashboard: { ...own, page, limit, total },
  openPayments: { ...own, after: text('Where the call before ended; not given: from the beginning.') },
  transactions: { page, limit, total },
  staff: { search, page, limit },
  payments: { ...payments, page, limit, total },
  selection: { ...payments, ...chosen, action: oneOf(BULK_ACTIONS, 'What is to be done.') },
  finder: { search: text('At least two characters; the first hundred are looked for.') },
  paymentsExport: { ...payments, ...chosen, format: oneOf(['csv', 'xlsx'], 'Default: csv.') },
  analysis: {
    startDate: DAY,
    endDate: DAY,
    tokenType: payments.tokenType,
    salesManager: payments.salesManager,
    ...place,
  },
  reviews: { ...reviews, page },
  audit: { ...audit, before: text('From `older`.'), after: text('From `newer`.') },
  auditExport: audit,
  day: { day: DAY },
  dayPlace: { day: DAY, ...place },
  place,
  file: {
    day: DAY,
    name: text('Of the file, for the list of runs: one line of at most 120 characters.'),
    profile: text('The merchant profile whose report it is; left out: the default one.'),
  },
} as const;

/** What stands in a path. */
export const PATH_PARAMETERS: Readonly<Record<string, ReturnType<typeof text>>> = {
  paymentId: text('The public id of a payment.'),
  tokenNumber: text('A token number, e.g. `GO-000001`.'),
  id: text('The id, as the lists give it.'),
  sessionId: text('The id of a session, as the list of sessions gives it.'),
  viewId: text('The public id of a saved view.'),
  reviewId: text('The public id of a review.'),
  day: text('A day of the Indian calendar, `YYYY-MM-DD`.'),
  eventId: text('The id of an event, as the lists give it.'),
  code: text('The short name of a project; `default` is always there.'),
};
