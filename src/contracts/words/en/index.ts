import { amountInWords } from '../../../domain/money/amount-in-words.js';
import { AFTER_PAYMENT } from './after-payment.js';
import { COMMON } from './common.js';
import { MAILS } from './mails.js';
import { PAYMENT } from './payment.js';
import { RESULTS } from './results.js';
import { SCRIPT } from './script.js';
import { TERMS } from './terms.js';

/** English texts of the customers' pages. Texts whose wording is fixed are in messages-customers.ts (docs/product.md#messages). */
export const EN = {
  ...COMMON,
  ...PAYMENT,
  ...AFTER_PAYMENT,
  ...RESULTS,
  ...MAILS,
  ...TERMS,
  script: SCRIPT,
  amountInWords,
};
