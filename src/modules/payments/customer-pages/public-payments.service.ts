import { Injectable, Logger } from '@nestjs/common';
import type { PublicReturn } from '../../../contracts/after-payment.js';
import type { PublicPayment, PublicStatus } from '../../../contracts/payments.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { isDatabaseUnavailable } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { ProjectCompanies } from '../../projects/index.js';
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
  type ShownRecord,
} from './public-payment.queries.js';
import { Refusal } from '../../../runtime/refusal.js';

/** A payment as its pages show it. */
export interface ShownPage {
  payment: () => PublicPayment;
  /** Props that show its project in the frame of the page. */
  frame: () => Record<string, unknown>;
}

/** A payment's page and its cache lifetime. */
export interface OpenedPayment extends ShownPage {
  version: string;
  now: Date;
  /** When the page changes by time alone; null: never. */
  until: () => Date | null;
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
    private readonly companies: ProjectCompanies,
  ) {}

  /** @throws PAYMENT_NOT_FOUND */
  async get(publicId: string): Promise<PublicPayment> {
    const found = await this.read(publicId);
    await this.noteView(found.payment, found.record.attempts);
    return this.present(found);
  }

  /** For the page itself: records that the customer opened the link. @returns null for an unknown payment */
  async open(publicId: string, byCustomer: boolean): Promise<OpenedPayment | null> {
    const found = await this.record(publicId);
    if (!found) return null;
    if (byCustomer && !found.isOpened) await this.noteOpened(found.read().payment);
    const now = this.clock.now();
    return {
      version: found.version,
      now,
      until: () => nextTurnOf(found.read(), now),
      payment: () => this.present(found.read(), now),
      frame: () => this.companies.frame(found.read().record.project),
    };
  }

  async status(publicId: string): Promise<PublicStatus> {
    const { payment, record } = await this.read(publicId);
    await this.noteView(payment, record.attempts);
    return presentStatus(payment, record, this.clock.now(), this.contactOf(record));
  }

  /** Null for an unknown payment. */
  async find(publicId: string): Promise<ShownPage | null> {
    const found = await this.record(publicId);
    return found && this.pageOf(found.read(), this.clock.now());
  }

  /** Props that show the project of a payment in the frame of another page; none for an unknown payment. */
  async frameOf(publicId: string | null): Promise<Record<string, unknown>> {
    const project = publicId !== null && PUBLIC_ID.test(publicId) ? await this.records.findProject(publicId) : null;
    return project ? this.companies.frame(project) : {};
  }

  /** A capture of this payment that could not be used and is being returned. */
  async findReturn(publicId: string): Promise<PublicReturn | null> {
    return (await this.find(publicId))?.payment().returning ?? null;
  }

  private contactOf({ project }: ShownRecord): PublicReturn['contact'] {
    const { supportPhone: phone, supportEmail: email } = this.companies.ofProject(project);
    return { phone, email };
  }

  private pageOf(found: PublicRecord, now: Date): ShownPage {
    return { payment: () => this.present(found, now), frame: () => this.companies.frame(found.record.project) };
  }

  private present({ payment, record }: PublicRecord, now: Date = this.clock.now()): PublicPayment {
    return presentPublic(payment, record, now, this.contactOf(record));
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
    const found = await this.record(publicId);
    if (!found) throw new Refusal('PAYMENT_NOT_FOUND');
    return found.read();
  }

  private async record(publicId: string): Promise<FoundRecord | null> {
    return PUBLIC_ID.test(publicId) ? this.records.find(publicId) : null;
  }
}
