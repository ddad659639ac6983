import type { AnyReviewReason } from '../../src/domain/payment/review-rules.js';
import type { PaymentStatus } from '../../src/domain/payment/payment-status.js';
import type { BankFact } from './facts.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import {
  type AttemptRecord,
  type Done,
  FIRST_VERSION,
  type PaymentRecord,
  type Records,
  type ReviewRecord,
  type VersionRecord,
} from './records.js';

/** `OK`, or the code of the refusal. */
export type Verdict = string;

/** Beside a pending word: nobody has started to pay. */
export const NO_PAYER = new Set(['P0030', 'P0039']);
export const WITHDRAWN = new Set(['cancelled_by_staff', 'contact_corrected']);
export const DOUBTS: AnyReviewReason[] = ['bank_reversal', 'capture_unconfirmed'];
/** The bank named a capture that could not be stored. */
export const AMOUNT_DOUBTS: AnyReviewReason[] = ['amount_mismatch', 'currency_mismatch', 'second_capture'];
/** The bank has taken money of another sum than the price. */
const SUM_DOUBTS: AnyReviewReason[] = ['amount_mismatch', 'currency_mismatch'];
/** The bank has taken money that completed nothing. */
const WAITING_MONEY: AnyReviewReason[] = ['quota_sold_out', ...SUM_DOUBTS];
export const DUPLICATES: AnyReviewReason[] = [
  'excess_capture',
  'upgrade_duplicate',
  'upgrade_source_refunded',
  'quota_sold_out',
];
type Paid = BankFact & { type: 'status'; outcome: 'paid' };
export const UNDER_WAY = new Set(['requested', 'processing', 'unknown']);

/** What happened cannot have happened by the rules. */
export class RuleBroken extends Error {}

/** What the business allows and how it refuses, read off the records. */
export class Verdicts {
  /** Answers that an actor has been given in the step under way, newest last: some commands ask the bank first. */
  protected readonly answers = new Map<string, BankFact[]>();
  /** Status answers that came while the customer was at the bank. */
  protected readonly heardAtBank = new Set<BankFact>();

  constructor(readonly records: Records) {}

  /** What the rules say to a command as things stand. */
  verdict(done: Done, now: number): Verdict {
    const payment = done.payment === undefined ? undefined : this.records.payments.get(done.payment);
    if (done.payment !== undefined && !payment) return 'PAYMENT_NOT_FOUND';
    switch (done.name) {
      case 'create':
        return this.createVerdict(done.project!, done.tier!, done.amount!, now);
      case 'initiate':
        return this.initiateVerdict(payment!, done, now);
      case 'reissue':
        return this.reissueVerdict(payment!, now);
      case 'cancel':
        return this.cancelVerdict(payment!, done.actor, now);
      case 'correct':
        return this.correctVerdict(payment!, now);
      case 'refund':
        return this.refundVerdict(payment!, done.amount!, done.txn ?? null);
      case 'upgrade':
        return this.newUpgradeVerdict(payment!, done.to!, now);
      case 'reset':
        return this.resetVerdict(payment!, now);
      case 'decide':
        return this.decideVerdict(done);
      default:
        return 'OK';
    }
  }

  protected createVerdict(project: string, tier: string, amount: number, now: number): Verdict {
    if (this.records.closed.has(project)) return 'PROJECT_CLOSED';
    const sold = this.versionOf(project, now).tiers[tier];
    if (!sold?.offered) return 'TIER_NOT_SOLD';
    if (amount !== sold.price) return 'AMOUNT_MISMATCH';
    return this.unitsLeft(project, tier) === 0 ? 'QUOTA_SOLD_OUT' : 'OK';
  }

  private initiateVerdict(payment: PaymentRecord, { actor, terms }: Done, now: number): Verdict {
    if (payment.status === 'refunded') return 'REFUNDED';
    if (payment.status === 'completed') return 'ALREADY_PAID';
    if (payment.status === 'cancelled' && WITHDRAWN.has(payment.reason ?? ''))
      return payment.reason === 'contact_corrected' ? 'LINK_REPLACED' : 'LINK_WITHDRAWN';
    if (this.replacedBy(payment).some(({ status }) => status === 'completed')) return 'ALREADY_PAID';
    if (payment.expiresAt <= now) return 'LINK_EXPIRED';
    const inForce = this.termsOf(payment.project, now);
    if (inForce !== null && terms !== String(inForce)) return terms === undefined ? 'TERMS_REQUIRED' : 'TERMS_CHANGED';
    if ([payment, ...this.replacedBy(payment)].some(({ id }) => this.isUndecided(id, SUM_DOUBTS)))
      return 'MONEY_ARRIVED';
    if (payment.source !== null && this.isReversalOpen(payment.source)) return 'REVERSAL_UNDECIDED';
    if (payment.source !== null && this.hasWaitingUpgrade(payment.source)) return 'UPGRADE_CLOSED';
    const open = this.openAttempt(payment.id);
    const answer = this.answers.get(actor)?.findLast((fact) => fact.type === 'invoice');
    if (!open || open.status !== 'open') return answer?.outcome === 'refused' ? 'BANK_REFUSED' : 'BANK_UNAVAILABLE';
    return this.revivalVerdict(payment);
  }

  /** The token of an upgrade is asked before the limit, in the order in which both are locked. */
  private revivalVerdict(payment: PaymentRecord): Verdict {
    const verdict = this.reopenVerdict(payment);
    return verdict === 'OK' && this.needsUnit(payment) ? 'QUOTA_SOLD_OUT' : verdict;
  }

  /** A failed upgrade lives again only while it could be given. */
  private reopenVerdict(payment: PaymentRecord): Verdict {
    if (payment.source === null) return 'OK';
    if (this.isReversalOpen(payment.source)) return 'REVERSAL_UNDECIDED';
    if (this.hasWaitingUpgrade(payment.source)) return 'UPGRADE_CLOSED';
    if (payment.upgrade === 'pending') return 'OK';
    const hasExcess = this.capturesOf(payment.id).some(({ excess }) => excess);
    return hasExcess || this.upgradeVerdict(this.payment(payment.source), true) !== 'OK' ? 'UPGRADE_CLOSED' : 'OK';
  }

  private reissueVerdict(payment: PaymentRecord, now: number): Verdict {
    if (this.records.closed.has(payment.project)) return 'PROJECT_CLOSED';
    if (isPaid(payment)) return 'ALREADY_PAID';
    if (isInProgress(payment) && payment.expiresAt > now) return 'LINK_STILL_LIVE';
    if (payment.reason === 'contact_corrected') return 'LINK_REPLACED';
    if (this.hasWaitingMoney(payment)) return 'MONEY_ARRIVED';
    return this.saleVerdict(payment) ?? this.revivalVerdict(payment);
  }

  protected correctVerdict(payment: PaymentRecord, now: number): Verdict {
    if (payment.source !== null) return 'UPGRADE_CONTACT_FIXED';
    const denial = this.withdrawalVerdict(payment) ?? (this.isAtBank(payment) ? 'LINK_AT_BANK' : null);
    if (denial !== null) return denial;
    // A link that has ended would be made anew.
    const isWithdrawn = payment.status === 'cancelled' && WITHDRAWN.has(payment.reason ?? '');
    if ((isWithdrawn || payment.expiresAt <= now) && this.records.closed.has(payment.project)) return 'PROJECT_CLOSED';
    const sale = this.saleVerdict(payment);
    if (sale !== null) return sale;
    if (this.hasWaitingMoney(payment)) return 'MONEY_ARRIVED';
    return this.needsUnit(payment) ? 'QUOTA_SOLD_OUT' : 'OK';
  }

  /** Taken by the bank after the last unit was sold, or of another sum: another link would take it twice. */
  private hasWaitingMoney({ id, source }: PaymentRecord): boolean {
    if (this.isUndecided(id, SUM_DOUBTS)) return true;
    return source === null && this.capturesOf(id).some(({ excess }) => excess);
  }

  /** Money on a link that this one replaced: one sale is paid once. */
  private saleVerdict(payment: PaymentRecord): Verdict | null {
    const replaced = this.replacedBy(payment);
    if (replaced.some(({ status }) => status === 'completed')) return 'ALREADY_PAID';
    return replaced.some(({ id }) => this.isUndecided(id)) ? 'MONEY_ARRIVED' : null;
  }

  /** Money for an upgrade of the token that completed nothing. */
  private hasWaitingUpgrade(gold: string): boolean {
    return this.upgradesOf(gold).some(({ id }) => this.isUndecided(id));
  }

  private isUndecided(payment: string, reasons = WAITING_MONEY): boolean {
    return this.records.reviews.some(
      (each) => each.payment === payment && reasons.includes(each.reason) && each.state !== 'decided',
    );
  }

  protected withdrawalVerdict(payment: PaymentRecord): Verdict | null {
    if (isPaid(payment)) return 'ALREADY_PAID';
    return payment.status === 'cancelled' && payment.reason === 'contact_corrected' ? 'LINK_REPLACED' : null;
  }

  private cancelVerdict(payment: PaymentRecord, actor: string, now: number): Verdict {
    const denial = this.withdrawalVerdict(payment);
    if (denial !== null) return denial;
    // Asked first; what follows is about earlier attempts, of which money alone matters.
    const heard = this.answers.get(actor)?.filter((fact) => fact.type === 'status');
    const answer = heard?.find((fact) => this.heardAtBank.has(fact));
    const isRefunded = answer?.outcome === 'paid' && this.isRefundedAtBank(payment, answer);
    if (answer?.outcome === 'paid' && (!isRefunded || this.isUndecided(payment.id, SUM_DOUBTS))) return 'MONEY_ARRIVED';
    if (this.isAtBank(payment)) {
      const isClear =
        answer !== undefined &&
        (isRefunded ||
          ['not-found', 'declined', 'cancelled'].includes(answer.outcome) ||
          (answer.outcome === 'pending' && NO_PAYER.has(answer.code)));
      const hasNobody = ![...this.records.attempts.values()].some((each) => each.payment === payment.id && each.sent);
      if (!isClear && !hasNobody) return 'LINK_AT_BANK';
      return payment.status === 'cancelled' && WITHDRAWN.has(payment.reason ?? '') ? 'LINK_ALREADY_CANCELLED' : 'OK';
    }
    if (answer && !isRefunded && !['not-found', 'declined', 'cancelled', 'pending'].includes(answer.outcome))
      return 'LINK_AT_BANK';
    if (payment.status === 'cancelled' && WITHDRAWN.has(payment.reason ?? '')) return 'LINK_ALREADY_CANCELLED';
    return payment.expiresAt <= now ? 'LINK_EXPIRED' : 'OK';
  }

  /** The bank goes on calling it paid; another transaction, sum or currency is news. */
  private isRefundedAtBank({ id }: PaymentRecord, { txn, amount, currency }: Paid): boolean {
    return this.records.reviews.some(
      (each) =>
        each.payment === id &&
        SUM_DOUBTS.includes(each.reason) &&
        each.reference === `${txn}:${amount ?? ''}:${currency ?? ''}` &&
        each.decision === 'refunded_at_bank',
    );
  }

  /** @param txn null: the payment's own capture */
  protected refundVerdict(payment: PaymentRecord, amount: number, txn: string | null): Verdict {
    if (!this.records.refundsOn) return 'REFUNDS_DISABLED';
    const denial = this.refundDenial(payment, amount, txn);
    if (denial !== 'OK') return denial;
    const capture = this.captureOf(payment.id, txn)!;
    return this.isDoubtOpen(payment.id, capture.txn!) ? 'REVERSAL_UNDECIDED' : 'OK';
  }

  protected refundDenial(payment: PaymentRecord, amount: number, txn: string | null, isReversal = false): Verdict {
    const capture = this.captureOf(payment.id, txn);
    if (txn !== null && !capture) return 'DUPLICATE_CHARGE_NOT_FOUND';
    if (amount < 1) return 'REFUND_NOT_POSITIVE';
    if (!capture?.excess) {
      if (payment.status === 'refunded') return 'ALREADY_REFUNDED';
      if (payment.status !== 'completed') return 'NOT_PAID';
      if (!isReversal) {
        if (this.upgradesOf(payment.id).some((each) => each.stands && each.status !== 'refunded'))
          return 'TOKEN_UPGRADED';
        if (this.upgradesOf(payment.id).some((each) => each.upgrade === 'pending')) return 'UPGRADE_OPEN';
      }
    }
    const captured = capture?.amount ?? payment.amount;
    if (amount > captured) return 'REFUND_EXCEEDS_PAYMENT';
    return amount > captured - (capture?.reserved ?? 0) ? 'REFUND_EXCEEDS_REST' : 'OK';
  }

  protected newUpgradeVerdict(lower: PaymentRecord, to: string, now: number): Verdict {
    if (this.records.closed.has(lower.project)) return 'PROJECT_CLOSED';
    const offer = this.offersOf(lower, now).find((each) => each.to === to);
    const denial = this.upgradeVerdict(lower, offer !== undefined);
    if (denial !== 'OK') return denial;
    return this.unitsLeft(lower.project, to) === 0 ? 'QUOTA_SOLD_OUT' : 'OK';
  }

  /** @param hasPath the catalogue in force leads on from it; a link keeps the path under which it was made */
  protected upgradeVerdict(gold: PaymentRecord, hasPath: boolean): Verdict {
    const upgrades = this.upgradesOf(gold.id);
    if (upgrades.some(({ stands }) => stands)) return 'ALREADY_UPGRADED';
    if (!hasPath && !upgrades.some(({ upgrade }) => upgrade === 'pending')) return 'UPGRADE_NOT_AVAILABLE';
    if (gold.status === 'refunded') return 'TOKEN_HAS_REFUND';
    if (gold.status !== 'completed') return 'TOKEN_NOT_PAID';
    if (gold.reserved > 0) return 'TOKEN_HAS_REFUND';
    if (this.isReversalOpen(gold.id)) return 'REVERSAL_UNDECIDED';
    if (this.hasWaitingUpgrade(gold.id)) return 'MONEY_ARRIVED';
    return upgrades.some(({ upgrade }) => upgrade === 'pending') ? 'UPGRADE_PENDING' : 'OK';
  }

  private resetVerdict(gold: PaymentRecord, now: number): Verdict {
    const upgrades = this.upgradesOf(gold.id);
    if (upgrades.length === 0 && this.offersOf(gold, now).length === 0) return 'UPGRADE_NOT_AVAILABLE';
    if (upgrades.some(({ stands }) => stands)) return 'ALREADY_UPGRADED';
    if (upgrades.some(({ upgrade }) => upgrade === 'pending')) return 'UPGRADE_PENDING';
    return upgrades.some(({ upgrade }) => upgrade === 'failed') ? 'OK' : 'NO_FAILED_UPGRADE';
  }

  private decideVerdict({ actor, review: id, decision }: Done): Verdict {
    const review = this.records.reviews.find((each) => each.id === id);
    if (!review) return 'REVIEW_NOT_FOUND';
    // Repeated by the same person it is no error.
    if (review.state !== 'open') return review.decision === decision ? 'OK' : 'REVIEW_DECIDED';
    if (!this.decisionsOf(review).includes(decision!)) return 'DECISION_NOT_ALLOWED';
    return decision === 'raise_quota' ? this.completionVerdict(review, actor) : 'OK';
  }

  /** The bank is asked first, and has to confirm the same capture. */
  private completionVerdict({ payment: id, reference }: ReviewRecord, actor: string): Verdict {
    const payment = this.payment(id);
    const capture = this.captureOf(id, reference)!;
    const answer = this.answers.get(actor)?.findLast((fact) => fact.type === 'status');
    if (answer?.outcome !== 'paid' || answer.txn !== reference) return 'CAPTURE_NOT_CONFIRMED';
    const isSame = answer.amount === capture.amount && (answer.currency === null || answer.currency === '356');
    return isSame && this.sourceDenial(payment) === null ? 'OK' : 'DECISION_NOT_ALLOWED';
  }

  /** Money for an upgrade that the token's state does not allow any more. */
  protected sourceDenial(payment: PaymentRecord): AnyReviewReason | null {
    if (payment.source === null) return null;
    const gold = this.payment(payment.source);
    if (this.upgradesOf(gold.id).some(({ stands }) => stands)) return 'upgrade_duplicate';
    return gold.status !== 'completed' || gold.reserved > 0 ? 'upgrade_source_refunded' : null;
  }

  /** What an admin may decide about it now. `close_not_paid` also needs the bank's last word, which is not in the model. */
  decisionsOf(review: ReviewRecord): string[] {
    const { reason, payment, reference } = review;
    const isAboutCapture = DUPLICATES.includes(reason) || DOUBTS.includes(reason);
    const capture = isAboutCapture ? this.capturesOf(payment).find(({ txn }) => txn === reference) : undefined;
    const rest = capture ? capture.amount - capture.reserved : 0;
    const isUnderWay = [...this.records.refunds.values()].some(
      (each) => each.txn === capture?.txn && UNDER_WAY.has(each.status),
    );
    const own = capture?.excess ? capture.txn : null;
    const denial = rest > 0 ? this.refundDenial(this.payment(payment), 1, own, DOUBTS.includes(reason)) : 'OK';
    const canRecord = rest > 0 && !isUnderWay && denial === 'OK';
    if (DUPLICATES.includes(reason)) {
      if (rest === 0) return isUnderWay ? [] : ['dismiss'];
      if (!canRecord) return [];
      const giveBack = this.records.refundsOn ? ['refund_duplicate', 'settled_outside'] : ['settled_outside'];
      const canComplete = reason === 'quota_sold_out' && capture!.excess && rest === capture!.amount;
      return canComplete && !isPaid(this.payment(payment)) ? ['raise_quota', ...giveBack] : giveBack;
    }
    const isOver = rest === 0 && !isUnderWay;
    switch (reason) {
      case 'both_links_paid':
        return ['dismiss'];
      case 'bank_reversal':
        return isOver ? ['dismiss'] : canRecord ? ['confirm_reversal', 'reversal_error'] : ['reversal_error'];
      case 'capture_unconfirmed':
        if (isOver) return ['ask_again', 'dismiss'];
        return canRecord ? ['ask_again', 'confirm_reversal', 'reversal_error'] : ['ask_again', 'reversal_error'];
      case 'amount_mismatch':
      case 'currency_mismatch':
      case 'second_capture':
        return ['ask_again', 'refunded_at_bank'];
      case 'refund_reversed':
        return ['ask_again', 'dismiss', 'repaid_outside'];
      case 'unresolved_at_bank': {
        const asked = this.records.attempts.get(reference);
        return ['ask_again', 'close_not_paid', ...(asked && !isOpen(asked) ? ['dismiss'] : [])];
      }
      default:
        return ['ask_again', 'dismiss'];
    }
  }

  // ---- Units, versions and terms

  /** Links that can be paid hold a unit, and so do valid tokens. */
  unitsUsed(project: string, tier: string): number {
    return [...this.records.payments.values()].filter(
      (each) => each.project === project && each.tier === tier && (isInProgress(each) || each.token === 'active'),
    ).length;
  }

  /** Infinite without a limit. */
  unitsLeft(project: string, tier: string): number {
    const limit = this.records.limits.get(`${project} ${tier}`);
    return limit === undefined ? Infinity : Math.max(0, limit - this.unitsUsed(project, tier));
  }

  /** It holds none, and none is left. */
  protected needsUnit(payment: PaymentRecord): boolean {
    return !isInProgress(payment) && this.unitsLeft(payment.project, payment.tier) === 0;
  }

  /** Another upgrade of its token, to the same tier, holds a unit: late money takes that one. */
  protected isHeldForToken({ id, source, tier }: PaymentRecord): boolean {
    return (
      source !== null &&
      this.upgradesOf(source).some((each) => each.id !== id && each.tier === tier && isInProgress(each))
    );
  }

  versionOf(project: string, now: number): VersionRecord {
    return newestBegun(this.records.versions, project, now) ?? FIRST_VERSION;
  }

  /** Number of the version in force; null: there is none. */
  termsOf(project: string, now: number): number | null {
    return newestBegun(this.records.terms, project, now)?.number ?? null;
  }

  /** Upgrades that the catalogue in force has for a token. */
  offersOf(lower: PaymentRecord, now: number): { to: string; amount: number }[] {
    if (lower.source !== null) return [];
    const { tiers, paths } = this.versionOf(lower.project, now);
    return paths
      .filter(({ from }) => from === lower.tier)
      .map(({ to, price }) => ({ to, amount: price ?? tiers[to]!.price - lower.amount }))
      .filter(({ amount }) => amount >= 100);
  }

  // ---- Reading

  protected payment(id: string): PaymentRecord {
    const payment = this.records.payments.get(id);
    if (!payment) throw new RuleBroken(`payment ${id} is unknown to the model`);
    return payment;
  }

  /** Payments of the links that its link replaced, newest first. */
  protected replacedBy({ replaces }: PaymentRecord): PaymentRecord[] {
    const found: PaymentRecord[] = [];
    for (let before = replaces; before !== null; before = found.at(-1)!.replaces) found.push(this.payment(before));
    return found;
  }

  protected upgradesOf(gold: string): PaymentRecord[] {
    return [...this.records.payments.values()].filter(({ source }) => source === gold);
  }

  openAttempt(payment: string): AttemptRecord | undefined {
    return [...this.records.attempts.values()].find((each) => each.payment === payment && isOpen(each));
  }

  capturesOf(payment: string): AttemptRecord[] {
    return [...this.records.attempts.values()].filter((each) => each.payment === payment && each.status === 'captured');
  }

  protected captureOf(payment: string, txn: string | null): AttemptRecord | undefined {
    return this.capturesOf(payment).find((each) => (txn === null ? !each.excess : each.excess && each.txn === txn));
  }

  protected isAtBank({ id, status }: PaymentRecord): boolean {
    return status === 'initiated' || this.openAttempt(id)?.sent === true;
  }

  private isDoubtOpen(payment: string, txn: string): boolean {
    return this.records.reviews.some(
      (each) =>
        each.payment === payment && each.state === 'open' && DOUBTS.includes(each.reason) && each.reference === txn,
    );
  }

  /** A doubt about a duplicate charge leaves the token alone. */
  private isReversalOpen(gold: string): boolean {
    const own = this.captureOf(gold, null)?.txn;
    return own !== undefined && own !== null && this.isDoubtOpen(gold, own);
  }
}

function newestBegun<T extends { project: string; number: number; from: string }>(
  all: readonly T[],
  project: string,
  now: number,
): T | undefined {
  const today = istDayOf(new Date(now));
  return all
    .filter((each) => each.project === project && each.from <= today)
    .toSorted((a, b) => a.number - b.number)
    .at(-1);
}

export function isPaid({ status }: { status: PaymentStatus }): boolean {
  return status === 'completed' || status === 'refunded';
}

export function isInProgress({ status }: { status: PaymentStatus }): boolean {
  return status === 'pending' || status === 'initiated';
}

export function isOpen({ status }: AttemptRecord): boolean {
  return status === 'creating' || status === 'open' || status === 'unknown';
}
