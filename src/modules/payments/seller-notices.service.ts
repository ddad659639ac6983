import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { clipped } from '../../domain/files/clipped.js';
import { firstName } from '../../domain/people/masking.js';
import {
  MAX_DEDUPE_KEY,
  MailOutbox,
  type NoticeRecipient,
  type NoticeTemplate,
  type NewMail,
} from '../../mail/index.js';
import { PaymentPeopleQueries } from './payment-people.queries.js';

interface SellerNotice<T extends NoticeTemplate> extends Pick<NewMail<T>, 'dedupeKey' | 'template'> {
  /** An admin who is told besides the seller; null: nobody. */
  requestedBy?: number | null;
  data: (recipient: NoticeRecipient) => NewMail<T>['data'];
}

/** Notices to the seller of a payment, or to admins in the place of a seller who has left (docs/product.md#emails). */
@Injectable()
export class SellerNotices {
  constructor(
    private readonly people: PaymentPeopleQueries,
    private readonly outbox: MailOutbox,
  ) {}

  /** Joins the current unit of work. Once for each recipient: the seller's has the key as it is, an admin's has the account in it. */
  async enqueue<T extends NoticeTemplate>(payment: PaymentEntity, notice: SellerNotice<T>): Promise<void> {
    const { dedupeKey, template, requestedBy = null, data } = notice;
    for (const { id, name, email } of await this.people.findNoticeRecipients(payment, requestedBy)) {
      const isSeller = id === payment.salesManagerId;
      const account = isSeller ? '' : `:user-${id}`;
      await this.outbox.enqueue({
        dedupeKey: clipped(dedupeKey, MAX_DEDUPE_KEY - account.length) + account,
        to: email,
        template,
        data: data({ sellerFirstName: firstName(name), ...(!isSeller && { isAdmin: true }) }),
      });
    }
  }
}
