import { Injectable } from '@nestjs/common';
import { type AuditEntry, AuditService } from '../../audit/index.js';
import { type PaymentEvent, PaymentsRepository } from '../payments.repository.js';
import { PaymentEventPublisher } from './payment-event-publisher.js';

/** What is written about a change of a payment besides its status, in the unit of work of that change. */
@Injectable()
export class PaymentJournal {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly audit: AuditService,
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** Writes the event and the audit entry, and publishes the change after the commit. */
  async record(event: PaymentEvent, entry: AuditEntry): Promise<void> {
    await this.payments.addEvent(event);
    await this.audit.write(entry);
    await this.publisher.changed(event.paymentId);
  }
}
