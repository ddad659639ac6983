import { BROKEN_OFF, DECLINED, FAILED, PAYER_CANCELLED, TIMED_OUT } from './bank-codes.js';

/** What the bank's codes mean, for staff (docs/bank-protocol.md#codes). */
const MEANINGS: Readonly<Record<string, string>> = {
  '0000': 'success',
  '000': 'success',
  R1000: 'accepted, in progress',
  P1000: 'refund accepted',
  U1000: 'in progress',
  P0030: 'nobody has started to pay',
  '0396': 'in progress',
  ...Object.fromEntries(PAYER_CANCELLED.map((code) => [code, 'cancelled by the payer'])),
  [DECLINED]: 'declined',
  [FAILED]: 'failed at the bank',
  [BROKEN_OFF]: 'broken off',
  [TIMED_OUT]: 'timed out',
  P0039: 'no such transaction, or nobody has started to pay',
  P1006: 'the bank found a parameter or the hash wrong',
  '400': 'the hash did not match',
  '405': 'the number was used before',
  P1112: 'refund not allowed',
};

/** In the middle of a sentence. A code that is not published is said to be so: it proves nothing. */
export function bankCodeMeaning(code: string): string {
  return (Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined) ?? 'a code that the bank has not published';
}
