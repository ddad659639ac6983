import { amountInHindi } from '../../../domain/money/amount-in-hindi.js';
import type { Words } from '../index.js';
import { AFTER_PAYMENT } from './after-payment.js';
import { COMMON } from './common.js';
import { MAILS } from './mails.js';
import { PAYMENT } from './payment.js';
import { RESULTS } from './results.js';
import { SCRIPT } from './script.js';
import { TERMS } from './terms.js';

/** Hindi as banks and UPI apps write it. Names, numbers and references stay as they are. */
export const HI: Words = {
  ...COMMON,
  ...PAYMENT,
  ...AFTER_PAYMENT,
  ...RESULTS,
  ...MAILS,
  ...TERMS,
  script: SCRIPT,
  amountInWords: amountInHindi,
};
