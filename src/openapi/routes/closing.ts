import { CSV, download, type Operations } from '../operation.js';
import { DAY } from '../parameters.js';
import { body, day, listOf, object, ref, text } from '../schema.js';

/** What the bank has paid out, and closed days. */
export const CLOSING: Operations = {
  'GET /api/day-close': {
    summary: 'The figures of a day',
    access: 'admin',
    query: { day: DAY },
    needed: ['day'],
    data: ref('DayCloseData'),
    refusals: ['INVALID_DAY'],
  },
  'POST /api/day-close': {
    summary: 'Close a day',
    description: 'Closing again answers the first close.',
    access: 'admin',
    body: body({ day: day('Of the Indian calendar.') }),
    data: ref('DayCloseData'),
    refusals: ['INVALID_DAY', 'DAY_NOT_OVER'],
  },
  'GET /api/day-close/{day}.csv': {
    summary: 'Download the figures of a day',
    access: 'admin',
    answers: download(CSV),
    refusals: ['INVALID_DAY'],
  },
  'GET /api/bank-holidays': {
    summary: 'The bank holidays that count beside Sundays and the second and fourth Saturday',
    access: 'admin',
    data: ref('BankHolidayList'),
  },
  'POST /api/bank-holidays': {
    summary: 'Add a bank holiday',
    access: 'admin',
    status: 201,
    body: body({ day: day('Of the Indian calendar.'), name: text('2 to 60 characters.') }),
    data: ref('BankHolidayList'),
    refusals: ['HOLIDAY_LISTED'],
  },
  'POST /api/bank-holidays/{day}/remove': {
    summary: 'Remove a bank holiday',
    access: 'admin',
    data: ref('BankHolidayList'),
    refusals: ['NOT_FOUND'],
  },
  'POST /api/settlements/runs': {
    summary: 'Reconcile a day with the bank’s report',
    access: 'admin',
    body: body({ day: day('Of the Indian calendar.') }),
    data: ref('SettlementRun'),
    refusals: ['INVALID_DAY', 'DAY_IN_FUTURE', 'RECONCILIATION_RUNNING'],
  },
  'GET /api/settlements/runs': {
    summary: 'The last reconciliation of a day',
    description: 'Also while it runs: `progress` says how far it is.',
    access: 'admin',
    query: { day: DAY },
    needed: ['day'],
    data: ref('LastSettlementRun'),
    refusals: ['INVALID_DAY'],
  },
  'POST /api/settlements/file': {
    summary: 'Reconcile a day with a file',
    description:
      'The file is the body: at most 5 MiB and 100 000 rows. A line that cannot be read becomes an exception with its number, and the run is incomplete; a file without a readable line, or with more than 1 000 that are not, is not taken at all.',
    access: 'admin',
    query: { day: DAY, name: text('Of the file, for the list of runs: one line of at most 120 characters.') },
    needed: ['day'],
    content: { [CSV]: { type: 'string' } },
    data: ref('SettlementRun'),
    refusals: [
      'INVALID_DAY',
      'DAY_IN_FUTURE',
      'INVALID_FILE_NAME',
      'RECONCILIATION_RUNNING',
      'SETTLEMENT_FILE_INVALID',
    ],
  },
  'GET /api/settlements/sample.csv': {
    summary: 'Download a file as it has to look',
    access: 'admin',
    answers: download(CSV),
  },
  'GET /api/settlements/exceptions.csv': {
    summary: 'Download what does not match',
    access: 'admin',
    query: { day: DAY },
    answers: download(CSV),
    refusals: ['INVALID_DAY'],
  },
  'GET /api/settlements/payments/{paymentId}': {
    summary: 'How a payment was paid out',
    description: 'An unknown payment has none.',
    access: 'admin',
    data: object({ settlements: listOf(ref('PaymentSettlement')) }),
  },
};
