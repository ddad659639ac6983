import type { PaymentStatus } from '../../src/domain/payment-status';
import type { VerifyPageState } from '../../src/contracts/pages';

/**
 * What a public page tells its script, carried in `data-public`. Addresses and words come along so that the script
 * imports nothing at run time: a module shared with the staff bundle would become one more request on a slow phone.
 */
export interface PublicConfig {
  pageViewUrl: string;
  payment?: PaymentConfig;
  verify?: VerifyConfig;
  receipt?: ReceiptConfig;
}

export interface PaymentConfig {
  id: string;
  status: PaymentStatus;
  canPay: boolean;
  initiateUrl: string;
  statusUrl: string;
  /** Null when nothing can change any more. */
  refreshSeconds: number | null;
  words: {
    bank: string;
    /** Holds `{}` where the message goes, as the next ones do. */
    error: string;
    statusIs: string;
    throttled: string;
    urlMissing: string;
    urlNotYet: string;
    initiateFailed: string;
    initiateError: string;
    statusCompleted: string;
    polledCompleted: string;
    statusFailed: string;
    statusError: string;
    nothingCharged: string;
  };
}

export interface VerifyConfig {
  state: VerifyPageState;
  eventId: string | null;
  url: string;
  successUrl: string | null;
  successPath: string;
  /** Ends where the payment id goes. */
  paymentPath: string;
  redirectAfterMs: number;
  retrySeconds: number;
  words: { successToast: string; failed: string };
}

export interface ReceiptConfig {
  sendUrl: string;
  words: { failed: string };
}

export function fill(template: string, value: string | number): string {
  return template.replace('{}', () => String(value));
}
