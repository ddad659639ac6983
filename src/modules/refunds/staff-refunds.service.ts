import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../contracts/common.js';
import { MESSAGES } from '../../contracts/messages.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { refundDenialWords } from '../../contracts/denials.js';
import type { DuplicateCharge, RefundData, RefundList } from '../../contracts/refunds.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { parseRupees } from '../../domain/money/money.js';
import { refundable } from '../../domain/refund/refund-amount.js';
import { anyRefundDenial, type Refundable, type RefundDenial } from '../../domain/refund/refund-rules.js';
import type { Principal } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { BankCalendar } from '../calendar/index.js';
import { ALL_PAYMENTS } from '../payment-lists/index.js';
import { PaymentsQueries } from '../payments/index.js';
import { RefundRequestService } from './refund-request.service.js';
import { isTaken, requireNotRejected } from './refund-answer.js';
import { RefundSender } from './refund-sender.service.js';
import { RefundSwitch } from './refund-switch.service.js';
import type { RefundDto } from './refunds.dto.js';
import { presentCharge, presentRefund, presentRow, presentSums } from './refunds.presenter.js';
import { type Capture, RefundsQueries } from './refunds.queries.js';

interface RefundAnswer {
  /** Whether the bank has answered. */
  isClear: boolean;
  answer: ApiSuccess<RefundData>;
}

/** Use cases of staff; another seller's payment is not found. */
@Injectable()
export class StaffRefundsService {
  constructor(
    private readonly payments: PaymentsQueries,
    private readonly intents: RefundRequestService,
    private readonly sender: RefundSender,
    private readonly queries: RefundsQueries,
    private readonly refundSwitch: RefundSwitch,
    private readonly calendar: BankCalendar,
    private readonly clock: Clock,
  ) {}

  /** @param key the Idempotency-Key: under the same key a refund is ordered once, even after a crash */
  async refund(user: Principal, publicId: string, body: RefundDto, key: string | undefined): Promise<RefundAnswer> {
    const payment = await this.payments.getFor(user, publicId);
    const requestName = key === undefined ? null : `user:${user.userId} ${publicId} ${key}`;
    const { refund, isNew } = await this.intents.order(
      {
        origin: 'order',
        paymentId: payment.id,
        duplicateChargeId: body.duplicateChargeId ?? null,
        amount: parseRupees(body.refundAmount) ?? 0,
        reason: body.refundReason?.replaceAll('\r\n', '\n') || SERVER_MESSAGES.refund.defaultReason,
        requestedBy: user.userId,
        requestName,
      },
      this.sender.leaseMs,
    );
    return this.answerOf(payment, isNew ? await this.sender.sendNew(refund, 'staff') : refund);
  }

  async list(user: Principal, publicId: string): Promise<ApiSuccess<RefundList>> {
    const payment = await this.payments.getFor(user, publicId);
    const captures = await this.queries.capturesOf(payment.id);
    const main = captures.find(({ attempt }) => !attempt.excess) ?? null;
    const excess = captures.filter(({ attempt }) => attempt.excess);
    const subject = await this.queries.subjectOf(payment, main);
    const denial = await this.denialOf(subject, main);
    const rest = refundable(subject.captured, subject.reserved);
    const isExcess = new Set(excess.map(({ attempt }) => attempt.id));
    const now = this.clock.now();
    const refunds = await this.queries.listOf(payment.id);
    const holidays = await this.calendar.holidays();
    const data: RefundList = {
      ...presentSums(subject, main),
      refunds: refunds.map((refund) => presentRow(refund, isExcess.has(refund.attemptId), now, holidays)),
      duplicateCharges: await Promise.all(excess.map((charge) => this.chargeOf(payment, charge))),
      isEnabled: (await this.refundSwitch.state()).isEnabled,
      notRefundable: denial && refundDenialWords(denial, rest),
    };
    return { success: true, data };
  }

  private async chargeOf(payment: PaymentEntity, charge: Capture): Promise<DuplicateCharge> {
    const subject = await this.queries.subjectOf(payment, charge);
    const denial = await this.denialOf(subject, charge);
    const words = denial && refundDenialWords(denial, refundable(subject.captured, subject.reserved));
    return presentCharge(charge, presentSums(subject, charge), words);
  }

  /** Why no amount of the capture can be refunded now, or null. */
  private async denialOf(subject: Refundable, capture: Capture | null): Promise<RefundDenial | 'reversal_open' | null> {
    const denial = anyRefundDenial(subject);
    if (denial !== null || capture === null) return denial;
    return (await this.queries.isReversalOpen(capture.attempt)) ? 'reversal_open' : null;
  }

  private async answerOf(payment: PaymentEntity, refund: RefundEntity): Promise<RefundAnswer> {
    requireNotRejected(refund);
    const isClear = isTaken(refund.status);
    const answer: ApiSuccess<RefundData> = {
      success: true,
      message: isClear ? MESSAGES.refund.processed : MESSAGES.refund.unknown,
      data: presentRefund(refund, await this.sumsOf(payment, refund)),
    };
    return { isClear, answer };
  }

  private async sumsOf({ publicId }: PaymentEntity, refund: RefundEntity) {
    const payment = await this.payments.get(publicId, ALL_PAYMENTS);
    const captures = await this.queries.capturesOf(payment.id);
    const capture = captures.find(({ attempt }) => attempt.id === refund.attemptId) ?? null;
    return presentSums(await this.queries.subjectOf(payment, capture), capture);
  }
}
