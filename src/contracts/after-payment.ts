import type { ExpectedDays } from '../domain/calendar/bank-days.js';
import type { FailureKind } from '../domain/payment/failure-reasons.js';
import type { RefundReferences } from '../domain/refund/refund-references.js';
import type { PaymentModeKind } from '../domain/payment/payment-mode.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';
import type { ReceiptTerms } from './projects.js';
import type { BankAnswer } from '../domain/payment/unclear-payment.js';

/** Why the last attempt was not paid and what the customer can do, as texts for the customer. */
export interface FailureWords {
  /** The reason in a few words. */
  title: string;
  /** The reason in a sentence. */
  text: string;
  /** What the customer can do. */
  nextStep: string;
}

/** Why the last attempt was not paid. */
export interface PaymentFailure extends FailureWords {
  /** Kind of the failure, for programs that show their own texts. */
  kind: FailureKind;
  /** Response text of the bank, shortened, without control and direction characters; null when it gave none. */
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

/** A payment that was sent to the bank and has no final answer yet. */
export interface PublicUnclear {
  /** When the customer was last sent to the bank, ISO 8601 UTC. */
  since: string;
  /** Last STATUS check since then, ISO 8601 UTC; null without one. */
  lastAskedAt: string | null;
  /** Result of that check as a text for people; null without one. */
  lastAnswer: string | null;
  /** Result of that check, for programs; null without one. */
  lastAnswerKind: BankAnswer | null;
  /** When the bank is asked again, ISO 8601 UTC; null when automatic checks have ended and staff decide. */
  nextCheckAt: string | null;
}

/** State of a refund as the customer sees it. `reversed`: nobody here ordered it, the bank took the money back by itself · `not-sent`: the order never left for the bank. */
export type PublicRefundState = 'requested' | 'accepted' | 'completed' | 'reversed' | 'not-accepted' | 'not-sent';

export const REFUND_STATE_LABELS: Readonly<Record<PublicRefundState, string>> = {
  requested: 'Requested',
  accepted: 'Accepted – with the bank',
  completed: 'Completed',
  reversed: 'Returned by the bank',
  'not-accepted': 'Not accepted by the bank',
  'not-sent': 'Not sent to the bank',
};

/** One refund as the customer sees it. */
export interface PublicRefund extends RefundReferences {
  /** Amount in rupees. */
  amount: number;
  /** State of the refund, for programs. */
  state: PublicRefundState;
  /** State of the refund as a text for people. */
  stateLabel: string;
  /** When the refund was requested, ISO 8601 UTC. */
  requestedAt: string;
  /** When the refund was completed, ISO 8601 UTC; null until then. */
  completedAt: string | null;
  /**
   * IST days between which the money should arrive; null until the bank has accepted the refund, once it rejected it, and of
   * a `reversed` one.
   */
  expected: ExpectedDays | null;
  /** True for the refund of a duplicate charge, which leaves the payment and its token unchanged. */
  ofDuplicateCharge: boolean;
}

/**
 * `undecided`: an admin decides whether the payment is completed after all · `preparing`: the bank has not accepted a refund of all of it yet · `with-bank`: the bank has accepted the refund · `returned`: the
 * bank has completed the refund, or took the money back by itself.
 */
export type ReturnState = 'undecided' | 'preparing' | 'with-bank' | 'returned';

/**
 * Money that the bank took and that could not be used, for example because the last unit was sold before it came, or because the
 * gold token of an upgrade had been refunded. The customer has no token for it, or a void one; the money is returned unless `undecided`
 * ends otherwise. Present in every answer about the payment, whatever its status.
 */
export interface PublicReturn {
  /** Tier of the payment. */
  tokenType: TokenType;
  /** Name of the tier, in the catalogue of the payment. */
  tokenLabel: string;
  /** What the bank took, in rupees. */
  amount: number;
  /** What of it the bank has not given back yet, in rupees. */
  amountLeft: number;
  /** What of it the bank took back from us by itself, without a refund of ours, in rupees. */
  amountReversed: number;
  /** When the bank's capture was recorded, ISO 8601 UTC. */
  takenAt: string;
  /** How far the return is. */
  state: ReturnState;
  /** What it was paid for. */
  use: 'sale' | 'upgrade';
  /** True when a token was issued for it, whose number is void since the payment of the token that was upgraded was reversed. */
  revoked: boolean;
  /**
   * IST days between which the money should arrive in the customer's account: 3 to 5 bank days after the bank accepted the refund. While
   * `undecided` or `preparing`, as if it accepted it today, so the days move on. Null where the bank took all of it back by itself.
   */
  expected: ExpectedDays | null;
  /** When the bank completed the refund, or its taking back was recorded, ISO 8601 UTC; null until then. */
  returnedAt: string | null;
  /** All of this in sentences for the customer. */
  text: string;
  /** Phone number and email address of the support. */
  contact: { phone: string; email: string };
}

/**
 * The contents of a receipt. The customer's data is masked as in {@link PublicPayment}, since the link may be passed
 * on.
 */
export interface PublicReceipt {
  /** The agreement to terms under which it was paid; missing where none was asked for. */
  terms?: ReceiptTerms;
  /** Public id of the payment, part of its link. */
  paymentId: string;
  /** Receipt number, e.g. `RC-000001`. */
  number: string;
  /** When the receipt was issued, ISO 8601 UTC. */
  issuedAt: string;
  /** When the payment was completed, ISO 8601 UTC. */
  paidAt: string;
  /** What was bought, e.g. `Gold token` or `Token upgrade: Gold to Platinum`. */
  purchase: string;
  /** Tier that the payment is for. */
  tokenType: TokenType;
  /** Name of the tier, as it was sold. */
  tokenLabel: string;
  /** Tier before the upgrade; null unless the payment is an upgrade. */
  upgradeFrom: TokenType | null;
  /** Name of the tier before the upgrade, in the catalogue of that sale; null unless the payment is an upgrade. */
  upgradeFromLabel: string | null;
  /** Tier after the upgrade; null unless the payment is an upgrade. */
  upgradeTo: TokenType | null;
  /** Token number, e.g. `GO-000001`. */
  tokenNumber: string;
  /** True when the token number is void: refunded in full, or an upgrade that was revoked. */
  tokenVoid: boolean;
  /** Number of the token that replaced this one; null unless it was upgraded. */
  replacedBy: string | null;
  /** Number of the upgraded gold token; null unless the payment is an upgrade. */
  originalTokenNumber: string | null;
  /** Price in rupees. */
  amount: number;
  /** Price in English words. */
  amountInWords: string;
  /** Completed refunds in rupees. */
  refundedAmount: number;
  /** Refunds that the bank has not completed yet, in rupees. */
  pendingRefundAmount: number;
  /** Payment mode as a text for people. */
  paymentMode: string;
  /** Payment mode, for programs. */
  paymentModeKind: PaymentModeKind;
  /**
   * The last characters of the bank's transaction number, enough to find it on a statement; null when it is unknown.
   */
  bankReferenceEnd: string | null;
  /** First name and masked email address of the customer. */
  customer: { name: string; email: string };
  /** Registered name of the company, or its name where none is set. */
  issuer: string;
  /** Refunds of the payment, oldest first. */
  refunds: PublicRefund[];
}

/**
 * `valid`: the token is the customer's · `partRefunded`: it is, and a part of the money was given back · `refunding`: the
 * whole amount is being given back · `refunded`: it was, which voids the number · `reversed`: the bank took it back by itself · `upgraded`: another number replaced it · `void`:
 * the number is void for another reason.
 */
export type ReceiptState = 'valid' | 'partRefunded' | 'refunding' | 'refunded' | 'reversed' | 'upgraded' | 'void';

/** What whoever was shown a receipt may see: enough to compare it with, and how the payment stands. */
export interface ReceiptCheck {
  receipt: Pick<
    PublicReceipt,
    'paymentId' | 'number' | 'paidAt' | 'tokenType' | 'tokenLabel' | 'tokenNumber' | 'tokenVoid' | 'amount' | 'issuer'
  >;
  /** First name of the customer. */
  customerName: string;
  state: ReceiptState;
  /** Number of the token that replaced this one; null unless it was upgraded. */
  replacedBy: string | null;
}

/** POST /api/payments/{paymentId}/send-receipt */
export interface SendReceiptData {
  /** Public id of the payment. */
  paymentId: string;
  /** Receipt number, e.g. `RC-000001`. */
  receiptNumber: string;
  /** Masked form of the recorded address, to which the receipt is mailed. */
  to: string;
}

/**
 * State in the answer to POST /api/payments/verify-callback. `completed`: the bank's STATUS answer confirms the payment
 * · `confirming`: the bank cannot be reached or has not decided · `failed`: see `reason` · `returning`: the bank took
 * the money, but it could not be used and is being returned.
 */
export type VerificationState = 'completed' | 'confirming' | 'failed' | 'returning';

/**
 * `missing`: the request names no payment · `unverified`: the message cannot be verified · `refused`: the bank declined
 * the payment.
 */
export type VerifyReason = 'missing' | 'unverified' | 'refused';

/** Answer to POST /api/payments/verify-callback. */
export interface VerifyData {
  /** Result of the verification. */
  state: VerificationState;
  /** Why the verification failed; null unless `state` is `failed`. */
  reason: VerifyReason | null;
  /** Public id of the payment; null when no payment was found. */
  paymentId: string | null;
  /** Token number, e.g. `GO-000001`; `N/A` until the payment is completed, null when no payment was found. */
  tokenNumber: string | null;
  /** Address of the success page; null unless the payment is completed. */
  successUrl: string | null;
  /** What is known while `state` is `confirming`; null otherwise. */
  unclear: PublicUnclear | null;
  /** Why the payment failed, from the bank's answer; null where that does not say. */
  failure: PaymentFailure | null;
  /** The money that is being returned; null unless `state` is `returning`. */
  returning: PublicReturn | null;
  /** `pending`: a refund of the completed payment is on its way · `refunded`: it was refunded in full; null otherwise. */
  refund: 'pending' | 'refunded' | null;
}
