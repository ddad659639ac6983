import { type Withdrawal, withdrawalOf } from './link-care.js';
import { type AttemptStatus, canMove, isPaid, type PaymentStatus } from './payment-status.js';
import type { UpgradeReview } from '../upgrade/upgrade-rules.js';

/** Why a capture cannot complete its payment; a review is opened under this reason. */
export type CompletionDenial = UpgradeReview | 'quota_sold_out';

/** Where the evidence came from. Recorded, and without influence on the decision. */
export type EvidenceSource = 'return' | 'advice' | 'poll' | 'staff' | 'cli' | 'customer' | 'system';

/** What is known to have happened. `captured`, `declined`, `bank-cancelled` come from STATUS alone (docs/product.md#completion). */
export type Evidence =
  | { kind: 'sent' }
  | {
      kind: 'captured';
      txnId: string;
      /** Paise; null when the bank named no readable amount. */
      amount: number | null;
      /** ISO number as the bank sent it, e.g. `356`; null when it sent none. */
      currency: string | null;
      /** An admin has made room for a capture that found no unit left, and STATUS has just confirmed it again. */
      isAccepted?: boolean;
    }
  | { kind: 'declined'; code: string; text: string }
  | { kind: 'bank-cancelled'; code: string; text: string }
  /** STATUS no longer confirms a capture: not found, requested, in error, or without any answer for seven days. */
  | { kind: 'unconfirmed'; bankAnswer: 'not-found' | 'pending' | 'error-state' | 'no-answer'; code: string }
  | { kind: 'expired' }
  /**
   * Staff cancel the link; `note` is free text for the payment's history. `unpaidAt`: when a STATUS answer showed no money and
   * none under way for the attempt that the customer opened at the bank.
   */
  | { kind: 'link-cancelled'; reason: Withdrawal; note: string | null; unpaidAt?: Date | null }
  | { kind: 'reissued' }
  /** Completed refunds have reached the whole amount. */
  | { kind: 'refunded' };

/** The stored payment and the attempt that the evidence is about. */
export interface Situation {
  status: PaymentStatus;
  statusReason: string | null;
  /** Paise. */
  amount: number;
  /** Why a capture cannot complete the payment, e.g. the token that it upgrades was refunded. Null or missing: it can. */
  completionDenial?: CompletionDenial | null;
  attempt: {
    status: AttemptStatus;
    /** Paise. */
    amount: number;
    isOpen: boolean;
    /** The customer was sent to the bank's page. */
    isSent: boolean;
    /** When the customer was last sent there. */
    lastSentAt?: Date | null;
    txnId: string | null;
    /** A capture that completed nothing. */
    isExcess?: boolean;
  } | null;
}

export type Decision =
  /** The status changes. */
  | { verdict: 'moved'; to: PaymentStatus; reason: string | null; late: boolean }
  /** Nothing changes: a repetition, or evidence about an attempt that is closed. */
  | { verdict: 'ignored'; reason: string }
  /** Excess capture: recorded on the attempt, the payment keeps its status, a review is opened. */
  | { verdict: 'excess'; review: 'excess_capture' | CompletionDenial; onSameInvoice: boolean }
  /** The evidence contradicts what is stored: a review is opened. */
  | { verdict: 'refused'; review: ReviewReason };

export type ReviewReason =
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'merchant_mismatch'
  | 'reference_mismatch'
  | 'second_capture'
  | 'bank_reversal'
  | 'capture_unconfirmed'
  | 'txn_reused'
  | 'unresolved_at_bank';

const INR = '356';

/** What evidence does to a payment (docs/product.md#statuses). Pure and idempotent. */
export function decide(situation: Situation, evidence: Evidence): Decision {
  switch (evidence.kind) {
    case 'captured':
      return decideCapture(situation, evidence);
    case 'declined':
      return decideRefusal(situation, 'failed', 'declined');
    case 'bank-cancelled':
      return decideRefusal(situation, 'cancelled', 'cancelled_by_customer');
    case 'unconfirmed':
      return decideUnconfirmed(situation);
    case 'sent':
      return decideSending(situation);
    case 'expired':
      return decideExpiry(situation);
    case 'link-cancelled':
      return decideWithdrawal(situation, evidence.reason, evidence.unpaidAt ?? null);
    case 'refunded':
      return move(situation.status, 'refunded', null);
    case 'reissued':
      return decideReissue(situation);
  }
}

type Captured = Evidence & { kind: 'captured' };

function decideCapture(situation: Situation, evidence: Captured): Decision {
  const { attempt, status } = situation;
  if (!attempt) return { verdict: 'refused', review: 'reference_mismatch' };
  if (attempt.status === 'captured') {
    if (attempt.txnId === evidence.txnId) return decideAccepted(situation, evidence);
    if (isForeign(evidence)) return { verdict: 'refused', review: 'currency_mismatch' };
    // Paid twice on one invoice. Without an amount no refund can be ordered.
    if (evidence.amount === null || evidence.amount < 1) return { verdict: 'refused', review: 'second_capture' };
    return { verdict: 'excess', review: 'excess_capture', onSameInvoice: true };
  }
  if (isForeign(evidence)) return { verdict: 'refused', review: 'currency_mismatch' };
  if (evidence.amount !== attempt.amount || evidence.amount !== situation.amount) {
    return { verdict: 'refused', review: 'amount_mismatch' };
  }
  if (isPaid(status)) return { verdict: 'excess', review: 'excess_capture', onSameInvoice: false };
  const { completionDenial } = situation;
  if (completionDenial) return { verdict: 'excess', review: completionDenial, onSameInvoice: false };
  return { verdict: 'moved', to: 'completed', reason: null, late: !attempt.isOpen || isClosed(status) };
}

/** The same capture again changes nothing, unless an admin has made room for it. */
function decideAccepted({ attempt, status, ...situation }: Situation, evidence: Captured): Decision {
  const isUnused = attempt?.isExcess === true && !isPaid(status) && !situation.completionDenial;
  const isSame = evidence.amount === attempt?.amount && evidence.amount === situation.amount && !isForeign(evidence);
  if (!evidence.isAccepted || !isUnused || !isSame) return { verdict: 'ignored', reason: 'already_captured' };
  return { verdict: 'moved', to: 'completed', reason: null, late: true };
}

/** A currency other than rupees; none named counts as rupees. */
function isForeign({ currency }: { currency: string | null }): boolean {
  return currency !== null && currency !== INR;
}

function isClosed(status: PaymentStatus): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** Counts for the open attempt only. After a capture it is a reversal, which goes to review. */
function decideRefusal(situation: Situation, to: 'failed' | 'cancelled', reason: string): Decision {
  const { attempt, status } = situation;
  if (attempt?.status === 'captured') return { verdict: 'refused', review: 'bank_reversal' };
  if (isPaid(status)) return { verdict: 'ignored', reason: 'already_paid' };
  if (!attempt?.isOpen) return { verdict: 'ignored', reason: 'attempt_closed' };
  return move(status, to, reason);
}

/** Ignored before a capture and after a full refund. */
function decideUnconfirmed({ attempt, status }: Situation): Decision {
  if (attempt?.status !== 'captured') return { verdict: 'ignored', reason: 'not_captured' };
  if (status === 'refunded') return { verdict: 'ignored', reason: 'refunded' };
  return { verdict: 'refused', review: 'capture_unconfirmed' };
}

function decideExpiry(situation: Situation): Decision {
  if (isClosed(situation.status)) return { verdict: 'ignored', reason: 'already_closed' };
  return move(situation.status, 'cancelled', 'link_expired');
}

/** Ignored when staff cancelled the link while the customer pressed Pay. */
function decideSending(situation: Situation): Decision {
  const withdrawal = withdrawalOf(situation);
  if (withdrawal === null) return move(situation.status, 'initiated', null);
  return { verdict: 'ignored', reason: withdrawal };
}

/** Ignored while the customer may be paying, unless STATUS has just shown no money. A replaced link stays replaced. */
function decideWithdrawal(situation: Situation, reason: Withdrawal, unpaidAt: Date | null): Decision {
  const { status } = situation;
  const earlier = withdrawalOf(situation);
  if (earlier === reason || earlier === 'contact_corrected') return { verdict: 'ignored', reason: 'already_closed' };
  if (isAtBank(situation) && !isAnsweredSinceSent(situation, unpaidAt))
    return { verdict: 'ignored', reason: 'at_bank' };
  // Ended by the customer or by expiry before: only the reason changes.
  if (status === 'cancelled') return { verdict: 'moved', to: 'cancelled', reason, late: false };
  return move(status, 'cancelled', reason);
}

function isAtBank({ status, attempt }: Situation): boolean {
  return status === 'initiated' || (attempt !== null && attempt.isOpen && attempt.isSent);
}

/** False when the customer was sent to the bank again after that STATUS answer. */
function isAnsweredSinceSent({ attempt }: Situation, unpaidAt: Date | null): boolean {
  if (unpaidAt === null) return false;
  const sentAt = attempt?.lastSentAt ?? null;
  return sentAt === null || sentAt <= unpaidAt;
}

/** A link that was replaced for a wrong contact is never reissued. */
function decideReissue(situation: Situation): Decision {
  if (withdrawalOf(situation) === 'contact_corrected') return { verdict: 'ignored', reason: 'replaced' };
  return move(situation.status, 'pending', null);
}

function move(from: PaymentStatus, to: PaymentStatus, reason: string | null): Decision {
  if (from === to) return { verdict: 'ignored', reason: 'same_status' };
  if (!canMove(from, to)) return { verdict: 'ignored', reason: isPaid(from) ? 'already_paid' : 'not_allowed' };
  return { verdict: 'moved', to, reason, late: false };
}
