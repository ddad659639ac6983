import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { SendLinkMailData } from '../../../contracts/links.js';
import { MESSAGES } from '../../../contracts/messages.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { linkEmailDenial } from '../../../domain/payment/link-care.js';
import { firstName } from '../../../domain/people/masking.js';
import type { AnswerStore, Principal } from '../../../http/index.js';
import { RateLimiter } from '../../../runtime/rate-limits/rate-limiter.js';
import { MailOutbox } from '../../../mail/index.js';
import { Clock } from '../../../runtime/clock.js';
import { linkRefusal } from './link.errors.js';
import type { SendLinkMailDto } from './links.dto.js';
import { linkMailsOf } from '../payment.presenter.js';
import { tierNameOf } from '../../catalogue/index.js';
import { PaymentJournal } from '../transitions/payment-journal.js';
import { PaymentsQueries } from '../payments.queries.js';
import { PaymentsRepository } from '../payments.repository.js';
import { Refusal } from '../../../runtime/refusal.js';
import { DAY_MS, HOUR_MS } from '../../../domain/calendar/durations.js';

/** Mails of one link an hour: enough to send it again, too few to pester. */
const PER_LINK_AN_HOUR = 3;
const PER_LINK_A_DAY = 10;
const PER_USER_AN_HOUR = 60;

/** Mails a link to the customer's recorded address, whatever address a request names. */
@Injectable()
export class LinkEmailService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly queries: PaymentsQueries,
    private readonly payments: PaymentsRepository,
    private readonly outbox: MailOutbox,
    private readonly limiter: RateLimiter,
    private readonly journal: PaymentJournal,
  ) {}

  /** @throws TooManyRequests, MAIL_REFUSED, a denial by src/domain/payment/link-care.ts */
  async send(user: Principal, body: SendLinkMailDto, storeAnswer: AnswerStore): Promise<ApiSuccess<SendLinkMailData>> {
    const payment = await this.queries.getFor(user, body.paymentId);
    this.refuseUnlessMailable(payment);
    await this.limit(user, payment);
    return this.uow.run(async () => {
      const answer = await this.queue(payment, body.message || null);
      await storeAnswer(answer);
      return answer;
    });
  }

  private async queue(payment: PaymentEntity, message: string | null): Promise<ApiSuccess<SendLinkMailData>> {
    const to = payment.customer?.email ?? '';
    const counted = await this.payments.countLinkMail(payment.id);
    // Counting has locked the row, so it cannot change before the mail is queued.
    this.refuseUnlessMailable(counted);
    const queued = await this.outbox.enqueue({
      dedupeKey: `payment-link:${payment.publicId}:${counted.linkMailCount}`,
      to,
      template: 'payment-link',
      data: {
        language: payment.language ?? undefined,
        firstName: firstName(payment.customer?.name ?? ''),
        tokenType: payment.tokenType,
        tierName: await tierNameOf(this.uow, payment),
        isUpgrade: payment.paymentType === 'upgrade',
        amountPaise: payment.amount,
        paymentId: payment.publicId,
        expiresAt: counted.expiresAt.toISOString(),
        message,
      },
    });
    if (queued !== 'queued') throw new Refusal('MAIL_REFUSED');
    await this.journal.record(
      { paymentId: payment.id, type: 'link.mailed', source: 'staff' },
      { action: 'payment.link_mailed', subjectType: 'payment', subjectId: payment.publicId },
    );
    const data = { ...linkMailsOf(counted), paymentId: payment.publicId, to };
    return { success: true, data, message: MESSAGES.link.mailed(to) };
  }

  private refuseUnlessMailable({ status, statusReason, paymentType, expiresAt }: PaymentEntity): void {
    // Allowed while the customer is at the bank: the link leads back to the same payment.
    const link = { status, statusReason, paymentType, expiresAt, hasSentAttempt: false };
    const denial = linkEmailDenial(link, this.clock.now());
    if (denial !== null) throw linkRefusal(denial);
  }

  private async limit({ userId }: Principal, { publicId }: PaymentEntity): Promise<void> {
    await this.limiter.require(`link-mail:user:${userId}`, PER_USER_AN_HOUR, HOUR_MS);
    await this.limiter.require(`link-mail:hour:${publicId}`, PER_LINK_AN_HOUR, HOUR_MS);
    await this.limiter.require(`link-mail:day:${publicId}`, PER_LINK_A_DAY, DAY_MS);
  }
}
