import { type AttemptStatus, canMove, isPaid, type PaymentStatus } from './payment-status.js';

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
  | { kind: 'expired' }
  | { kind: 'link-cancelled' }
  | { kind: 'reissued' }
  /** Settled refunds have reached the whole amount. */
  | { kind: 'refunded' };

/** The payment, and the attempt that the evidence is about, as stored. */
export interface Situation {
  status: PaymentStatus;
  /** Paise. */
  amount: number;
  attempt: {
    status: AttemptStatus;
    /** Paise. */
    amount: number;
    isOpen: boolean;
    txnId: string | null;
  } | null;
}

export type Decision =
  /** The status changes by this one edge. */
  | { verdict: 'moved'; to: PaymentStatus; reason: string | null; late: boolean }
  /** Nothing to change; a repetition, or news about an attempt that no longer counts. */
  | { verdict: 'ignored'; reason: string }
  /** Real money beyond the price: the attempt is recorded as captured, the payment is not touched but flagged. */
  | { verdict: 'excess'; review: 'excess_capture'; onSameInvoice: boolean }
  /** The evidence contradicts what is stored; a person has to look. */
  | { verdict: 'refused'; review: ReviewReason };

export type ReviewReason =
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'merchant_mismatch'
  | 'reference_mismatch'
  | 'second_capture'
  | 'bank_reversal'
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
    case 'sent':
      return move(situation.status, 'initiated', null);
    case 'expired':
      return decideExpiry(situation, 'link_expired');
    case 'link-cancelled':
      return decideExpiry(situation, 'cancelled_by_staff');
    case 'refunded':
      return move(situation.status, 'refunded', null);
    case 'reissued':
      return move(situation.status, 'pending', null);
  }
}

function decideCapture(situation: Situation, evidence: Evidence & { kind: 'captured' }): Decision {
  const { attempt, status } = situation;
  if (!attempt) return { verdict: 'refused', review: 'reference_mismatch' };
  if (attempt.status === 'captured') {
    if (attempt.txnId === evidence.txnId) return { verdict: 'ignored', reason: 'already_captured' };
    // Paid twice on one invoice. Without an amount there is nothing that could be given back by itself.
    if (evidence.amount === null || evidence.amount < 1) return { verdict: 'refused', review: 'second_capture' };
    return { verdict: 'excess', review: 'excess_capture', onSameInvoice: true };
  }
  if (evidence.currency !== null && evidence.currency !== INR)
    return { verdict: 'refused', review: 'currency_mismatch' };
  if (evidence.amount !== attempt.amount || evidence.amount !== situation.amount) {
    return { verdict: 'refused', review: 'amount_mismatch' };
  }
  if (isPaid(status)) return { verdict: 'excess', review: 'excess_capture', onSameInvoice: false };
  return { verdict: 'moved', to: 'completed', reason: null, late: !attempt.isOpen || isClosed(status) };
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

function decideExpiry(situation: Situation, reason: string): Decision {
  if (isClosed(situation.status)) return { verdict: 'ignored', reason: 'already_closed' };
  return move(situation.status, 'cancelled', reason);
}

function move(from: PaymentStatus, to: PaymentStatus, reason: string | null): Decision {
  if (from === to) return { verdict: 'ignored', reason: 'same_status' };
  if (!canMove(from, to)) return { verdict: 'ignored', reason: isPaid(from) ? 'already_paid' : 'not_allowed' };
  return { verdict: 'moved', to, reason, late: false };
}
