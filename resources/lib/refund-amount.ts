import { MESSAGES } from '../../src/contracts/messages';
import { parseRupees } from '../../src/domain/money/money';
import { formatRupees } from './format';

const WORDS = MESSAGES.refund;

/** What is wrong with a typed refund amount; undefined when it can be refunded. @param most rupees */
export function refundAmountFault(typed: string, most: number): string | undefined {
  if (!typed) return MESSAGES.form.required('Refund amount');
  const paise = parseRupees(typed);
  if (paise === null) return WORDS.unreadable;
  if (paise === 0) return WORDS.notPositive;
  return paise > Math.round(most * 100) ? WORDS.atMost(formatRupees(most)) : undefined;
}
