import { oneOf, type Schema, text } from './schema.js';

const WHOLE = String.raw`^[1-9]\d{0,8}$`;

/** Lists are forgiving: a page or size that cannot be read is the usual one. */
export const PAGE: Schema = { type: 'string', pattern: WHOLE, default: '1', description: 'From 1.' };
export const LIMIT: Schema = { type: 'string', pattern: WHOLE, description: 'Rows a page, at most 100.' };
export const TOTAL: Schema = oneOf(['exact'], 'Waits for the exact total where the answer said `totalIsCapped`.');
export const SEARCH: Schema = text('Part of what the list shows; at most 100 characters are looked for.');

export const DAY: Schema = text('A day of the Indian calendar, `YYYY-MM-DD`; both ends of a range count.');

export const FLAG: Schema = oneOf(['', 'true', 'false', '1', '0'], 'Yes or no.');

/** What stands in a path. */
export const PATH_PARAMETERS: Readonly<Record<string, Schema>> = {
  paymentId: text('The public id of a payment.'),
  tokenNumber: text('As printed on the receipt, or `N/A`.'),
  id: text('The id, as the lists give it.'),
  sessionId: text('The id of a session, as the list of sessions gives it.'),
  reviewId: text('The public id of a review.'),
  day: text('A day of the Indian calendar, `YYYY-MM-DD`.'),
};
