import type { PaymentStatus } from '../../src/domain/payment/payment-status.js';
import type { AnyReviewReason, ReviewEnd } from '../../src/domain/payment/review-rules.js';
import type { BankFact } from './facts.js';
import { merchantOfProject, projectOfSeller } from './launch.js';
import type { AttemptRecord, Done, Happening, Records, PaymentRecord, RefundRecord } from './records.js';
import {
  AMOUNT_DOUBTS,
  DOUBTS,
  DUPLICATES,
  isInProgress,
  isOpen,
  isPaid,
  NO_PAYER,
  RuleBroken,
  UNDER_WAY,
  type Verdict,
  Verdicts,
  WITHDRAWN,
} from './verdicts.js';

type Fact<Type extends BankFact['type']> = Extract<BankFact, { type: Type }>;

const DAY = 24 * 3_600_000;
const MAKES = new Set(['create', 'correct', 'refund', 'upgrade']);
/** The bank's own words may be this far behind what it has done. */
const STATUS_LAG = 15 * 60_000;

/** The rules of the business as a model: what is allowed, what is refused and how, and what is true afterwards. */
export class Model extends Verdicts {
  private lastOrder = new Map<string, number>();
  /** When the customer was last sent to the bank, by payment. */
  private lastSent = new Map<string, number>();
  private refusedAgain = new Set<string>();
  private asked = new Set<string>();
  /** Units above a limit that a rule allows, by project and tier. */
  private excused = new Map<string, number>();
  /** Payments whose links other money has ended in this step. */
  private readonly endedByMoney = new Set<string>();

  constructor(
    records: Records,
    /** The same rows as the product has stored them: names and times of what has appeared are read there. */
    private readonly stored: Records,
    private readonly isRough: boolean,
    memory?: Model,
  ) {
    super(records);
    if (memory) {
      this.lastOrder = new Map(memory.lastOrder);
      this.lastSent = new Map(memory.lastSent);
      this.asked = new Set(memory.asked);
      this.excused = new Map(memory.excused);
    }
  }

  apply(happening: Happening): void {
    const before = this.oversold();
    this.occur(happening);
    for (const [tier, over] of this.oversold())
      if (over > (before.get(tier) ?? 0)) throw new RuleBroken(`${over} more of ${tier} are held than its limit`);
  }

  /** Units above a limit, but those of a limit that was lowered, of lower tokens that a refunded upgrade gave back, and of links that late money overtook. */
  private oversold(): Map<string, number> {
    const over = new Map<string, number>();
    for (const [name, limit] of this.records.limits) {
      const [project, tier] = name.split(' ') as [string, string];
      const above = Math.max(0, this.unitsUsed(project, tier) - limit);
      const excused = Math.min(above, this.excused.get(name) ?? 0);
      this.excused.set(name, excused);
      over.set(name, above - excused);
    }
    return over;
  }

  private occur(happening: Happening): void {
    switch (happening.type) {
      case 'payment':
        return this.paymentAppears(happening.row, happening.at);
      case 'refund':
        return this.refundAppears(happening.row, happening.at);
      case 'fact':
        return this.hear(happening.fact, happening.at);
      case 'done':
        return this.judge(happening.done, happening.at, happening.mayBeLost);
    }
  }

  // ---- What staff and customers ask for

  /** @param mayBeLost no answer came: it may have happened or not */
  private judge(done: Done, now: number, mayBeLost: boolean): void {
    if (done.status >= 500 && done.code === 'INTERNAL') throw new RuleBroken(`${done.name} answered ${done.status}`);
    const isClosed = this.records.closed.has(this.records.payments.get(done.payment ?? '')?.project ?? '');
    if (((done.name === 'upgrade' && !isClosed) || done.name === 'reset') && done.payment)
      this.expireUpgrades(done.payment, now);
    const isDone = done.status >= 200 && done.status < 300;
    const ruled = this.verdict(done, now);
    const verdict = isDone && this.isInTime(done, ruled) ? 'OK' : ruled;
    // What it made has appeared, and was judged then.
    if (isDone && MAKES.has(done.name)) return;
    const wasRefused = !isDone && !mayBeLost && !this.isTransient(done);
    if (wasRefused && verdict !== done.code && !this.isLaterRefusal(done, verdict, now))
      throw new RuleBroken(`${done.name} was refused with ${done.code}, by the rules it is ${verdict}`);
    if (done.code === 'LINK_WITHDRAWN' || done.code === 'LINK_REPLACED') this.abandonUnsent(done);
    if (!isDone && !mayBeLost) return;
    if (verdict !== 'OK') {
      if (isDone) throw new RuleBroken(`${done.name} was carried out, by the rules it is refused with ${verdict}`);
      return;
    }
    this.carryOut(done, now);
  }

  /** Staff looked at the link before money on the one that it replaced ended it: it is cancelled all the same. */
  private isInTime({ name, payment }: Done, verdict: Verdict): boolean {
    return name === 'cancel' && verdict === 'LINK_EXPIRED' && this.endedByMoney.has(payment!);
  }

  /** The link was taken back while its page was being made: nobody is sent there. */
  private abandonUnsent({ name, payment }: Done): void {
    const open = name === 'initiate' ? this.openAttempt(payment!) : undefined;
    if (open && !open.sent) open.status = 'abandoned';
  }

  /** Refused by the bank after the rules had let it pass. */
  private isLaterRefusal({ name, code, payment, decision }: Done, verdict: Verdict, now: number): boolean {
    const isRefund = name === 'refund' || (decision === 'refund_duplicate' && verdict === 'OK');
    if (isRefund && (code === 'REFUND_REFUSED' || code === 'BANK_UNAVAILABLE')) return true;
    if (name === 'other') return code === 'BANK_NO_ANSWER';
    if (name === 'initiate')
      return code.startsWith('BANK_') && (verdict.startsWith('BANK_') || (verdict === 'OK' && this.isRough));
    // By a clock that was set back, the bank was asked before the customer was sent there.
    if (name === 'cancel')
      return code === 'LINK_AT_BANK' && verdict === 'OK' && (this.lastSent.get(payment!) ?? 0) > now;
    // Somebody else has decided at the same moment, and the money is taken.
    if (name === 'decide' && this.isRough && code.startsWith('REFUND_')) return true;
    // Somebody else was asking the bank.
    if (name === 'decide' && this.isRough && code === 'CAPTURE_NOT_CONFIRMED') return true;
    // The last word of the bank, which is not in the model, decides about it.
    return name === 'decide' && code === 'DECISION_NOT_ALLOWED' && verdict === 'OK';
  }

  /** Refusals for the moment. */
  private isTransient({ status, code }: Done): boolean {
    // Somebody sent one request twice, and the first is still being carried out.
    if (code === 'IDEMPOTENCY_RUNNING') return true;
    return this.isRough && (status === 0 || status === 503 || code === 'CONFLICT');
  }

  private carryOut(done: Done, now: number): void {
    const payment = done.payment === undefined ? undefined : this.records.payments.get(done.payment);
    switch (done.name) {
      case 'initiate': {
        const open = this.openAttempt(payment!.id);
        if (open) open.sent = true;
        this.lastSent.set(payment!.id, now);
        if (payment!.status !== 'initiated') this.move(payment!, 'initiated', null);
        return;
      }
      case 'reissue': {
        const open = this.openAttempt(payment!.id);
        if (open) open.status = 'abandoned';
        payment!.expiresAt = this.stored.payments.get(payment!.id)!.expiresAt;
        if (payment!.expiresAt <= now) throw new RuleBroken('a renewed link is over already');
        this.move(payment!, 'pending', null);
        return;
      }
      case 'cancel': {
        const open = this.openAttempt(payment!.id);
        if (open) open.status = 'abandoned';
        return this.move(payment!, 'cancelled', 'cancelled_by_staff', open);
      }
      case 'reset':
        return this.endFailedLinks(done.payment!, now);
      case 'switch':
        this.records.refundsOn = done.wanted!;
        return;
      case 'decide':
        return this.decide(done, now);
      case 'limit':
        return this.setLimit(`${done.project} ${done.tier}`, done.units!);
      case 'close':
        if (done.wanted) this.records.closed.delete(done.project!);
        else this.records.closed.add(done.project!);
        return;
      case 'poll':
        for (const each of this.records.payments.values()) this.expireIfOver(each, now);
        return;
      default:
    }
  }

  /** @param units null: no limit; one below what is held stays below */
  private setLimit(name: string, units: number | null): void {
    const [project, tier] = name.split(' ') as [string, string];
    if (units === null) this.records.limits.delete(name);
    else this.records.limits.set(name, units);
    this.excused.set(name, units === null ? 0 : Math.max(0, this.unitsUsed(project, tier) - units));
  }

  /** The limit is raised by what one unit needs, unless there is one, and the capture completes its payment. */
  private makeRoomAndComplete(payment: PaymentRecord, txn: string, now: number): void {
    const { project, tier } = payment;
    if (this.unitsLeft(project, tier) === 0) this.setLimit(`${project} ${tier}`, this.unitsUsed(project, tier) + 1);
    this.captureOf(payment.id, txn)!.excess = false;
    this.complete(payment, true, now);
  }

  private complete(payment: PaymentRecord, late: boolean, now: number): void {
    this.endReplacements(payment, now);
    // The other link of its token holds its unit until it ends.
    if (this.needsUnit(payment) && this.isHeldForToken(payment)) this.excuseOne(payment);
    this.move(payment, 'completed', null);
    const version = this.records.versions.find(({ project, number }) => `${project} ${number}` === payment.version);
    if (!version) throw new RuleBroken(`version ${payment.version} is unknown`);
    Object.assign(payment, { late, token: 'active', series: version.tiers[payment.tier]!.series });
    if (payment.source !== null) this.becomePlatinum(payment, now);
    for (const other of this.linkedTo(payment))
      if (other.status === 'completed') this.open(payment, 'both_links_paid', other.id);
  }

  private excuseOne({ project, tier }: PaymentRecord): void {
    const name = `${project} ${tier}`;
    this.excused.set(name, (this.excused.get(name) ?? 0) + 1);
  }

  private decide({ review: id, decision }: Done, now: number): void {
    const review = this.records.reviews.find((each) => each.id === id)!;
    if (review.state !== 'open') return;
    review.decision = decision!;
    review.state = 'decided';
    if (decision === 'refund_duplicate') {
      review.state = 'waiting';
      const refund = [...this.records.refunds.values()].findLast(({ txn }) => txn === review.reference);
      review.refund = refund && UNDER_WAY.has(refund.status) ? refund.id : null;
    }
    if (decision === 'raise_quota')
      return this.makeRoomAndComplete(this.payment(review.payment), review.reference, now);
    const attempt = this.records.attempts.get(review.reference);
    const asked = this.records.attempts.get(review.invoice ?? '');
    // Its money is back: nothing more is expected there.
    if (decision === 'refunded_at_bank' && asked && isOpen(asked)) asked.status = 'abandoned';
    if (decision === 'close_not_paid' && attempt && isOpen(attempt)) this.end(attempt, 'expired', now);
  }

  // ---- What appears

  private paymentAppears(row: PaymentRecord, now: number): void {
    const { source, replaces } = row;
    const wanted = this.wantedOf(row, now);
    for (const [name, value] of Object.entries(wanted))
      if (row[name as keyof typeof wanted] !== value)
        throw new RuleBroken(
          `a ${row.tier} link of ${row.project} with ${name} ${row[name as keyof typeof wanted]}, by the rules ${value}`,
        );
    if (source === null && replaces === null) {
      const verdict = this.createVerdict(row.project, row.tier, row.amount, now);
      if (verdict !== 'OK') throw new RuleBroken(`a link was made, by the rules it is refused with ${verdict}`);
    }
    if (source !== null) {
      this.expireUpgrades(source, now);
      const verdict = this.newUpgradeVerdict(this.payment(source), row.tier, now);
      if (verdict !== 'OK') throw new RuleBroken(`an upgrade was made, by the rules it is refused with ${verdict}`);
      this.endFailedLinks(source, now);
    }
    if (replaces !== null) {
      const old = this.payment(replaces);
      const verdict = this.correctVerdict(old, now);
      if (verdict !== 'OK') throw new RuleBroken(`a contact was corrected, by the rules it is refused with ${verdict}`);
      const open = this.openAttempt(old.id);
      if (open) open.status = 'abandoned';
      this.move(old, 'cancelled', 'contact_corrected', open);
    }
    this.records.payments.set(row.id, {
      ...row,
      status: 'pending',
      reason: null,
      late: false,
      reserved: 0,
      refunded: 0,
      token: 'none',
      series: null,
      upgrade: source === null ? null : 'pending',
      stands: false,
    });
  }

  /** What a new payment has for good: a link in place of another all that it had, an upgrade the project of its token. */
  private wantedOf(
    { tier, seller, source, replaces }: PaymentRecord,
    now: number,
  ): Pick<PaymentRecord, 'project' | 'version' | 'amount' | 'tier' | 'medal'> {
    if (replaces !== null) {
      const { project, version, amount, tier: same, medal } = this.payment(replaces);
      return { project, version, amount, tier: same, medal };
    }
    const lower = source === null ? null : this.payment(source);
    const project = lower?.project ?? projectOfSeller(seller, this.hasLaunch);
    const version = this.versionOf(project, now);
    const offer = lower && this.offersOf(lower, now).find(({ to }) => to === tier);
    return {
      project,
      tier,
      medal: version.tiers[tier]?.medal ?? 'gold',
      version: `${version.project} ${version.number}`,
      amount: lower ? (offer?.amount ?? 0) : (version.tiers[tier]?.price ?? 0),
    };
  }

  private get hasLaunch(): boolean {
    return this.records.versions.length > 1;
  }

  private refundAppears(row: RefundRecord, now: number): void {
    const payment = this.payment(row.payment);
    const capture = this.capturesOf(payment.id).find(({ txn }) => txn === row.txn);
    if (!capture) throw new RuleBroken('a refund of money that was never taken');
    const own = capture.excess ? capture.txn : null;
    const verdict =
      row.origin === 'order'
        ? this.refundVerdict(payment, row.amount, own)
        : this.refundDenial(payment, row.amount, own, row.origin === 'reversal');
    if (verdict !== 'OK') throw new RuleBroken(`a refund was made, by the rules it is refused with ${verdict}`);
    capture.reserved += row.amount;
    if (!capture.excess) {
      payment.reserved += row.amount;
      this.endFailedLinks(payment.id, now);
    }
    const refund: RefundRecord = { ...row, status: 'requested' };
    this.records.refunds.set(row.reference, refund);
    const ordering = this.records.reviews.find(
      (each) => each.state === 'waiting' && !each.refund && each.reference === row.txn,
    );
    if (ordering) ordering.refund = row.id;
    this.lastOrder.set(row.reference, row.createdAt);
    if (row.origin !== 'order') this.endRefund(refund, 'completed', now);
  }

  /** The product has opened an attempt; a payment has one open at a time. */
  attemptAppears(stored: AttemptRecord): AttemptRecord {
    const payment = this.payment(stored.payment);
    if (this.openAttempt(payment.id)) throw new RuleBroken(`payment ${payment.id} has two open attempts`);
    if (isPaid(payment)) throw new RuleBroken('an attempt was opened for a payment that is paid');
    const merchant = merchantOfProject(payment.project);
    if (stored.merchant !== merchant)
      throw new RuleBroken(
        `an attempt of ${payment.project} at the merchant ${stored.merchant}, its own is ${merchant}`,
      );
    const attempt = { ...stored, status: 'creating' as const, sent: false, txn: null, excess: false, reserved: 0 };
    this.records.attempts.set(stored.invoice, attempt);
    return attempt;
  }

  // ---- What the bank says

  private hear(fact: BankFact, now: number): void {
    const earlier = this.answers.get(fact.actor) ?? [];
    this.answers.set(fact.actor, [...earlier, fact]);
    if (fact.type === 'refund-order') return this.hearRefundOrder(fact, now);
    if (fact.type === 'refund-status') return this.hearRefundStatus(fact, now);
    const stored = this.stored.attempts.get(fact.reference);
    const attempt = this.records.attempts.get(fact.reference) ?? (stored && this.attemptAppears(stored));
    if (!attempt) return;
    if (fact.type === 'invoice') return this.hearInvoice(attempt, fact);
    if (this.isAtBank(this.payment(attempt.payment))) this.heardAtBank.add(fact);
    this.hearStatus(attempt, fact, now);
  }

  private hearInvoice(attempt: AttemptRecord, { outcome }: Fact<'invoice'>): void {
    if (attempt.status === 'creating' || attempt.status === 'unknown') attempt.status = outcome;
  }

  private hearStatus(attempt: AttemptRecord, fact: Fact<'status'>, now: number): void {
    const payment = this.payment(attempt.payment);
    const wasCreating = attempt.status === 'creating' || attempt.status === 'unknown';
    if (fact.outcome === 'paid') this.captured(payment, attempt, fact, now);
    else if (fact.outcome === 'declined' || fact.outcome === 'cancelled')
      this.refused(payment, attempt, fact.outcome, now);
    else if (fact.outcome === 'mismatch')
      this.open(payment, fact.field === 'merchant' ? 'merchant_mismatch' : 'reference_mismatch', attempt.invoice);
    else if (attempt.status === 'captured') this.unconfirmed(payment, attempt, fact);
    else if (fact.outcome === 'not-found' && isOpen(attempt)) {
      // Nobody was ever given that page.
      if (wasCreating) attempt.status = 'abandoned';
      // Of several answers at once, this one may be written after money has ended the link.
      if (payment.expiresAt <= now || this.endedByMoney.has(payment.id)) this.end(attempt, 'expired', now);
    } else if (fact.outcome === 'pending' && NO_PAYER.has(fact.code) && isOpen(attempt) && payment.expiresAt <= now)
      this.end(attempt, 'expired', now);
    // A clear answer ends what was left open about an attempt that has ended.
    if (['paid', 'declined', 'cancelled'].includes(fact.outcome) && !isOpen(attempt))
      this.resolve(payment, ['unresolved_at_bank'], attempt.invoice);
    if (isOpen(attempt) && now - payment.expiresAt > 7 * DAY) this.open(payment, 'unresolved_at_bank', attempt.invoice);
  }

  /** The bank proves a payment: it completes its payment once, or it is money that has to be given back. */
  private captured(
    payment: PaymentRecord,
    attempt: AttemptRecord,
    fact: Fact<'status'> & { outcome: 'paid' },
    now: number,
  ): void {
    const { txn, amount, currency } = fact;
    const whole = `${txn}:${amount ?? ''}:${currency ?? ''}`;
    const holder = [...this.records.attempts.values()].find((each) => each.txn === txn);
    if (holder && holder !== attempt && holder.payment !== payment.id) return this.open(payment, 'txn_reused', whole);
    if (holder) return this.confirmed(payment, attempt.txn ?? '', txn);
    if (currency !== null && currency !== '356') return this.open(payment, 'currency_mismatch', whole);
    if (attempt.status === 'captured') {
      if (amount === null || amount < 1) return this.open(payment, 'second_capture', txn);
      this.records.attempts.set(txn, { ...attempt, invoice: txn, txn, amount, excess: true, reserved: 0 });
      this.settleDoubts(payment, txn);
      return this.open(payment, 'excess_capture', txn);
    }
    if (amount !== attempt.amount || amount !== payment.amount) return this.open(payment, 'amount_mismatch', whole);
    const soldOut = this.needsUnit(payment) && !this.isHeldForToken(payment) ? 'quota_sold_out' : null;
    const denial = isPaid(payment) ? 'excess_capture' : (this.sourceDenial(payment) ?? soldOut);
    const late = !isOpen(attempt) || payment.status === 'failed' || payment.status === 'cancelled';
    Object.assign(attempt, { status: 'captured', txn, excess: denial !== null });
    this.settleDoubts(payment, txn);
    if (denial !== null) {
      this.open(payment, denial, txn);
      if (denial !== 'excess_capture') this.shelve(payment, now);
      return;
    }
    this.complete(payment, late, now);
  }

  /** What the bank says against it later is news, also where it was called an error before. */
  private confirmed(payment: PaymentRecord, txn: string, named: string): void {
    this.resolve(payment, txn === named ? DOUBTS : ['capture_unconfirmed'], txn);
    for (const review of this.records.reviews)
      if (review.payment === payment.id && review.reference === txn && review.decision === 'reversal_error')
        review.confirmed = 1;
  }

  /** A transaction that is stored is no longer doubted for its amount. */
  private settleDoubts(payment: PaymentRecord, txn: string): void {
    for (const { payment: id, reason, reference } of this.records.reviews)
      if (id === payment.id && AMOUNT_DOUBTS.includes(reason) && reference.split(':')[0] === txn)
        this.resolve(payment, [reason], reference);
  }

  private becomePlatinum(payment: PaymentRecord, now: number): void {
    const other = this.upgradesOf(payment.source!).find((each) => each.upgrade === 'pending' && each !== payment);
    if (other) Object.assign(other, { upgrade: 'failed', expiresAt: now });
    Object.assign(payment, { upgrade: 'completed', stands: true });
    this.payment(payment.source!).token = 'upgraded';
  }

  private shelve(payment: PaymentRecord, now: number): void {
    if (payment.source === null) this.endReplacements(payment, now);
    if (payment.source !== null) payment.upgrade = 'failed';
    if (payment.expiresAt > now) payment.expiresAt = now;
  }

  private refused(
    payment: PaymentRecord,
    attempt: AttemptRecord,
    outcome: 'declined' | 'cancelled',
    now: number,
  ): void {
    if (attempt.status === 'captured') {
      this.open(payment, 'bank_reversal', attempt.txn!);
      return this.resolve(payment, ['capture_unconfirmed'], attempt.txn!);
    }
    this.end(attempt, outcome, now);
  }

  private unconfirmed(payment: PaymentRecord, attempt: AttemptRecord, fact: Fact<'status'>): void {
    const isDenial =
      fact.outcome === 'not-found' || fact.outcome === 'pending' || (fact.outcome === 'error' && fact.names);
    if (!isDenial || payment.status === 'refunded') return;
    if (!DOUBTS.some((reason) => this.isKnown(payment, reason, attempt.txn!)))
      this.open(payment, 'capture_unconfirmed', attempt.txn!);
  }

  /** An attempt ends without money; its payment as well, where it is open for nothing else. */
  private end(attempt: AttemptRecord, how: 'declined' | 'cancelled' | 'expired', _now: number): void {
    const payment = this.payment(attempt.payment);
    const wasOpen = isOpen(attempt) || how === 'expired';
    // A link may have ended before the bank's answer about its attempt.
    const isUnanswered = attempt.status === 'abandoned' && attempt.sent && how !== 'expired';
    if (isOpen(attempt) || isUnanswered)
      attempt.status = how === 'declined' ? 'failed' : how === 'cancelled' ? 'cancelled' : 'abandoned';
    if (!wasOpen || isPaid(payment)) return;
    if (how === 'expired') {
      if (isInProgress(payment)) this.move(payment, 'cancelled', 'link_expired', attempt);
    } else if (how === 'declined') {
      if (isInProgress(payment)) this.move(payment, 'failed', 'declined', attempt);
    } else if (payment.status !== 'cancelled') this.move(payment, 'cancelled', 'cancelled_by_customer', attempt);
  }

  private hearRefundOrder({ reference, outcome }: Fact<'refund-order'>, now: number): void {
    const refund = this.records.refunds.get(reference);
    if (!refund || !UNDER_WAY.has(refund.status)) return;
    const isFirst = !this.asked.has(reference) && refund.status === 'requested';
    if (outcome === 'accepted') this.accept(refund);
    else if (outcome === 'refused' && isFirst) this.endRefund(refund, 'rejected', now);
    else if (outcome === 'refused') this.refusedAgain.add(reference);
    else if (outcome === 'unsent' && isFirst) this.endRefund(refund, 'rejected', now);
    else if (outcome !== 'duplicate' && outcome !== 'bad-hash') this.leaveUnclear(refund);
    this.asked.add(reference);
    if (!isFirst && outcome !== 'refused' && outcome !== 'unsent') this.lastOrder.set(reference, now);
  }

  private hearRefundStatus({ reference, outcome }: Fact<'refund-status'>, now: number): void {
    const refund = this.records.refunds.get(reference);
    if (!refund) return;
    const payment = this.payment(refund.payment);
    const wasRefused = this.refusedAgain.delete(reference);
    const wasOrdered = this.asked.has(reference) && this.answers.size > 0;
    this.asked.add(reference);
    if (refund.status === 'completed') {
      if (outcome === 'rejected') this.open(payment, 'refund_reversed', refund.id);
      if (outcome === 'done') this.resolve(payment, ['refund_reversed'], refund.id);
      return;
    }
    if (refund.status === 'rejected') return;
    if (outcome === 'done') return this.endRefund(refund, 'completed', now);
    if (outcome === 'rejected') return this.endRefund(refund, 'rejected', now);
    if (outcome === 'pending') return this.accept(refund);
    if (outcome === 'other-amount' || outcome === 'mismatch') this.open(payment, 'refund_mismatch', refund.id);
    if (outcome !== 'not-found') return this.leaveUnclear(refund);
    if (wasRefused && now - this.lastOrder.get(reference)! >= STATUS_LAG)
      return this.endRefund(refund, 'rejected', now);
    if (wasRefused || wasOrdered) this.leaveUnclear(refund);
  }

  private accept(refund: RefundRecord): void {
    if (refund.status === 'unknown') this.resolve(this.payment(refund.payment), ['refund_unclear'], refund.id);
    refund.status = 'processing';
  }

  private leaveUnclear(refund: RefundRecord): void {
    if (refund.status === 'requested') refund.status = 'unknown';
  }

  private endRefund(refund: RefundRecord, as: 'completed' | 'rejected', now: number): void {
    const payment = this.payment(refund.payment);
    const capture = this.capturesOf(payment.id).find(({ txn }) => txn === refund.txn)!;
    refund.status = as;
    if (as === 'rejected') {
      capture.reserved -= refund.amount;
      if (!capture.excess) payment.reserved -= refund.amount;
    } else if (!capture.excess) payment.refunded += refund.amount;
    this.resolve(payment, ['refund_unclear', 'refund_overdue', 'refund_mismatch', 'refund_reversed'], refund.id);
    this.afterOrderedRefund(refund);
    if (as === 'rejected') return;
    const givenBack = [...this.records.refunds.values()]
      .filter(({ txn, status }) => txn === refund.txn && status === 'completed')
      .reduce((sum, { amount }) => sum + amount, 0);
    if (givenBack === capture.amount) this.resolve(payment, DUPLICATES, refund.txn);
    if (payment.refunded === payment.amount && payment.status === 'completed') this.giveUp(payment, now);
  }

  private afterOrderedRefund(refund: RefundRecord): void {
    for (const review of this.records.reviews.filter(
      ({ refund: id, state }) => id === refund.id && state === 'waiting',
    ))
      if (refund.status === 'completed') review.state = 'decided';
      else Object.assign(review, { state: 'open', decision: null, refund: null });
  }

  /** All of it is given back: the token is void, and so is what was built on it. */
  private giveUp(payment: PaymentRecord, now: number): void {
    this.move(payment, 'refunded', null);
    payment.token = 'void';
    this.resolve(payment, ['both_links_paid']);
    for (const other of this.linkedTo(payment))
      if (other.status === 'completed') this.resolve(other, ['both_links_paid'], payment.id);
    if (payment.stands) {
      payment.stands = false;
      const lower = this.payment(payment.source!);
      // Its unit may have been sold again.
      if (this.unitsLeft(lower.project, lower.tier) === 0) this.excuseOne(lower);
      lower.token = 'active';
    }
    for (const upgrade of this.upgradesOf(payment.id)) {
      if (upgrade.upgrade === 'pending') Object.assign(upgrade, { upgrade: 'failed', expiresAt: now });
      if (!upgrade.stands) continue;
      Object.assign(upgrade, { stands: false, token: 'void' });
      this.open(upgrade, 'upgrade_source_refunded', this.captureOf(upgrade.id, null)!.txn!);
    }
  }

  // ---- What follows by itself

  /** @param attempt by which it moves, if there is one: only a payment in full ends the doubts about others */
  private move(payment: PaymentRecord, to: PaymentStatus, reason: string | null, attempt?: AttemptRecord): void {
    payment.status = to;
    payment.reason = reason;
    if (to === 'completed') this.resolve(payment, ['unresolved_at_bank']);
    else if (attempt && !isInProgress(payment)) this.resolve(payment, ['unresolved_at_bank'], attempt.invoice);
    if (payment.source === null) return;
    if ((to === 'failed' || to === 'cancelled') && payment.upgrade === 'pending') payment.upgrade = 'failed';
    if (to === 'pending' || to === 'initiated') payment.upgrade = 'pending';
  }

  private expireIfOver(payment: PaymentRecord, now: number): void {
    if (isInProgress(payment) && payment.expiresAt <= now && !this.openAttempt(payment.id))
      this.move(payment, 'cancelled', 'link_expired');
  }

  /** Staff who want a new upgrade have an expired one ended at once. */
  private expireUpgrades(gold: string, now: number): void {
    for (const each of this.upgradesOf(gold)) if (each.upgrade === 'pending') this.expireIfOver(each, now);
  }

  /** One sale is paid once: links in place of one whose money came after all end. */
  private endReplacements({ id, reason }: PaymentRecord, now: number): void {
    if (reason !== 'contact_corrected') return;
    const next = [...this.records.payments.values()].find(({ replaces }) => replaces === id);
    if (!next) return;
    const isWithdrawn = next.status === 'cancelled' && WITHDRAWN.has(next.reason ?? '');
    if (!isPaid(next) && !isWithdrawn && next.expiresAt > now) {
      next.expiresAt = now;
      this.endedByMoney.add(next.id);
    }
    this.endReplacements(next, now);
  }

  /** Payments of the links that its link replaced, one after the other, and of those in its place. */
  private linkedTo(payment: PaymentRecord): PaymentRecord[] {
    const all = [...this.records.payments.values()];
    const linked = this.replacedBy(payment);
    for (
      let after = all.find((each) => each.replaces === payment.id);
      after;
      after = all.find((each) => each.replaces === linked.at(-1)!.id)
    )
      linked.push(after);
    return linked;
  }

  /** On links that failed no payment can be started once another is made, or once their token is being refunded. */
  private endFailedLinks(gold: string, now: number): void {
    for (const each of this.upgradesOf(gold))
      if (each.upgrade === 'failed' && !isPaid(each) && each.expiresAt > now) each.expiresAt = now;
  }

  private open(payment: PaymentRecord, reason: AnyReviewReason, reference: string): void {
    if (this.isKnown(payment, reason, reference)) return;
    const found = { payment: payment.id, reason, reference };
    this.records.reviews.push({
      ...found,
      id: '',
      amount: 0,
      state: 'open',
      decision: null,
      invoice: null,
      confirmed: 0,
      refund: null,
    });
  }

  private resolve(payment: PaymentRecord, reasons: AnyReviewReason[], reference?: string): void {
    for (const review of this.records.reviews)
      if (
        review.payment === payment.id &&
        review.state === 'open' &&
        reasons.includes(review.reason) &&
        (reference === undefined || review.reference === reference)
      )
        Object.assign(review, { state: 'decided', decision: 'resolved' satisfies ReviewEnd });
  }

  /** Open, or decided for good. */
  private isKnown(payment: PaymentRecord, reason: AnyReviewReason, reference: string): boolean {
    const last = this.records.reviews.findLast(
      (each) => each.payment === payment.id && each.reason === reason && each.reference === reference,
    );
    if (last === undefined) return false;
    if (last.decision === 'reversal_error') return last.confirmed === 0;
    return last.state !== 'decided' || (last.decision !== 'ask_again' && last.decision !== 'resolved');
  }
}
