import { Injectable, Logger } from '@nestjs/common';
import { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import { isUniqueViolation, UnitOfWork } from '../database/unit-of-work.js';
import { normaliseEmail } from '../domain/email.js';
import { Clock } from '../runtime/clock.js';
import { MailSender } from './mail-sender.js';
import type { MailData, TemplateName } from './templates/index.js';

export interface NewMail<T extends TemplateName> {
  /** What the mail is about, e.g. `receipt:<paymentId>`, at most 100 characters: the same thing is told once. */
  dedupeKey: string;
  /** Exactly one address. */
  to: string;
  template: T;
  data: MailData[T];
}

/** Takes mails in. They are written with what they tell, and sent once that is committed. */
@Injectable()
export class MailOutbox {
  private readonly logger = new Logger(MailOutbox.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly sender: MailSender,
  ) {}

  /**
   * Joins the unit of work under way. Never throws for what the mail says: money must not be turned away because an address
   * cannot be written to.
   * @returns `known` when the same thing has been told before, `refused` for what is not one plain address
   */
  async enqueue<T extends TemplateName>(mail: NewMail<T>): Promise<'queued' | 'known' | 'refused'> {
    const to = mail.to.trim();
    if (normaliseEmail(to) === null) {
      this.logger.error({ msg: 'a mail has no usable address', template: mail.template, key: mail.dedupeKey });
      return 'refused';
    }
    return this.uow.run(async () => {
      if (!(await this.insert({ ...mail, to }))) return 'known';
      await this.uow.afterCommit(() => this.sender.kick());
      return 'queued';
    });
  }

  /**
   * The unique key decides. On both engines a violated key undoes its own statement only; the unit of work goes on. Looking
   * first would let two units that run at the same moment both find nothing.
   */
  private async insert<T extends TemplateName>(mail: NewMail<T>): Promise<boolean> {
    const now = this.clock.now();
    try {
      await this.uow.manager.getRepository(MailOutboxEntity).insert({
        dedupeKey: mail.dedupeKey,
        recipient: mail.to,
        template: mail.template,
        data: JSON.stringify(mail.data),
        status: 'queued',
        nextAttemptAt: now,
        createdAt: now,
      });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }
}
