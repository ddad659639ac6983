import { BROKEN_OFF, DECLINED, FAILED, PAYER_CANCELLED, TIMED_OUT } from './bank-codes.js';
import type { PaymentStatus } from './payment-status.js';

/** What ended a payment that was not paid, as stored. */
interface Ending {
  status: PaymentStatus;
  /** Of the payment, e.g. `link_expired`. */
  statusReason: string | null;
  /** The bank's code on the last attempt. */
  code: string | null;
}

const BY_STATUS_REASON: Readonly<Record<string, string>> = {
  link_expired: 'The link expired before payment',
  cancelled_by_staff: 'The link was cancelled by staff',
  cancelled_by_customer: 'The customer cancelled at the bank',
};

/** gateway-protocol.md 1.10; the codes of one line mean the same to the person who looks at it. */
const BY_CODE: readonly (readonly [words: string, codes: readonly string[]])[] = [
  ['The bank declined the payment', [DECLINED]],
  ['The payment failed at the bank', [FAILED]],
  ['The payment was broken off', [BROKEN_OFF]],
  ['Time ran out on the bank page', [TIMED_OUT]],
  ['The customer cancelled at the bank', PAYER_CANCELLED],
];

const OTHER = 'Refused by the bank for another reason';

/** In plain words why a payment failed or was cancelled. */
export function endingReasonOf({ status, statusReason, code }: Ending): string {
  const known = statusReason === null ? undefined : BY_STATUS_REASON[statusReason];
  if (status === 'cancelled' && known !== undefined) return known;
  return BY_CODE.find(([, codes]) => code !== null && codes.includes(code))?.[0] ?? known ?? OTHER;
}
