import { MESSAGES } from '../../messages.js';
import { CUSTOMER_MESSAGES } from '../../messages-customers.js';
import { BANK_NAME } from '../parts.js';

const { payment } = CUSTOMER_MESSAGES;
const { status } = MESSAGES;

/** Texts that the script of a customer's page shows. */
export const SCRIPT = {
  copied: 'Copied',
  copyFailed: 'Could not copy. Press and hold the text to copy it.',
  saveFailed: 'Could not save the image. Take a screenshot instead.',
  dismiss: 'Dismiss message',
  pleaseWait: 'Please wait…',
  opening: `Opening ${BANK_NAME}…`,
  error: payment.error,
  urlMissing: payment.urlMissing,
  urlNotYet: payment.urlNotYet,
  initiateFailed: payment.initiateFailed,
  initiateError: `${payment.initiateError}. Check your connection and press the button again.`,
  pressCharged: 'This press charged nothing.',
  throttled: (wait: string) => `Too many requests. Please try again in ${wait}.`,
  checking: 'Checking…',
  nextCheck: (wait: string) => `Next check in ${wait}`,
  tryingAgain: (wait: string) => `Could not check. Trying again in ${wait}`,
  autoOff: 'Auto-refresh is off',
  offline: 'You are offline. Checking goes on when you are back.',
  statusIs: status.is,
  statusCompleted: status.completed,
  polledCompleted: CUSTOMER_MESSAGES.status.polledCompleted,
  statusFailed: CUSTOMER_MESSAGES.status.paymentFailed,
  statusError: status.checkError,
  waits: { seconds: (count: string) => `${count} s`, minutes: (count: string) => `${count} min` },
  afterWait: (wait: string) => `in ${wait}`,
  now: 'now',
};
