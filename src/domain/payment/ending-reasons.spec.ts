import { describe, expect, it } from '@jest/globals';
import { endingReasonOf } from './ending-reasons.js';

describe('why a payment was not paid', () => {
  it.each([
    ['cancelled', 'link_expired', '039', 'The link expired before payment'],
    ['cancelled', 'cancelled_by_staff', null, 'The link was cancelled by staff'],
    ['cancelled', 'contact_corrected', null, 'The link was replaced for a wrong contact'],
    ['cancelled', 'contact_corrected', '039', 'The link was replaced for a wrong contact'],
    ['cancelled', 'cancelled_by_customer', '020', 'The customer cancelled at the bank'],
    ['failed', 'declined', '039', 'The bank declined the payment'],
    ['failed', 'declined', '0399', 'The payment failed at the bank'],
    ['failed', 'declined', '0397', 'The payment was broken off'],
    ['failed', 'declined', '0015', 'Time ran out on the bank page'],
    ['failed', 'declined', 'Z9', 'Refused by the bank for another reason'],
    ['failed', null, null, 'Refused by the bank for another reason'],
    ['cancelled', null, 'P0020', 'The customer cancelled at the bank'],
  ] as const)('%s, %s, code %s: %s', (status, statusReason, code, words) => {
    expect(endingReasonOf({ status, statusReason, code })).toBe(words);
  });
});
