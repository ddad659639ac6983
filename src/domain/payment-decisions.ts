import { type Withdrawal, withdrawalOf } from './link-care.js';
import { type AttemptStatus, canMove, isPaid, type PaymentStatus } from './payment-status.js';
import type { UpgradeReview } from './upgrade-rules.js';

/** Who brought the evidence. It never weighs in the decision; it is written beside it. */
export type EvidenceSource = 'return' | 'advice' | 'poll' | 'staff' | 'cli' | 'customer' | 'system';

/** What is known about a payment. Only the bank's STATUS answer makes `captured`, `declined` and `bank-cancelled`. */
export type Evidence =
  | { kind: 'sent' }
  | {
      kind: 'captured';
      txnId: string;
      /** Paise; null when the bank named no readable amount. */
      amount: number | null;
      /** ISO number as the bank sent it, e.g. `356`; null when it sent none. */
      currency: string | null;
    }
  | { kind: 'declined'; code: string; text: string }
  | { kind: 'bank-cancelled'; code: string; text: string }
  /** STATUS does not confirm a capture any more: not found, requested, or in error. */
  | { kind: 'unconfirmed'; bankAnswer: 'not-found' | 'pending' | 'error-state'; code: string }
  | { kind: 'expired' }
  /**
   * Staff cancel the link; `note` is their own words, for the payment's history. `unpaidAt`: when the bank was asked about
   * the attempt that the customer has opened there, and answered that it has no money and none under way.
   */
  | { kind: 'link-cancelled'; reason: Withdrawal; note: string | null; unpaidAt?: Date | null }
  | { kind: 'reissued' }
  /** Settled refunds have reached the whole amount. */
  | { kind: 'refunded' };

/** The payment, and the attempt that the evidence is about, as stored. */
export interface Situation {
  status: PaymentStatus;
  statusReason: string | null;
  /** Paise. */
  amount: number;
  /** Why a capture cannot complete the payment, e.g. the token that it upgrades was refunded. Null or missing: it can. */
  completionDenial?: UpgradeReview | null;
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
  } | null;
}

export type Decision =
  /** The status changes by this one edge. */
  | { verdict: 'moved'; to: PaymentStatus; reason: string | null; late: boolean }
  /** Nothing to change; a repetition, or news about an attempt that no longer counts. */
  | { verdict: 'ignored'; reason: string }
  /** Real money that cannot be used: the attempt is recorded as captured, the payment keeps its status and is flagged. */
  | { verdict: 'excess'; review: 'excess_capture' | UpgradeReview; onSameInvoice: boolean }
  /** The evidence contradicts what is stored; a person has to look. */
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

/** The rule of rules: what a piece of evidence does to a payment. Pure; repeating it changes nothing. */
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

function decideCapture(situation: Situation, evidence: Evidence & { kind: 'captured' }): Decision {
  const { attempt, status } = situation;
  if (!attempt) return { verdict: 'refused', review: 'reference_mismatch' };
  if (attempt.status === 'captured') {
    if (attempt.txnId === evidence.txnId) return { verdict: 'ignored', reason: 'already_captured' };
    if (isForeign(evidence)) return { verdict: 'refused', review: 'currency_mismatch' };
    // Paid twice on one invoice. Without an amount there is nothing that could be given back by itself.
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

/** An amount counts in rupees only; an answer that names no currency is about rupees. */
function isForeign({ currency }: { currency: string | null }): boolean {
  return currency !== null && currency !== INR;
}

function isClosed(status: PaymentStatus): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** A refusal counts only for the open attempt. After a capture it is a reversal, and no status follows from it by itself. */
function decideRefusal(situation: Situation, to: 'failed' | 'cancelled', reason: string): Decision {
  const { attempt, status } = situation;
  if (attempt?.status === 'captured') return { verdict: 'refused', review: 'bank_reversal' };
  if (isPaid(status)) return { verdict: 'ignored', reason: 'already_paid' };
  if (!attempt?.isOpen) return { verdict: 'ignored', reason: 'attempt_closed' };
  return move(status, to, reason);
}

/** Before a capture it is the ordinary "not yet". Once all of the money was given back, nothing is at stake. */
function decideUnconfirmed({ attempt, status }: Situation): Decision {
  if (attempt?.status !== 'captured') return { verdict: 'ignored', reason: 'not_captured' };
  if (status === 'refunded') return { verdict: 'ignored', reason: 'refunded' };
  return { verdict: 'refused', review: 'capture_unconfirmed' };
}

function decideExpiry(situation: Situation): Decision {
  if (isClosed(situation.status)) return { verdict: 'ignored', reason: 'already_closed' };
  return move(situation.status, 'cancelled', 'link_expired');
}

/** Whoever pressed pay on a link at the moment when staff took it back is not sent to the bank. */
function decideSending(situation: Situation): Decision {
  const withdrawal = withdrawalOf(situation);
  if (withdrawal === null) return move(situation.status, 'initiated', null);
  return { verdict: 'ignored', reason: withdrawal };
}

/** Never while the customer may be paying, unless the bank has just answered that nothing is. A replaced link stays replaced. */
function decideWithdrawal(situation: Situation, reason: Withdrawal, unpaidAt: Date | null): Decision {
  const { status } = situation;
  const earlier = withdrawalOf(situation);
  if (earlier === reason || earlier === 'contact_corrected') return { verdict: 'ignored', reason: 'already_closed' };
  if (isAtBank(situation) && !isAnsweredSinceSent(situation, unpaidAt))
    return { verdict: 'ignored', reason: 'at_bank' };
  // Stopped by the customer or by its time before: the status stays, only the reason is another.
  if (status === 'cancelled') return { verdict: 'moved', to: 'cancelled', reason, late: false };
  return move(status, 'cancelled', reason);
}

function isAtBank({ status, attempt }: Situation): boolean {
  return status === 'initiated' || (attempt !== null && attempt.isOpen && attempt.isSent);
}

/** False when the customer was sent to the bank again after the bank was asked. */
function isAnsweredSinceSent({ attempt }: Situation, unpaidAt: Date | null): boolean {
  if (unpaidAt === null) return false;
  const sentAt = attempt?.lastSentAt ?? null;
  return sentAt === null || sentAt <= unpaidAt;
}

/** A new life for the old link would bring back the wrong contact. */
function decideReissue(situation: Situation): Decision {
  if (withdrawalOf(situation) === 'contact_corrected') return { verdict: 'ignored', reason: 'replaced' };
  return move(situation.status, 'pending', null);
}

function move(from: PaymentStatus, to: PaymentStatus, reason: string | null): Decision {
  if (from === to) return { verdict: 'ignored', reason: 'same_status' };
  if (!canMove(from, to)) return { verdict: 'ignored', reason: isPaid(from) ? 'already_paid' : 'not_allowed' };
  return { verdict: 'moved', to, reason, late: false };
}
