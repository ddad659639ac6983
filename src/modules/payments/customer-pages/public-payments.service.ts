import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import type { PublicReturn } from '../../../contracts/after-payment.js';
import type { PublicPayment, PublicStatus } from '../../../contracts/payments.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { isDatabaseUnavailable } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { AttemptViews } from '../status-checks/attempt-views.service.js';
import { PaymentEventPublisher } from '../transitions/payment-event-publisher.js';
import { PaymentsRepository } from '../payments.repository.js';
import { nextTurnOf, presentPublic, presentStatus } from './public-payment.presenter.js';
import {
  type FoundRecord,
  type PublicRecord,
  PublicPaymentQueries,
  type ShownAttempt,
  type ShownPayment,
} from './public-payment.queries.js';
import { Refusal } from '../../../runtime/refusal.js';

/** A payment's page and its cache lifetime. */
export interface OpenedPayment {
  version: string;
  now: Date;
  /** When the page changes by time alone; null: never. */
  until: () => Date | null;
  payment: () => PublicPayment;
}

/** What the holder of a link reads. Answers from the database alone, so a visitor cannot make it ask the bank. */
@Injectable()
export class PublicPaymentsService {
  private readonly logger = new Logger(PublicPaymentsService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly records: PublicPaymentQueries,
    private readonly payments: PaymentsRepository,
    private readonly publisher: PaymentEventPublisher,
    private readonly views: AttemptViews,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws PAYMENT_NOT_FOUND */
  async get(publicId: string): Promise<PublicPayment> {
    const found = await this.read(publicId);
    await this.noteView(found.payment, found.record.attempts);
    return this.present(found);
  }

  /** For the page itself: records that the link was opened. @returns null for an unknown payment */
  async open(publicId: string): Promise<OpenedPayment | null> {
    const found = await this.find(publicId);
    if (!found) return null;
    if (!found.isOpened) await this.noteOpened(found.read().payment);
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
    await this.noteView(payment, record.attempts);
    return presentStatus(payment, record, this.clock.now(), this.contact);
  }

  /** Null for an unknown payment. */
  async findPayment(publicId: string): Promise<PublicPayment | null> {
    const found = await this.find(publicId);
    return found && this.present(found.read());
  }

  /** A capture of this payment that could not be used and is being returned. */
  async findReturn(publicId: string): Promise<PublicReturn | null> {
    return (await this.findPayment(publicId))?.returning ?? null;
  }

  private get contact(): PublicReturn['contact'] {
    const { supportPhone: phone, supportEmail: email } = this.settings.company;
    return { phone, email };
  }

  private present({ payment, record }: PublicRecord, now: Date = this.clock.now()): PublicPayment {
    return presentPublic(payment, record, now, this.contact);
  }

  /** Brings the poll job's next check forward; the request itself asks nobody. */
  private async noteView({ status }: ShownPayment, attempts: ShownAttempt[]): Promise<void> {
    if (status === 'initiated') await this.views.note(attempts);
  }

  /** A failed write does not fail the page; the next visit records the opening. */
  private async noteOpened(payment: ShownPayment): Promise<void> {
    try {
      await this.uow.run(() => this.markOpened(payment));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.logger.warn({ msg: 'opening of a link not recorded', err: error });
    }
  }

  private async markOpened(payment: ShownPayment): Promise<void> {
    if (await this.payments.markOpened(payment.id)) await this.publisher.opened(payment);
  }

  private async read(publicId: string): Promise<PublicRecord> {
    const found = await this.find(publicId);
    if (!found) throw new Refusal('PAYMENT_NOT_FOUND');
    return found.read();
  }

  private async find(publicId: string): Promise<FoundRecord | null> {
    return PUBLIC_ID.test(publicId) ? this.records.find(publicId) : null;
  }
}
