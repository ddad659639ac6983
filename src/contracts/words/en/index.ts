import { amountInWords } from '../../../domain/amount-in-words.js';
import { AFTER_PAYMENT } from './after-payment.js';
import { COMMON } from './common.js';
import { PAYMENT } from './payment.js';
import { RESULTS } from './results.js';
import { SCRIPT } from './script.js';

/** English, as it stands on the customers' pages. What the specification words stands in MESSAGES. */
export const EN = { ...COMMON, ...PAYMENT, ...AFTER_PAYMENT, ...RESULTS, script: SCRIPT, amountInWords };
