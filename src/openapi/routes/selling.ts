import { LINK_LIFETIMES } from '../../contracts/links.js';
import { REFERENCE_TYPES, TOKEN_TYPES } from '../../domain/token-catalogue.js';
import { STATUS_FILTERS } from '../../domain/status-filter.js';
import type { Operations } from '../operation.js';
import { LIMIT, PAGE, SEARCH, TOTAL } from '../parameters.js';
import { body, object, oneOf, ref, rupees, text } from '../schema.js';

const NAME = text('One line.', { minLength: 2, maxLength: 120 });
const EMAIL = text('The address that links and receipts are mailed to.');
const PHONE = text('An Indian mobile number, with or without +91. Empty: none.');
const EXPIRY = oneOf(LINK_LIFETIMES, 'How long the link can be paid. Default: as the installation is set up.');
const TOKEN_TYPE = oneOf(TOKEN_TYPES, 'The tier.');

/** Links and what staff do with them. */
export const SELLING: Operations = {
  'GET /api/sales-manager/dashboard': {
    summary: 'List the own payments',
    access: 'staff',
    query: {
      search: SEARCH,
      status: oneOf(
        STATUS_FILTERS,
        'Of the payment; `refund_pending`: part of the money or all of it is on its way back.',
      ),
      expires: oneOf(['today'], 'Only links that can still be paid and run out today.'),
      page: PAGE,
      limit: LIMIT,
      total: TOTAL,
    },
    data: ref('DashboardData'),
    refusals: ['SEARCH_TOO_WIDE'],
  },
  'POST /api/sales-manager/check-open': {
    summary: 'Ask the bank about the open payments of the own list',
    description: 'At most five with each call; `next` of one answer is `after` of the next call.',
    access: 'staff',
    query: {
      search: SEARCH,
      expires: oneOf(['today'], 'Only links that can still be paid and run out today.'),
      after: text('Where the call before ended; not given: from the beginning.'),
    },
    data: ref('CheckOpenData'),
    limit: '30 a minute.',
    refusals: ['SEARCH_TOO_WIDE'],
  },
  'POST /api/payments/create-link': {
    summary: 'Create a payment link',
    access: 'staff',
    status: 201,
    idempotent: true,
    body: body(
      {
        amount: rupees('Rupees; must equal the price of the token.'),
        currency: oneOf(['INR'], 'Always INR.'),
        customerData: body({ name: NAME, email: EMAIL }, { phone: PHONE }),
        tokenType: TOKEN_TYPE,
        referenceType: oneOf(REFERENCE_TYPES, 'How the customer came.'),
      },
      {
        brokerName: text('One line.', { maxLength: 120 }),
        panCard: text('Five letters, four digits, a letter.', { pattern: '^[A-Z]{5}[0-9]{4}[A-Z]$' }),
        paymentGateway: oneOf(['icici'], 'The bank.'),
        expiry: EXPIRY,
        duplicateReason: text('Why a link is made beside an open one, or for somebody who holds a token.', {
          minLength: 3,
          maxLength: 200,
        }),
      },
    ),
    data: ref('CreateLinkData'),
    refusals: ['AMOUNT_MISMATCH', 'OPEN_LINK_EXISTS', 'TOKEN_HELD'],
  },
  'GET /api/payments/open-links': {
    summary: 'Look for open links of the same person and tier, and for valid tokens of any tier',
    description: 'Each question is an entry of the audit log.',
    access: 'staff',
    query: { tokenType: TOKEN_TYPE, email: EMAIL, phone: PHONE },
    needed: ['tokenType'],
    data: ref('OpenLinksData'),
    limit: '60 a minute.',
    refusals: ['FIELD_ERRORS', 'VALIDATION_FAILED'],
  },
  'POST /api/payments/check-status/{paymentId}': {
    summary: 'Ask the bank about a payment',
    access: 'staff',
    data: ref('CheckStatusData'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  'GET /api/payments/{paymentId}/desk': {
    summary: 'How a link is doing, for the screen of the desk',
    description: 'The one answer with the whole phone number; for the link’s seller and admins.',
    access: 'staff',
    data: ref('DeskPayment'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  'POST /api/payments/{paymentId}/reissue-link': {
    summary: 'Let a dead link live again',
    access: 'staff',
    body: body({}, { expiry: EXPIRY }),
    data: ref('ReissueLinkData'),
    refusals: [
      'PAYMENT_NOT_FOUND',
      'ALREADY_PAID',
      'REFUNDED',
      'LINK_STILL_LIVE',
      'LINK_REPLACED',
      'UPGRADE_CLOSED',
      'REVERSAL_UNDECIDED',
      'CONFLICT',
    ],
  },
  'POST /api/payments/send-payment-email': {
    summary: 'Mail a link to its customer',
    description: 'Goes to the recorded address. Only `paymentId` and `message` count.',
    access: 'staff',
    idempotent: true,
    body: body(
      { paymentId: text('The public id of the payment.') },
      {
        message: text('Some lines of one’s own.', { maxLength: 500 }),
        customerEmail: text('Not used.', { maxLength: 2000 }),
        customerName: text('Not used.', { maxLength: 2000 }),
        paymentUrl: text('Not used.', { maxLength: 2000 }),
      },
    ),
    data: ref('SendLinkMailData'),
    limit: 'By seller and by link.',
    refusals: [
      'PAYMENT_NOT_FOUND',
      'MAIL_REFUSED',
      'ALREADY_PAID',
      'REFUNDED',
      'LINK_EXPIRED',
      'LINK_REPLACED',
      'LINK_ALREADY_CANCELLED',
      'LINK_AT_BANK',
    ],
  },
  'POST /api/payments/{paymentId}/cancel-link': {
    summary: 'Cancel a link',
    description:
      'A link that its customer has opened at the bank is cancelled once the bank, asked at that moment, has no money for it.',
    access: 'staff',
    body: body({}, { reason: text('For the log.', { maxLength: 200 }) }),
    data: ref('CancelLinkData'),
    refusals: [
      'PAYMENT_NOT_FOUND',
      'ALREADY_PAID',
      'REFUNDED',
      'LINK_AT_BANK',
      'MONEY_ARRIVED',
      'LINK_EXPIRED',
      'LINK_REPLACED',
      'LINK_ALREADY_CANCELLED',
      'CONFLICT',
    ],
  },
  'POST /api/payments/{paymentId}/correct-contact': {
    summary: 'Correct the contact of a link',
    description: 'The old link ends; the answer has the one that stands in its place.',
    access: 'staff',
    status: 201,
    idempotent: true,
    body: body({ name: NAME, email: EMAIL }, { phone: text('Left out: the number stays. Empty: no number.') }),
    data: ref('CorrectContactData'),
    refusals: [
      'PAYMENT_NOT_FOUND',
      'CONTACT_UNCHANGED',
      'UPGRADE_CONTACT_FIXED',
      'ALREADY_PAID',
      'REFUNDED',
      'LINK_AT_BANK',
      'LINK_EXPIRED',
      'LINK_REPLACED',
      'LINK_ALREADY_CANCELLED',
      'CONFLICT',
    ],
  },
  'GET /api/payments/transactions/all': {
    summary: 'List the transactions',
    description: 'A seller’s own, an admin’s of all.',
    access: 'staff',
    query: { page: PAGE, limit: LIMIT, total: TOTAL },
    data: ref('TransactionsData'),
  },
  'GET /api/payments/token/{tokenNumber}/payment-history': {
    summary: 'The payments of a token',
    access: 'staff',
    data: ref('PaymentHistoryData'),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  'POST /api/analytics/page-view': {
    summary: 'Count a page view',
    description: 'Without cookie, address or id.',
    access: 'public',
    body: body({ path: text('A path of the product, without query.', { pattern: String.raw`^/[\w\-/:.]{0,200}$` }) }),
    data: object({ recorded: { type: 'boolean' } }),
    limit: '1200 a minute.',
  },
};
