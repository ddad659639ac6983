import { BROKEN_OFF, DECLINED, FAILED, PAYER_CANCELLED, TIMED_OUT } from '../bank-hash/bank-codes.js';
import type { PaymentStatus } from './payment-status.js';

/** The stored facts about a payment that ended unpaid. */
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
  contact_corrected: 'The link was replaced for a wrong contact',
  cancelled_by_customer: 'The customer cancelled at the bank',
};

/** docs/bank-protocol.md#codes; codes of one line read the same. */
const BY_CODE: readonly (readonly [words: string, codes: readonly string[]])[] = [
  ['The bank declined the payment', [DECLINED]],
  ['The payment failed at the bank', [FAILED]],
  ['The payment was broken off', [BROKEN_OFF]],
  ['Time ran out on the bank page', [TIMED_OUT]],
  ['The customer cancelled at the bank', PAYER_CANCELLED],
];

const OTHER = 'Refused by the bank for another reason';

/** Why a payment failed or was cancelled, for staff. */
export function endingReasonOf({ status, statusReason, code }: Ending): string {
  const known = statusReason === null ? undefined : BY_STATUS_REASON[statusReason];
  if (status === 'cancelled' && known !== undefined) return known;
  return BY_CODE.find(([, codes]) => code !== null && codes.includes(code))?.[0] ?? known ?? OTHER;
}
