import type { FailureKind } from '../../src/domain/payment/failure-reasons';
import type { PaymentStatus } from '../../src/domain/payment/payment-status';
import type { BankAnswer } from '../../src/domain/payment/unclear-payment';
import type { VerifyPageState } from '../../src/contracts/pages';

/**
 * What a public page tells its script, carried in `data-public`. Addresses and words come along so that the script
 * imports nothing at run time: a module shared with the staff bundle would become one more request on a slow phone.
 */
export interface PublicConfig {
  pageViewUrl: string;
  words: { copied: string; copyFailed: string; saveFailed: string };
  payment?: PaymentConfig;
  verify?: VerifyConfig;
  receipt?: ReceiptConfig;
}

/** How waits are told, by the rule of `src/contracts/wait.ts`. */
export interface WaitWords {
  seconds: string;
  minutes: string;
  maxInSeconds: number;
}

/** In all words for the script `{}` stands where a value goes. */
export interface ClockWords {
  checking: string;
  nextCheck: string;
  waits: WaitWords;
  offline: string;
}

export interface UnclearWords {
  /** For dates. */
  locale: string;
  notYet: string;
  colleague: string;
  answers: Readonly<Record<BankAnswer, string>>;
  waits: WaitWords;
  afterWait: string;
  now: string;
}

export interface FailureTexts {
  reason: string;
  text: string;
}

export interface PaymentConfig {
  id: string;
  status: PaymentStatus;
  canPay: boolean;
  /** Money that could not be used is being returned. */
  returning: boolean;
  initiateUrl: string;
  statusUrl: string;
  /** Null when nothing can change any more. */
  refreshSeconds: number | null;
  words: ClockWords & {
    tryingAgain: string;
    autoOff: string;
    pleaseWait: string;
    opening: string;
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
    /** The server has just seen the payment unpaid. */
    nothingCharged: string;
    /** True of the press whatever became of the payment elsewhere. */
    pressCharged: string;
    statuses: Readonly<Record<PaymentStatus, string>>;
    /** By the code of a refusal. */
    problems: Readonly<Record<string, string>>;
  };
  /** Missing once nothing can be unclear any more. */
  unclear?: UnclearWords;
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
  words: ClockWords & {
    failed: string;
    missing: string;
    successToast: string;
    failures: Readonly<Record<FailureKind, FailureTexts>>;
  };
  unclear: UnclearWords;
}

export interface ReceiptConfig {
  sendUrl: string;
  words: {
    pleaseWait: string;
    sent: string;
    failed: string;
    /** By the code of a refusal. */
    problems: Readonly<Record<string, string>>;
  };
}

/** Fills in a wait of so many seconds, in its unit. */
export function fillWait(template: string, seconds: number, waits: WaitWords): string {
  const isShort = seconds <= waits.maxInSeconds;
  return fill(template, isShort ? fill(waits.seconds, seconds) : fill(waits.minutes, Math.ceil(seconds / 60)));
}

export function fill(template: string, value: string | number): string {
  return template.replace('{}', () => String(value));
}
