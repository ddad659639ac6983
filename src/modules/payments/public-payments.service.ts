import { Injectable } from '@nestjs/common';
import type { PublicPayment, PublicStatus } from '../../contracts/payments.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isPaid } from '../../domain/payment-status.js';
import { Clock } from '../../runtime/clock.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { PaymentNews } from './payment-news.js';
import { CustomerRecords } from './customer-records.queries.js';
import { PaymentNotFound } from './payments.errors.js';
import { PaymentsQueries } from './payments.queries.js';
import { PaymentsRepository } from './payments.repository.js';
import { presentPublic, presentStatus } from './public-payment.presenter.js';

/** What the holder of a link reads. Answered from the database alone: nobody can make it ask the bank. */
@Injectable()
export class PublicPayments {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: PaymentsQueries,
    private readonly records: CustomerRecords,
    private readonly payments: PaymentsRepository,
    private readonly news: PaymentNews,
    private readonly clock: Clock,
  ) {}

  /** @throws PaymentNotFound */
  async get(publicId: string): Promise<PublicPayment> {
    return this.present(await this.read(publicId));
  }

  /** The page itself: remembers that the link was opened. */
  async open(publicId: string): Promise<PublicPayment> {
    const payment = await this.read(publicId);
    if (payment.openedAt === null) await this.uow.run(() => this.markOpened(payment));
    return this.present(payment);
  }

  async status(publicId: string): Promise<PublicStatus> {
    const payment = await this.read(publicId);
    return presentStatus(payment, await this.records.attemptsOf(payment.id), this.clock.now());
  }

  /** For the result pages: shows a payment only once it is paid. */
  async findPaid(publicId: unknown): Promise<PublicPayment | null> {
    if (typeof publicId !== 'string' || !PUBLIC_ID.test(publicId)) return null;
    const payment = await this.payments.findByPublicId(publicId);
    return payment && isPaid(payment.status) ? this.get(publicId) : null;
  }

  private async markOpened(payment: PaymentEntity): Promise<void> {
    if (await this.payments.markOpened(payment.id)) await this.news.opened(payment);
  }

  private async read(publicId: string): Promise<PaymentEntity> {
    if (!PUBLIC_ID.test(publicId)) throw new PaymentNotFound();
    return this.queries.get(publicId, null);
  }

  private async present(payment: PaymentEntity): Promise<PublicPayment> {
    return presentPublic(payment, await this.records.of(payment), this.clock.now());
  }
}
