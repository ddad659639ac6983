import { Injectable } from '@nestjs/common';
import { Brackets, type EntityManager, In } from 'typeorm';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import { GatewayCallbackEntity } from '../../database/entities/gateway-callback.entity.js';
import { IdempotencyKeyEntity } from '../../database/entities/idempotency-key.entity.js';
import { MailOutboxEntity } from '../../database/entities/mail-outbox.entity.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEventEntity } from '../../database/entities/payment-event.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { ReceiptEntity } from '../../database/entities/receipt.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { TermsAgreementEntity } from '../../database/entities/terms-agreement.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { escapeLike } from '../../database/escape-like.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { MAILS_OF_PAYMENTS, MAILS_OF_REFUNDS } from '../../mail/index.js';
import { DAY_MS } from '../../domain/calendar/durations.js';

/** The rows about a customer's money. */
export interface HeldMoney {
  customer: CustomerEntity;
  /** With their tokens loaded. */
  payments: PaymentEntity[];
  attempts: PaymentAttemptEntity[];
  refunds: RefundEntity[];
  upgrades: UpgradeEntity[];
  receipts: ReceiptEntity[];
  reviews: ReviewEntity[];
  /** With their versions loaded. */
  agreements: TermsAgreementEntity[];
}

/** Other rows that may name the person. */
export interface HeldTraces {
  events: PaymentEventEntity[];
  mails: MailOutboxEntity[];
  calls: GatewayCallEntity[];
  notices: GatewayCallbackEntity[];
  answers: IdempotencyKeyEntity[];
}

/** Finds all rows of one customer, by indexes. */
@Injectable()
export class PersonalDataQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async moneyOf(customerId: number): Promise<HeldMoney> {
    const { manager } = this.uow;
    const customer = await manager.getRepository(CustomerEntity).findOneByOrFail({ id: customerId });
    const payments = await manager
      .getRepository(PaymentEntity)
      .find({ where: { customerId }, relations: { tokens: true }, order: { id: 'ASC' } });
    const paymentId = In(payments.map(({ id }) => id));
    const attempts = await manager
      .getRepository(PaymentAttemptEntity)
      .find({ where: { paymentId }, order: { id: 'ASC' } });
    const refunds = await manager.getRepository(RefundEntity).find({ where: { paymentId }, order: { id: 'ASC' } });
    const upgrades = await manager
      .getRepository(UpgradeEntity)
      .find({ where: { sourcePaymentId: paymentId }, order: { id: 'ASC' } });
    const receipts = await manager.getRepository(ReceiptEntity).find({ where: { paymentId }, order: { id: 'ASC' } });
    const reviews = await manager.getRepository(ReviewEntity).find({ where: { paymentId }, order: { id: 'ASC' } });
    const agreements = await manager
      .getRepository(TermsAgreementEntity)
      .find({ where: { paymentId }, relations: { termsVersion: true }, order: { id: 'ASC' } });
    return { customer, payments, attempts, refunds, upgrades, receipts, reviews, agreements };
  }

  /** @param looseFrom the first callback, by its id, that is searched where it belongs to no payment */
  async tracesOf(held: HeldMoney, looseFrom = 0): Promise<HeldTraces> {
    const { manager } = this.uow;
    const events = manager
      .getRepository(PaymentEventEntity)
      .createQueryBuilder('event')
      .where({ paymentId: In(held.payments.map(({ id }) => id)) })
      .andWhere('event.detail LIKE \'%"note"%\'');
    return {
      events: await events.getMany(),
      mails: await this.mailsOf(manager, held),
      calls: await manager.getRepository(GatewayCallEntity).find({ where: { reference: In(referencesOf(held)) } }),
      notices: await this.noticesOf(manager, held, looseFrom),
      answers: await this.answersOf(manager, held),
    };
  }

  private async mailsOf(manager: EntityManager, { payments, refunds }: HeldMoney): Promise<MailOutboxEntity[]> {
    const subjects = [
      ...payments.flatMap(({ publicId }) => MAILS_OF_PAYMENTS.map((about) => `${about}:${publicId}`)),
      ...refunds.flatMap(({ publicId }) => MAILS_OF_REFUNDS.map((about) => `${about}:${publicId}`)),
    ];
    const found: MailOutboxEntity[] = [];
    for (const subject of subjects) {
      found.push(
        ...(await manager
          .getRepository(MailOutboxEntity)
          .createQueryBuilder('mail')
          .where('mail.dedupe_key = :subject', { subject })
          // `;` is the character after `:`: everything that starts with the subject and a colon, by the index.
          .orWhere('(mail.dedupe_key >= :from AND mail.dedupe_key < :to)', { from: `${subject}:`, to: `${subject};` })
          .getMany()),
      );
    }
    return found;
  }

  /**
   * Callbacks of the attempts, and unmatched ones that name the person or an invoice of theirs. A callback has the payment of its
   * attempt, which is the one of both that has an index; in one statement the two kinds would be found by none on SQLite.
   */
  private async noticesOf(
    manager: EntityManager,
    { customer, attempts }: HeldMoney,
    looseFrom: number,
  ): Promise<GatewayCallbackEntity[]> {
    const repository = manager.getRepository(GatewayCallbackEntity);
    const attemptIds = attempts.map(({ id }) => id);
    const own = attemptIds.length === 0 ? [] : await repository.findBy({ attemptId: In(attemptIds) });
    const named = [
      customer.email,
      encodeURIComponent(customer.email),
      ...(customer.phone ? [customer.phone.slice(-10)] : []),
      ...attempts.map(({ invoiceNo }) => invoiceNo),
    ];
    const loose = await repository
      .createQueryBuilder('notice')
      .where('notice.attempt_id IS NULL AND notice.id >= :looseFrom', { looseFrom })
      .andWhere(
        new Brackets((any) => {
          named.forEach((text, at) =>
            any.orWhere(`notice.raw_body LIKE :n${at} ESCAPE '!'`, { [`n${at}`]: `%${escapeLike(text)}%` }),
          );
        }),
      )
      .getMany();
    return [...own, ...loose].sort((one, other) => one.id - other.id);
  }

  /**
   * Idempotency answers to staff are searched around whatever happened to the payments, give or take a day; those of Pay by their
   * caller.
   */
  private async answersOf(manager: EntityManager, { payments, refunds }: HeldMoney): Promise<IdempotencyKeyEntity[]> {
    const found = new Map<number, IdempotencyKeyEntity>();
    for (const payment of payments) {
      const events = await manager
        .getRepository(PaymentEventEntity)
        .find({ select: { id: true, createdAt: true }, where: { paymentId: payment.id } });
      const times = [payment, ...events, ...refunds.filter(({ paymentId }) => paymentId === payment.id)];
      const answers = () => manager.getRepository(IdempotencyKeyEntity).createQueryBuilder('answer');
      for (const span of spansAround(times.map(({ createdAt }) => createdAt.getTime()))) {
        const rows = await answers()
          .where('answer.created_at >= :from AND answer.created_at <= :to', span)
          .andWhere('answer.response_body LIKE :id', { id: `%${payment.publicId}%` })
          .getMany();
        for (const row of rows) found.set(row.id, row);
      }
      const ofPay = await answers()
        .where('answer.caller = :caller', { caller: `payment:${payment.publicId}` })
        .andWhere('answer.response_body IS NOT NULL')
        .getMany();
      for (const row of ofPay) found.set(row.id, row);
    }
    return [...found.values()];
  }
}

/** A day before to a day after each of the times; what overlaps is one span. */
function spansAround(times: number[]): { from: Date; to: Date }[] {
  const spans: { from: Date; to: Date }[] = [];
  for (const time of times.sort((one, other) => one - other)) {
    const [from, to] = [new Date(time - DAY_MS), new Date(time + DAY_MS)];
    const last = spans.at(-1);
    if (last && last.to >= from) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

/** References of the exchanges with the bank. */
function referencesOf({ attempts, refunds }: HeldMoney): string[] {
  const ours = attempts.flatMap(({ invoiceNo, bankMerchantTxnNo }) => [invoiceNo, bankMerchantTxnNo ?? invoiceNo]);
  return [...new Set([...ours, ...refunds.map(({ bankReference }) => bankReference)])];
}
