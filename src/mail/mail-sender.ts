import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import type { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import { BackgroundTasks } from '../runtime/background.js';
import { redactText } from '../runtime/log-redaction.js';
import { PeriodicTasks } from '../runtime/periodic-tasks.js';
import { CallbackBurstGate } from '../runtime/callback-burst-gate.js';
import { Vault } from '../runtime/vault.js';
import { rendered } from './email-message.js';
import { type MailAttachment, MailAttachments } from './mail-attachments.js';
import { mailDigest, MailTransport, type OutgoingMail, writtenMailName } from './mail-transport.js';
import { OutboxRepository } from './outbox.repository.js';
import { mailRetryDelayMs } from './retry-schedule.js';
import { renderTemplate } from './templates/index.js';

/** Emails sent in parallel; also the number of failures after which a run considers the mail server down. */
const BATCH = 4;

/**
 * Sends queued emails, on any number of instances. At least once: a process that dies after handing an email over and before
 * recording it sends it again, under the same Message-ID.
 */
@Injectable()
export class MailSender implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(MailSender.name);
  private running = false;
  private again = false;
  private stopping = false;

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly transport: MailTransport,
    private readonly attachments: MailAttachments,
    private readonly background: BackgroundTasks,
    private readonly tasks: PeriodicTasks,
    private readonly vault: Vault,
    private readonly rush: CallbackBurstGate,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    // Not awaited: a slow mail server must not delay the poll job.
    this.tasks.register('mail', () => Promise.resolve(this.kick()));
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  onApplicationShutdown(): void {
    this.transport.close();
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
      await this.rush.waitUntilQuiet();
      if (this.stopping) return;
      const mails = await this.outbox.leaseDue(BATCH);
      const sent = await Promise.all(mails.map((mail) => this.send(mail)));
      // With the server down, the rest waits for the next run without using up attempts.
      if (!sent.includes(true)) return;
    }
  }

  private async send(mail: MailOutboxEntity): Promise<boolean> {
    try {
      await this.transport.deliver(await this.outgoing(mail));
    } catch (error) {
      await this.failed(mail, error);
      return false;
    }
    await this.outbox.markSent(mail);
    return true;
  }

  private async failed(mail: MailOutboxEntity, error: unknown): Promise<void> {
    const reason = redactText(error instanceof Error ? error.message : String(error));
    const retryInMs = mailRetryDelayMs(mail.attempts);
    const entry = { mail: mail.id, template: mail.template, attempts: mail.attempts, reason };
    if (retryInMs === null) this.logger.error({ msg: 'email given up', ...entry });
    else this.logger.warn({ msg: 'email not sent', ...entry });
    await this.outbox.markFailed(mail, reason, retryInMs);
  }

  private async outgoing(mail: MailOutboxEntity): Promise<OutgoingMail> {
    const { appUrl, company, mailFrom } = this.settings;
    const context = { appUrl, companyName: company.name, open: (sealed: string) => this.vault.open(sealed) };
    const data: unknown = JSON.parse(mail.data);
    const letter = renderTemplate(mail.template, data, context);
    return {
      ...rendered(letter, { company }),
      attachments: await this.attachmentsOf(mail, data),
      from: mailFrom,
      to: mail.recipient,
      date: mail.createdAt,
      messageId: `<${mailDigest(mail.dedupeKey)}@${new URL(appUrl).hostname}>`,
      fileName: writtenMailName(mail),
    };
  }

  /** A failed attachment delays the email once; the next attempt sends it without. */
  private async attachmentsOf(mail: MailOutboxEntity, data: unknown): Promise<MailAttachment[]> {
    try {
      return await this.attachments.build(mail.template, data);
    } catch (error) {
      if (mail.attempts < 2) throw error;
      this.logger.error({ msg: 'email sent without its attachment', mail: mail.id, err: error });
      return [];
    }
  }
}
