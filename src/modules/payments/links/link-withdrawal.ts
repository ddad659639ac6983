import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import {
  cancelDenial,
  correctionDenial,
  isLinkPayable,
  type LinkDenial,
  type Withdrawal,
} from '../../../domain/payment/link-care.js';
import { isInProgress, isPaid } from '../../../domain/payment/payment-status.js';
import { Clock } from '../../../runtime/clock.js';
import { Refusal } from '../../../runtime/refusal.js';
import { caredLinkOf } from '../../payment-lists/index.js';
import { SalesEvents } from '../../projects/index.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { PaymentsRepository } from '../payments.repository.js';
import { showsNoMoney } from '../status-checks/check-rules.js';
import { StatusChecker } from '../status-checks/status-checker.service.js';
import { PaymentTransitions } from '../transitions/payment-transitions.service.js';
import { linkRefusal } from './link.errors.js';
import { SaleMoneyRules } from './sale-money.js';

/** Withdraws a link: the payment can no longer be paid, and money that still arrives is recorded as late. */
@Injectable()
export class LinkWithdrawal {
  constructor(
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly transitions: PaymentTransitions,
    private readonly checker: StatusChecker,
    private readonly events: SalesEvents,
    private readonly saleMoney: SaleMoneyRules,
  ) {}

  /**
   * Before a cancellation, never inside a unit of work: the bank's page of an earlier attempt may have been paid since.
   * @returns when STATUS showed no money, or none but what was refunded at the bank; null when the customer is not at the bank
   */
  async askIfAtBank(paymentId: number): Promise<Date | null> {
    const payment = await this.payments.findById(paymentId);
    const open = await this.attempts.findOpen(paymentId);
    if (!payment) throw new Error(`payment row ${paymentId} does not exist`);
    const link = caredLinkOf({ payment, hasSentAttempt: (open?.sentAt ?? null) !== null });
    const askedAt = this.clock.now();
    const isAtBank = cancelDenial(link, askedAt) === 'at_bank';
    const attempt = isAtBank ? (open ?? (await this.attempts.findUnanswered(paymentId))) : null;
    const answer = attempt && (await this.checker.answerAbout(attempt.id, 'staff', askedAt));
    const isRefunded =
      attempt !== null && answer?.kind === 'paid' && (await this.saleMoney.isRefundedAtBank(attempt, answer));
    if (answer?.kind === 'paid' && !isRefunded) throw await this.arrived(paymentId);
    await this.askIfSent(payment);
    const now = await this.payments.findById(paymentId);
    if (now && isPaid(now.status)) throw linkRefusal('paid');
    if (isRefunded) await this.saleMoney.requireNoDoubtedSum(payment);
    else if (attempt && !(answer && showsNoMoney(answer))) throw notClear(answer?.kind === 'pending');
    return isAtBank ? askedAt : null;
  }

  /** Before a withdrawal, never inside a unit of work: money that has come since makes it a sale, which has no link to correct. */
  async askIfSent({ id, status }: PaymentEntity): Promise<void> {
    if (!isPaid(status)) await this.checker.checkSent(id, 'staff');
  }

  /** As `askIfSent`, also about the links that this one replaced: what would take its place is paid for the same sale. */
  async askAboutSale(payment: PaymentEntity): Promise<void> {
    const replaced = await this.payments.findReplacedBy(payment);
    await Promise.all([payment, ...replaced].map((each) => this.askIfSent(each)));
  }

  private async arrived(paymentId: number): Promise<Refusal> {
    const payment = await this.payments.findById(paymentId);
    return payment && isPaid(payment.status) ? linkRefusal('paid') : new Refusal('MONEY_ARRIVED');
  }

  /**
   * Inside a unit of work. Checked before the row is locked, for a clear denial, and again afterwards.
   * @param unpaidAt when STATUS showed no money; null when the bank was not asked
   * @returns whether the payment could be paid until now, and so held a unit of its tier
   * @throws PROJECT_NOT_SELLING, PROJECT_CLOSED for a correction that would make a link anew; ALREADY_PAID, MONEY_ARRIVED for one of a link
   * whose sale was paid on a link before it
   */
  async withdraw(
    paymentId: number,
    reason: Withdrawal,
    note: string | null,
    unpaidAt: Date | null = null,
  ): Promise<boolean> {
    const payment = await this.payments.findById(paymentId);
    const attempt = await this.attempts.findOpen(paymentId);
    if (!payment) throw new Error(`payment row ${paymentId} does not exist`);
    const hasSentAttempt = (attempt?.sentAt ?? null) !== null;
    const link = { ...caredLinkOf({ payment, hasSentAttempt }), isUnpaidAtBank: unpaidAt !== null };
    const denial = reason === 'contact_corrected' ? correctionDenial(link) : cancelDenial(link, this.clock.now());
    if (denial !== null) throw linkRefusal(denial);
    if (reason === 'contact_corrected' && !isLinkPayable(payment, this.clock.now()))
      await this.events.requireLinks(payment);
    if (reason === 'contact_corrected') {
      // In the order of a capture of this payment: itself, then those before it.
      await this.payments.lock(paymentId);
      await this.saleMoney.requireNone(payment);
      await this.saleMoney.requireNoDoubtedSum(payment);
    }
    const evidence = { kind: 'link-cancelled', reason, note, unpaidAt } as const;
    const { decision, from } = await this.transitions.apply(paymentId, attempt?.id ?? null, evidence, 'staff');
    if (decision.verdict !== 'moved')
      throw linkRefusal(LOST_RACES[decision.verdict === 'ignored' ? decision.reason : ''] ?? 'paid');
    // As for a renewal: what the bank has taken already is used or given back, never taken again on the link in its place.
    if (reason === 'contact_corrected' && !isInProgress(from) && (await this.attempts.hasExcess(paymentId)))
      throw linkRefusal('money_waits');
    return isInProgress(from);
  }
}

/** The denial for a row that changed between read and lock. */
const LOST_RACES: Readonly<Record<string, LinkDenial>> = {
  at_bank: 'at_bank',
  already_closed: 'already_cancelled',
  already_paid: 'paid',
};

/** STATUS does not rule out money under way. @param isUnderWay by the bank's word; else it gave no usable answer */
function notClear(isUnderWay: boolean): Refusal {
  const { underWayAtBank, bankNotClear } = SERVER_MESSAGES.link;
  return new Refusal('LINK_AT_BANK', { message: isUnderWay ? underWayAtBank : bankNotClear });
}
