import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work.js';
import { normaliseEmail } from '../domain/people/email.js';
import { MailSender } from './mail-sender.js';
import { type NewMail, OutboxRepository } from './outbox.repository.js';
import type { TemplateName } from './templates/index.js';

/** First parts of dedupe keys of emails about payments; `test/architecture/personal-data.spec.ts` checks the sources. */
export const MAILS_OF_PAYMENTS = ['receipt', 'receipt-copy', 'payment-link', 'payment-late', 'review'];
export const MAILS_OF_REFUNDS = ['refund-accepted', 'refund-completed', 'payment-reversed', 'refund-rejected'];

/** Queues emails in the unit of work of their cause; they are sent after its commit. */
@Injectable()
export class MailOutbox {
  private readonly logger = new Logger(MailOutbox.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly queue: OutboxRepository,
    private readonly sender: MailSender,
  ) {}

  /**
   * Joins the current unit of work. Never throws for the email's content: a sale must not fail because of an address.
   * @returns `known` when the key was queued before, `refused` for anything but one plain address
   */
  async enqueue<T extends TemplateName>(mail: NewMail<T>): Promise<'queued' | 'known' | 'refused'> {
    const to = mail.to.trim();
    if (normaliseEmail(to) === null) {
      this.logger.error({ msg: 'email not queued: no usable address', template: mail.template, key: mail.dedupeKey });
      return 'refused';
    }
    return this.uow.run(async () => {
      if (!(await this.queue.insert({ ...mail, to }))) return 'known';
      await this.uow.afterCommit(() => this.sender.kick());
      return 'queued';
    });
  }
}
