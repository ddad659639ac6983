import { Injectable } from '@nestjs/common';
import type { PublicPayment, PublicStatus } from '../../contracts/payments.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isPaid } from '../../domain/payment-status.js';
import { Clock } from '../../runtime/clock.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { PaymentNews } from './payment-news.js';
import { PaymentNotFound } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';
import { nextTurnOf, presentPublic, presentStatus } from './public-payment.presenter.js';
import { type FoundRecord, type PublicRecord, PublicRecords, type ShownPayment } from './public-records.queries.js';

/** A payment's page at one moment. */
export interface OpenedPayment {
  version: string;
  now: Date;
  /** When the page turns by itself; null: never. */
  until: () => Date | null;
  payment: () => PublicPayment;
}

/** What the holder of a link reads. Answered from the database alone: nobody can make it ask the bank. */
@Injectable()
export class PublicPayments {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly records: PublicRecords,
    private readonly payments: PaymentsRepository,
    private readonly news: PaymentNews,
    private readonly clock: Clock,
  ) {}

  /** @throws PaymentNotFound */
  async get(publicId: string): Promise<PublicPayment> {
    return this.present(await this.read(publicId));
  }

  /** For the page itself: remembers that the link was opened. @returns null for an unknown payment */
  async open(publicId: string): Promise<OpenedPayment | null> {
    const found = await this.find(publicId);
    if (!found) return null;
    if (!found.isOpened) await this.uow.run(() => this.markOpened(found.read().payment));
    const now = this.clock.now();
    return {
      version: found.version,
      now,
      until: () => nextTurnOf(found.read(), now),
      payment: () => this.present(found.read(), now),
    };
  }

  async status(publicId: string): Promise<PublicStatus> {
    const { payment, record } = await this.read(publicId);
    return presentStatus(payment, record.attempts, this.clock.now());
  }

  /** For the result pages: shows a payment only once it is paid. */
  async findPaid(publicId: unknown): Promise<PublicPayment | null> {
    const found = typeof publicId === 'string' ? await this.find(publicId) : null;
    const record = found?.read();
    return record && isPaid(record.payment.status) ? this.present(record) : null;
  }

  private present({ payment, record }: PublicRecord, now: Date = this.clock.now()): PublicPayment {
    return presentPublic(payment, record, now);
  }

  private async markOpened(payment: ShownPayment): Promise<void> {
    if (await this.payments.markOpened(payment.id)) await this.news.opened(payment);
  }

  private async read(publicId: string): Promise<PublicRecord> {
    const found = await this.find(publicId);
    if (!found) throw new PaymentNotFound();
    return found.read();
  }

  private async find(publicId: string): Promise<FoundRecord | null> {
    return PUBLIC_ID.test(publicId) ? this.records.find(publicId) : null;
  }
}
