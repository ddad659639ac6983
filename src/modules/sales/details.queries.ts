import { Injectable } from '@nestjs/common';
import { Between, In, type ObjectLiteral, type EntityTarget, type FindManyOptions } from 'typeorm';
import { AuditLogEntity } from '../../database/entities/audit-log.entity.js';
import { GatewayCallEntity } from '../../database/entities/gateway-call.entity.js';
import { GatewayCallbackEntity } from '../../database/entities/gateway-callback.entity.js';
import { MailOutboxEntity } from '../../database/entities/mail-outbox.entity.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEventEntity } from '../../database/entities/payment-event.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { TermsAgreementEntity } from '../../database/entities/terms-agreement.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { MAILS_OF_PAYMENTS, MAILS_OF_REFUNDS } from '../../mail/index.js';

/** What the timeline of a payment is told from. */
export interface TimelineRecords {
  payment: PaymentEntity;
  attempts: PaymentAttemptEntity[];
  events: PaymentEventEntity[];
  notices: GatewayCallbackEntity[];
  refunds: RefundEntity[];
  /** With both payments and their tokens loaded. */
  upgrades: UpgradeEntity[];
  mails: MailOutboxEntity[];
  /** With their versions loaded. */
  agreements: TermsAgreementEntity[];
  /** Names of the staff who appear in any of them. */
  staff: Map<number, string>;
  isShortened: boolean;
}

/** All that is stored about a payment. */
export interface PaymentRecords extends TimelineRecords {
  calls: GatewayCallEntity[];
  audit: AuditLogEntity[];
}

/** Newest rows read of each kind: a payment that was viewed for weeks has hundreds of exchanges. */
const MOST = 200;

const isShortened = (lists: Record<string, unknown[]>) => Object.values(lists).some((list) => list.length === MOST);

/** Reads the records of one payment. */
@Injectable()
export class DetailsQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async find(publicId: string): Promise<PaymentRecords | null> {
    const payment = await this.manager
      .getRepository(PaymentEntity)
      .findOne({ where: { publicId }, relations: { customer: true, salesManager: true, tokens: true } });
    if (!payment) return null;
    const lists = await this.timelineLists(payment);
    const { attempts, refunds } = lists;
    const reviews = await this.newest(ReviewEntity, { where: { paymentId: payment.id } });
    const all = {
      ...lists,
      calls: await this.callsOf(attempts, refunds),
      audit: await this.auditOf(payment, refunds, reviews),
    };
    return { payment, ...all, staff: await this.staffIn(all), isShortened: isShortened(all) };
  }

  async findTimeline(payment: PaymentEntity): Promise<TimelineRecords> {
    const lists = await this.timelineLists(payment);
    return { payment, ...lists, staff: await this.staffIn({ ...lists, audit: [] }), isShortened: isShortened(lists) };
  }

  private async timelineLists(payment: PaymentEntity) {
    const of = { paymentId: payment.id };
    const attempts = await this.newest(PaymentAttemptEntity, { where: of });
    const refunds = await this.newest(RefundEntity, { where: of });
    return {
      attempts,
      refunds,
      events: await this.newest(PaymentEventEntity, { where: of }),
      notices: await this.noticesOf(attempts),
      upgrades: await this.newest(UpgradeEntity, {
        where: [{ sourcePaymentId: payment.id }, { upgradePaymentId: payment.id }],
        relations: { sourcePayment: { tokens: true }, upgradePayment: { tokens: true } },
      }),
      mails: await this.mailsOf(payment.publicId, refunds),
      agreements: await this.newest(TermsAgreementEntity, { where: of, relations: { termsVersion: true } }),
    };
  }

  private noticesOf(attempts: PaymentAttemptEntity[]): Promise<GatewayCallbackEntity[]> {
    return this.newest(GatewayCallbackEntity, { where: { attemptId: In(attempts.map(({ id }) => id)) } });
  }

  private callsOf(attempts: PaymentAttemptEntity[], refunds: RefundEntity[]): Promise<GatewayCallEntity[]> {
    const references = [
      ...attempts.flatMap(({ invoiceNo, bankMerchantTxnNo }) => [invoiceNo, bankMerchantTxnNo ?? '']),
      ...refunds.map(({ bankReference }) => bankReference),
    ].filter((reference) => reference !== '');
    return this.newest(GatewayCallEntity, { where: { reference: In(references) } });
  }

  private mailsOf(publicId: string, refunds: RefundEntity[]): Promise<MailOutboxEntity[]> {
    const keys = [
      ...MAILS_OF_PAYMENTS.map((about) => `${about}:${publicId}`),
      ...refunds.flatMap((refund) => MAILS_OF_REFUNDS.map((about) => `${about}:${refund.publicId}`)),
    ];
    const where = keys.map((key) => ({
      // Dedupe keys continue after a colon; a tilde sorts after every continuation.
      dedupeKey: Between(key, `${key}:~`),
    }));
    return this.newest(MailOutboxEntity, { where });
  }

  private auditOf(payment: PaymentEntity, refunds: RefundEntity[], reviews: ReviewEntity[]): Promise<AuditLogEntity[]> {
    const idsOf = (rows: { publicId: string }[]) => In(rows.map(({ publicId }) => publicId));
    return this.newest(AuditLogEntity, {
      where: [
        { subjectType: 'payment', subjectId: payment.publicId },
        { subjectType: 'refund', subjectId: idsOf(refunds) },
        { subjectType: 'review', subjectId: idsOf(reviews) },
        { subjectType: 'token', subjectId: payment.tokenNumber ?? payment.publicId },
      ],
    });
  }

  private async newest<Row extends ObjectLiteral & { id: number }>(
    entity: EntityTarget<Row>,
    options: FindManyOptions<Row>,
  ): Promise<Row[]> {
    const order = { id: 'DESC' } as unknown as FindManyOptions<Row>['order'];
    const rows = await this.manager.getRepository(entity).find({ ...options, order, take: MOST });
    return rows.reverse();
  }

  private async staffIn(lists: Pick<PaymentRecords, 'events' | 'audit' | 'refunds' | 'upgrades'>) {
    const ids = new Set([
      ...lists.events.map(({ actorUserId }) => actorUserId),
      ...lists.audit.map(({ actorUserId }) => actorUserId),
      ...lists.refunds.map(({ requestedBy }) => requestedBy),
      ...lists.upgrades.map(({ createdBy }) => createdBy),
    ]);
    const known = [...ids].filter((id) => id !== null);
    const users = await this.manager.getRepository(UserEntity).findBy({ id: In(known) });
    return new Map(users.map(({ id, name }) => [id, name]));
  }

  private get manager() {
    return this.uow.manager;
  }
}
