import { PAYMENT_SORTS, SORT_DIRECTIONS } from '../../domain/payment-sort.js';
import { REVIEW_DECISIONS, REVIEW_REASONS } from '../../domain/review-rules.js';
import { STATUS_FILTERS } from '../../domain/status-filter.js';
import { TOKEN_TYPES } from '../../domain/token-catalogue.js';
import { CSV, download, type Operations } from '../operation.js';
import { DAY, FLAG, LIMIT, PAGE, SEARCH, TOTAL } from '../parameters.js';
import { body, listOf, object, oneOf, ref, rupees, type Schema, text } from '../schema.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const FILTERS: Readonly<Record<string, Schema>> = {
  search: SEARCH,
  status: oneOf(STATUS_FILTERS, 'Of the payment; `refund_pending`: part of the money or all of it is on its way back.'),
  tokenType: oneOf(TOKEN_TYPES, 'The tier.'),
  salesManager: text('The id of a member of staff.'),
  startDate: DAY,
  endDate: DAY,
  needsReview: FLAG,
  sort: oneOf(PAYMENT_SORTS, 'Default: date. Which can be combined with a filter is refused or not by FILTER_INVALID.'),
  direction: oneOf(SORT_DIRECTIONS, 'Default: desc.'),
};

const AUDIT_FILTERS: Readonly<Record<string, Schema>> = {
  actor: text('`user:<id>`, or `poll`, `cli` … for who acts when nobody is signed in.'),
  action: text('The name of a deed.'),
  subject: text('A payment id, or the email of a member of staff.'),
  from: DAY,
  to: DAY,
  text: text('Part of the reason.', { maxLength: 100 }),
};

const CURSOR: Schema = { type: ['string', 'null'], description: 'Null where the list ends.' };

/** All payments, reviews and the log, for admins. */
export const OFFICE: Operations = {
  'GET /api/payments/admin/all': {
    summary: 'List all payments',
    access: 'admin',
    query: { ...FILTERS, page: PAGE, limit: LIMIT, total: TOTAL },
    data: object({ payments: listOf(ref('AdminPaymentRow')), pagination: ref('AdminPaymentsPagination') }),
    refusals: ['FILTER_INVALID', 'SEARCH_TOO_WIDE'],
  },
  'GET /api/payments/admin/export': {
    summary: 'Download the payments of a filter',
    access: 'admin',
    query: { ...FILTERS, format: oneOf(['csv', 'xlsx'], 'Default: csv.') },
    answers: download(CSV, XLSX),
    limit: '30 a minute; one runs at a time.',
    refusals: ['FILTER_INVALID', 'SEARCH_TOO_WIDE', 'EXPORTS_BUSY'],
  },
  'GET /api/payments/admin/{paymentId}/details': {
    summary: 'All about a payment',
    access: 'admin',
    data: ref('AdminPaymentDetails'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  'GET /api/payments/admin/analysis': {
    summary: 'Figures over all sellers',
    access: 'admin',
    query: { startDate: DAY, endDate: DAY },
    data: ref('AnalysisData'),
    refusals: ['INVALID_DAYS'],
  },
  'GET /api/admin/reviews': {
    summary: 'List what a person has to decide',
    access: 'admin',
    query: {
      state: oneOf(['open', 'decided'], 'Default: open.'),
      reason: oneOf(REVIEW_REASONS, 'Why it came up.'),
      decidedBy: text('The id of an admin.'),
      sort: oneOf(['oldest', 'largest'], 'Default: oldest.'),
      page: PAGE,
    },
    data: ref('ReviewList'),
  },
  'GET /api/admin/reviews/count': { summary: 'How many are open', access: 'admin', data: ref('ReviewCount') },
  'GET /api/admin/reviews/{reviewId}': {
    summary: 'One review',
    access: 'admin',
    data: ref('ReviewRow'),
    refusals: ['REVIEW_NOT_FOUND'],
  },
  'POST /api/admin/reviews/{reviewId}/decide': {
    summary: 'Decide a review',
    description: 'The same decision by the same person may be repeated and does nothing.',
    access: 'admin',
    stepUp: true,
    body: body(
      {
        decision: oneOf(REVIEW_DECISIONS, 'One of those that the review offers.'),
        note: text('Why; some lines.', { minLength: 3, maxLength: 500 }),
      },
      {
        bankReference: text('Where the decision needs it.', { pattern: '^[A-Za-z0-9][A-Za-z0-9./_-]{2,39}$' }),
        confirmedAmount: rupees('The amount at stake as it was shown; rupees.'),
      },
    ),
    data: ref('ReviewRow'),
    refusals: [
      'REVIEW_NOT_FOUND',
      'REVIEW_DECIDED',
      'DECISION_NOT_ALLOWED',
      'AMOUNT_CHANGED',
      'REFUNDS_DISABLED',
      'REFUND_EXCEEDS_PAYMENT',
      'REFUND_EXCEEDS_REST',
      'NOT_PAID',
      'ALREADY_REFUNDED',
      'TOKEN_UPGRADED',
      'UPGRADE_OPEN',
      'REVERSAL_UNDECIDED',
    ],
  },
  'GET /api/admin/audit': {
    summary: 'Read the log',
    access: 'admin',
    query: { ...AUDIT_FILTERS, before: text('From `older`.'), after: text('From `newer`.') },
    data: object({ rows: listOf(ref('AuditRow')), newer: CURSOR, older: CURSOR, chain: ref('AuditChain') }),
    refusals: ['FIELD_ERRORS'],
  },
  'GET /api/admin/audit/export': {
    summary: 'Download the log',
    access: 'admin',
    limit: '30 a minute.',
    query: AUDIT_FILTERS,
    answers: download(CSV),
    refusals: ['FIELD_ERRORS'],
  },
  'POST /api/admin/audit/verify': {
    summary: 'Check the chain of the log',
    access: 'admin',
    data: ref('AuditChain'),
    limit: '10 a minute.',
  },
};
