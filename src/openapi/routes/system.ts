import { JSON_TYPE, type Operations } from '../operation.js';
import { listOf, object, ref, type Schema, text } from '../schema.js';

const NUMBER: Schema = { type: 'number' };
const STRING: Schema = { type: 'string' };
const MAYBE: Schema = { type: ['string', 'null'] };

const REPORT: Schema = { type: 'object', additionalProperties: true };

/** Live news and this document. */
export const SYSTEM: Operations = {
  'GET /api/events': {
    summary: 'Hear of changes as they happen',
    description:
      'Server-sent events: `hello` when one should read one’s list, `payment` with a LivePayment, `end` before the server ends it. ' +
      'A seller hears of own payments, an admin of all.',
    access: 'staff',
    answers: { 200: { description: 'The stream.', content: { 'text/event-stream': ref('LivePayment') } } },
    limit: '120 a minute.',
  },
  'POST /api/csp-report': {
    summary: 'Tell of a broken page policy',
    description: 'Sent by browsers themselves, in either format. At most 16 KiB; what is not understood is ignored.',
    access: 'public',
    content: { 'application/csp-report': REPORT, 'application/reports+json': { type: 'array', items: REPORT } },
    answers: { 204: { description: 'Taken note of.', content: {} } },
    limit: '60 a minute for an address.',
  },
  'GET /api/docs': {
    summary: 'This document as a page',
    description: 'In production for admins alone; to others it is not there.',
    access: 'public',
    answers: { 200: { description: 'The page.', content: { 'text/html': STRING } } },
    refusals: ['NOT_FOUND'],
  },
  'GET /api/docs/openapi.json': {
    summary: 'This document',
    description: 'In production for admins alone; to others it is not there.',
    access: 'public',
    answers: {
      200: {
        description: 'OpenAPI 3.1.',
        content: { [JSON_TYPE]: { type: 'object', additionalProperties: true } },
      },
    },
    refusals: ['NOT_FOUND'],
  },
};

const DEBUG_PAYMENT = object({
  id: STRING,
  paymentId: STRING,
  customer: object({ name: STRING, email: STRING, phone: MAYBE }),
  tokenType: STRING,
  tokenNumber: STRING,
  paymentType: STRING,
  amount: NUMBER,
  refundedAmount: NUMBER,
  status: STRING,
  statusReason: MAYBE,
  paymentGateway: STRING,
  createdAt: STRING,
  paidAt: MAYBE,
  salesManager: object({ name: STRING, email: STRING }),
});

const OF_TEST_PAGES = {
  access: 'public',
  testPage: true,
  limit: '30 a minute for all test pages together.',
} as const;

/** What the test pages ask for. In production for admins alone; to others it is not there. */
export const TEST_PAGES: Operations = {
  'POST /api/payments/test-link': {
    ...OF_TEST_PAGES,
    summary: 'Make a test payment of one rupee at the bank',
    status: 201,
    data: ref('TestLink'),
    refusals: ['NOT_FOUND', 'BANK_REFUSED', 'BANK_UNAVAILABLE'],
  },
  'POST /api/payments/test-status': {
    ...OF_TEST_PAGES,
    summary: 'Ask the bank about a test payment',
    body: object({ reference: text('Of the test payment.') }),
    data: ref('TestStatus'),
    refusals: ['NOT_FOUND'],
  },
  'POST /api/payments/test-icici-hash': {
    ...OF_TEST_PAGES,
    summary: 'Compute a hash and explain why another one differs',
    content: { [JSON_TYPE]: { type: 'object', additionalProperties: true, description: 'The message, flat.' } },
    data: ref('HashTest'),
    refusals: ['NOT_FOUND', 'PAYLOAD_NOT_HASHABLE'],
  },
  'POST /api/payments/test-icici-api': {
    ...OF_TEST_PAGES,
    summary: 'Ask the bank a question that it can only answer with no',
    data: ref('BankAnswer'),
    refusals: ['NOT_FOUND'],
  },
  'POST /api/payments/test-icici-documentation': {
    ...OF_TEST_PAGES,
    summary: 'Compute the documented examples',
    data: ref('DocumentationTest'),
    refusals: ['NOT_FOUND'],
  },
  'POST /api/payments/test-icici-complete-flow': {
    ...OF_TEST_PAGES,
    summary: 'Run invoice, status and refund once',
    data: ref('CompleteFlowTest'),
    refusals: ['NOT_FOUND'],
  },
  'GET /api/payments/debug/all-payments': {
    summary: 'The latest payments',
    access: 'admin',
    testPage: true,
    data: object({ payments: listOf(DEBUG_PAYMENT), totalPayments: NUMBER }),
  },
};
