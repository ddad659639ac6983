import type { ExpectedDays } from '../domain/calendar/bank-days.js';
import type { FailureKind } from '../domain/payment/failure-reasons.js';
import type { RefundReferences } from '../domain/refund/refund-references.js';
import type { RefundStatus } from '../domain/refund/refund-rules.js';
import type { PaymentModeKind } from '../domain/payment/payment-mode.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';
import type { BankAnswer } from '../domain/payment/unclear-payment.js';

/** Why the last try did not go through, and what the customer can do now, in our own words. */
export interface FailureWords {
  title: string;
  text: string;
  nextStep: string;
}

export interface PaymentFailure extends FailureWords {
  /** For whoever has words of its own for it. */
  kind: FailureKind;
  /** What the bank said about it, shortened, without control and direction characters; null where it said nothing. */
  bankText: string | null;
}

const TRY_ANOTHER = 'Pay again with another card, account or UPI app.';

export const FAILURES: Readonly<Record<FailureKind, FailureWords>> = {
  cancelled: {
    title: 'You cancelled the payment',
    text: 'The payment was stopped on the bank’s page before it was complete.',
    nextStep: 'Pay again whenever you are ready.',
  },
  'insufficient-funds': {
    title: 'Not enough money in the account',
    text: 'The account or card that you chose does not have enough money for this payment.',
    nextStep: 'Add money to it, or pay again with another card, account or UPI app.',
  },
  'not-authenticated': {
    title: 'The bank could not confirm that it was you',
    text: 'The one-time password, PIN or card details were not accepted, or were not entered in time.',
    nextStep: 'Pay again with a fresh one-time password, and check the number or PIN as you type it.',
  },
  'limit-exceeded': {
    title: 'A limit was exceeded',
    text: 'The amount is above what your bank allows for one payment or one day.',
    nextStep: 'Raise the limit in your bank’s app, or pay by net banking or with another card.',
  },
  'timed-out': {
    title: 'The time to pay ran out',
    text: 'The bank or the UPI app did not get your confirmation in time.',
    nextStep: 'Pay again, and confirm it in your bank’s or UPI app within a few minutes.',
  },
  declined: {
    title: 'Your bank declined the payment',
    text: 'The card or account was not allowed to make this payment.',
    nextStep: `${TRY_ANOTHER} Your own bank can tell you why it said no.`,
  },
  technical: {
    title: 'A technical problem at the bank',
    text: 'The bank could not carry out the payment.',
    nextStep: `Wait a few minutes and pay again. ${TRY_ANOTHER}`,
  },
  unknown: {
    title: 'The bank did not accept this payment',
    text: 'Its reason is none that we know.',
    nextStep: `${TRY_ANOTHER} If it happens again, contact us.`,
  },
  unexplained: {
    title: 'Unknown error',
    text: 'The bank did not accept this payment and gave no reason.',
    nextStep: `${TRY_ANOTHER} If it happens again, contact us.`,
  },
};

export const BANK_ANSWER_WORDS: Readonly<Record<BankAnswer, string>> = {
  pending: 'The payment is still under way.',
  'not-found': 'There is no payment under this reference yet.',
  unreachable: 'The bank could not be reached. We try again.',
  undecided: 'The bank gave an answer that we have to look into.',
};

/** A payment that was sent to the bank and is not finally answered. Times are ISO 8601, UTC. */
export interface PublicUnclear {
  /** When the customer was last sent to the bank. */
  since: string;
  /** Null while the bank has not been asked since then. */
  lastAskedAt: string | null;
  /** In plain words; null while the bank has not been asked. */
  lastAnswer: string | null;
  lastAnswerKind: BankAnswer | null;
  /** Null when a person has taken over from the automatic check. */
  nextCheckAt: string | null;
}

export type PublicRefundState = 'requested' | 'accepted' | 'completed' | 'not-accepted';

/** `unknown` is ours to find out: to the customer the refund is requested until the bank has taken it. */
export const PUBLIC_REFUND_STATES: Readonly<Record<RefundStatus, PublicRefundState>> = {
  requested: 'requested',
  unknown: 'requested',
  processing: 'accepted',
  completed: 'completed',
  rejected: 'not-accepted',
};

export const REFUND_STATE_LABELS: Readonly<Record<PublicRefundState, string>> = {
  requested: 'Requested',
  accepted: 'Accepted – with the bank',
  completed: 'Completed',
  'not-accepted': 'Not accepted by the bank',
};

/** One refund as the customer follows it. */
export interface PublicRefund extends RefundReferences {
  /** Rupees. */
  amount: number;
  state: PublicRefundState;
  stateLabel: string;
  /** ISO 8601, UTC. */
  requestedAt: string;
  completedAt: string | null;
  /** Indian calendar days; null until the bank has accepted it, and once it was refused. */
  expected: ExpectedDays | null;
  /** Money that was taken twice: the payment and its token are untouched by it. */
  ofDuplicateCharge: boolean;
}

/** preparing: not yet handed to the bank · with-bank: the bank has accepted the refund · returned: the bank has paid it back. */
export type ReturnState = 'preparing' | 'with-bank' | 'returned';

/**
 * Money that the bank took for an upgrade and that could not be used, e.g. because its gold token had been refunded. The
 * customer gets no token for it; it is returned. Present on every answer about the payment, whatever its status.
 */
export interface PublicReturn {
  /** Rupees. */
  amount: number;
  /** When it was recorded that the bank had taken it. ISO 8601, UTC. */
  takenAt: string;
  state: ReturnState;
  /** When it is expected in the customer's account. Indian calendar days. */
  expected: ExpectedDays;
  /** When the bank confirmed that it was paid back. ISO 8601, UTC; null until then. */
  returnedAt: string | null;
  /** The same in a sentence. */
  text: string;
  /** Whom to ask. */
  contact: { phone: string; email: string };
}

/** What stands on a receipt. No more of the customer than {@link PublicPayment} shows: the link may be passed on. */
export interface PublicReceipt {
  paymentId: string;
  number: string;
  /** ISO 8601, UTC. */
  issuedAt: string;
  paidAt: string;
  /** `Gold token`, `Token upgrade: Gold to Platinum`. */
  purchase: string;
  tokenType: TokenType;
  /** Null unless it is an upgrade. */
  upgradeFrom: TokenType | null;
  upgradeTo: TokenType | null;
  tokenNumber: string;
  /** The whole amount was given back: the token number is void. */
  tokenVoid: boolean;
  originalTokenNumber: string | null;
  /** Rupees. */
  amount: number;
  amountInWords: string;
  refundedAmount: number;
  /** On its way back. */
  pendingRefundAmount: number;
  paymentMode: string;
  paymentModeKind: PaymentModeKind;
  /** The end of the bank's transaction number: enough to find it on a statement, too little to quote it. */
  bankReferenceEnd: string | null;
  customer: { name: string; email: string };
  refunds: PublicRefund[];
}

/** POST /api/payments/{paymentId}/send-receipt */
export interface SendReceiptData {
  paymentId: string;
  receiptNumber: string;
  /** Masked; always the recorded address. */
  to: string;
}
