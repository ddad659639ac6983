import { expect, it } from '@jest/globals';
import { whoseRefund } from './refund-origin.js';

it.each([
  ['order', 'Asha Rao', 'asked for by Asha Rao'],
  ['order', null, null],
  ['reversal', 'Asha Rao', 'Returned by the bank, recorded by Asha Rao'],
  ['reversal', null, 'Returned by the bank'],
  ['outside', 'Asha Rao', 'Given back outside of TokenDesk, recorded by Asha Rao'],
  ['outside', null, 'Given back outside of TokenDesk'],
] as const)('a refund of origin %s by %s', (origin, requestedBy, said) => {
  expect(whoseRefund({ origin, requestedBy })).toBe(said);
});
