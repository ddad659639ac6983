import { REFUND_DENIAL_CODES, refundDenialWords } from '../../contracts/denials.js';
import { MESSAGES } from '../../contracts/messages.js';
import { formatInr, toRupees } from '../../domain/money/money.js';
import type { RefundDenial } from '../../domain/refund/refund-rules.js';
import { Refusal } from '../../runtime/refusal.js';

/** @param rest paise that could still be refunded */
export function refundRefusal(denial: RefundDenial, rest: number): Refusal {
  const message = refundDenialWords(denial, rest);
  const isTooMuch = denial === 'exceeds_payment' || denial === 'exceeds_rest';
  const atMost = { refundAmount: MESSAGES.refund.atMost(formatInr(rest)), refundableAmount: String(toRupees(rest)) };
  return new Refusal(REFUND_DENIAL_CODES[denial], { message, ...(isTooMuch && { details: atMost }) });
}
