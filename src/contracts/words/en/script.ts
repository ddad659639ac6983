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
  throttled: (seconds: string) => MESSAGES.general.throttled(0).replace('0', () => seconds),
  checking: 'Checking…',
  nextCheck: (seconds: string) => `Next check in ${seconds} s`,
  tryingAgain: (seconds: string) => `Could not check. Trying again in ${seconds} s`,
  autoOff: 'Auto-refresh is off',
  offline: 'You are offline. Checking goes on when you are back.',
  statusIs: status.is,
  statusCompleted: status.completed,
  polledCompleted: CUSTOMER_MESSAGES.status.polledCompleted,
  statusFailed: CUSTOMER_MESSAGES.status.paymentFailed,
  statusError: status.checkError,
  inSeconds: (seconds: string) => `in ${seconds} s`,
  inMinutes: (minutes: string) => `in ${minutes} min`,
  now: 'now',
};
