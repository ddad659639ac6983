import { describe, expect, it } from '@jest/globals';
import { readPayload } from './payload-text';

describe('what is typed into the hash test', () => {
  it.each([
    ['{"chargeAmount": 51000.00, "oth_charge": false}', { chargeAmount: '51000.00', oth_charge: false }],
    ['  { "a": null, "b": "" }\n', { a: null, b: '' }],
    ['a=1&b=HDFC+Bank&c=asha%40example.com', { a: '1', b: 'HDFC Bank', c: 'asha@example.com' }],
    ['https://app.example.com/payment/verify?a=1&secureHash=ab', { a: '1', secureHash: 'ab' }],
    ['a=b=c&empty=', { a: 'b=c', empty: '' }],
  ])('%s', (typed, payload) => expect(readPayload(typed)).toEqual(payload));

  it.each(['', 'words', '{"a": {"b": 1}}', '{"a": 1, "a": 2}', '{"a": 1', '[1]', 'a=1&a=2', 'a=%zz'])(
    'is no payload: %s',
    (typed) => expect(readPayload(typed)).toBeNull(),
  );
});
