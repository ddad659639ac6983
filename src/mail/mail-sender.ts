import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import { BackgroundTasks } from '../runtime/background.js';
import { redactText } from '../runtime/log-redaction.js';
import { PeriodicTasks } from '../runtime/periodic-tasks.js';
import { CallbackBurstGate } from '../runtime/callback-burst-gate.js';
import { MailAttachments } from './mail-attachments.js';
import { MailComposer } from './mail-composer.js';
import { MailDelivery } from './mail-transport.js';
import { mailRetryDelayMs, NO_LONGER_TRUE, OutboxRepository } from './outbox.repository.js';

/** Emails sent in parallel; also the number of failures after which a run considers the mail server down. */
const BATCH = 4;

/**
 * Sends queued emails, on any number of instances. At least once: a process that dies after handing an email over and before
 * recording it sends it again, under the same Message-ID.
 */
@Injectable()
export class MailSender implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(MailSender.name);
  private running = false;
  private again = false;
  private stopping = false;

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly delivery: MailDelivery,
    private readonly composer: MailComposer,
    private readonly attachments: MailAttachments,
    private readonly background: BackgroundTasks,
    private readonly tasks: PeriodicTasks,
    private readonly burstGate: CallbackBurstGate,
  ) {}

  onModuleInit(): void {
    // Not awaited: a slow mail server must not delay the poll job.
    this.tasks.register('mail', () => Promise.resolve(this.kick()));
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  /** Sends due emails in the background. Calls during a run cause one more run. */
  kick(): void {
    this.again = true;
    if (!this.running) this.background.start('mail', () => this.run());
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      while (this.again && !this.stopping) {
        this.again = false;
        await this.sendDue();
      }
    } finally {
      this.running = false;
    }
  }

  private async sendDue(): Promise<void> {
    while (!this.stopping) {
      await this.burstGate.waitUntilQuiet();
      if (this.stopping) return;
      const mails = await this.outbox.leaseDue(BATCH, this.attachments.unbuildable());
      const ends = await Promise.all(mails.map((mail) => this.send(mail)));
      // With the server down, the rest waits for the next run without using up attempts.
      if (ends.length === 0 || (ends.includes('failed') && !ends.includes('sent'))) return;
    }
  }

  private async send(mail: MailOutboxEntity): Promise<'sent' | 'dropped' | 'failed'> {
    try {
      if (!(await this.attachments.isCurrent(mail.template, JSON.parse(mail.data)))) return await this.drop(mail);
      await this.delivery.deliver(await this.composer.compose(mail));
    } catch (error) {
      await this.failed(mail, error);
      return 'failed';
    }
    await this.outbox.markSent(mail);
    return 'sent';
  }

  private async drop(mail: MailOutboxEntity): Promise<'dropped'> {
    this.logger.log({ msg: 'email dropped', mail: mail.id, template: mail.template, reason: NO_LONGER_TRUE });
    await this.outbox.markFailed(mail, NO_LONGER_TRUE, null);
    return 'dropped';
  }

  private async failed(mail: MailOutboxEntity, error: unknown): Promise<void> {
    const reason = redactText(error instanceof Error ? error.message : String(error));
    const retryInMs = mailRetryDelayMs(mail.attempts);
    const entry = { mail: mail.id, template: mail.template, attempts: mail.attempts, reason };
    if (retryInMs === null) this.logger.error({ msg: 'email given up', ...entry });
    else this.logger.warn({ msg: 'email not sent', ...entry });
    await this.outbox.markFailed(mail, reason, retryInMs);
  }
}
