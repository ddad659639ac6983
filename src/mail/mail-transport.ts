import { createHash } from 'node:crypto';
import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { TaskSettings } from '../runtime/tasks/task.js';
import type { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import type { MailContent } from './email-message.js';
import type { MailAttachment } from './mail-attachments.js';

export interface OutgoingMail extends MailContent {
  from: { name: string; address: string };
  /** One plain address. */
  to: string;
  date: Date;
  /** The same at every attempt, so that the receiver can detect a repetition. */
  messageId: string;
  /** The same at every attempt. */
  fileName: string;
  attachments: MailAttachment[];
}

/** What the sender of the outbox needs. */
export abstract class MailDelivery {
  /** Resolves once the email is handed over. */
  abstract deliver(mail: OutgoingMail): Promise<void>;
}

export abstract class MailTransport extends MailDelivery {
  /** Connects and signs in to the mail server, sends nothing. @throws Error when mail cannot be sent */
  abstract verify(): Promise<void>;

  close(): void {}
}

/** Loaded with the first email, to keep starts fast. */
const mailer = () => import('nodemailer');

const CONNECT_LIMIT_MS = 10_000;
const SILENCE_LIMIT_MS = 20_000;

export class SmtpTransport extends MailTransport {
  private readonly options;
  private opened: ReturnType<SmtpTransport['open']> | null = null;

  /** @param url `smtp://` or `smtps://`, with user and password where the server asks for them */
  constructor(url: string) {
    super();
    const { username, hostname } = new URL(url);
    this.options = {
      url,
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      dnsTimeout: CONNECT_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      // Never sends a password unencrypted over a network.
      requireTLS: username !== '' && !LOOPBACK.test(hostname),
    };
  }

  async deliver(mail: OutgoingMail): Promise<void> {
    await (await this.transporter()).sendMail(messageOf(mail));
  }

  async verify(): Promise<void> {
    await (await this.transporter()).verify();
  }

  override close(): void {
    void this.opened?.then((transporter) => transporter.close());
  }

  private transporter(): ReturnType<SmtpTransport['open']> {
    return (this.opened ??= this.open());
  }

  private async open() {
    return (await mailer()).createTransport(this.options);
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** By the settings: a mail server, or a folder. */
export function mailTransportOf({ smtpUrl, dataDir }: TaskSettings): MailTransport {
  return smtpUrl === null ? new FileTransport(outboxFolder(dataDir)) : new SmtpTransport(smtpUrl);
}

/** Without a mail server each email becomes an .eml file. */
export class FileTransport extends MailTransport {
  constructor(private readonly directory: string) {
    super();
  }

  async deliver(mail: OutgoingMail): Promise<void> {
    const { createTransport } = await mailer();
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail(messageOf(mail));
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const file = join(this.directory, mail.fileName);
    // Renamed when complete, so the folder holds whole emails only.
    await writeFile(unfinished(file), message as Buffer, { mode: 0o600 });
    await rename(unfinished(file), file);
  }

  async verify(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await access(this.directory, constants.W_OK);
  }
}

function messageOf(mail: OutgoingMail): SendMailOptions {
  return {
    from: mail.from,
    // An object is not parsed, so there is exactly one recipient.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments.map((file) => ({ ...file, content: bufferOf(file.content) })),
    date: mail.date,
    messageId: mail.messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The same bytes: what comes from another thread has lost its class. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Folder of emails without a mail server. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** The same at every attempt. */
export function writtenMailName(mail: Pick<MailOutboxEntity, 'createdAt' | 'template' | 'dedupeKey'>): string {
  const created = mail.createdAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${created}-${mail.template}-${mailDigest(mail.dedupeKey).slice(0, 12)}.eml`;
}

/** All files of one email in that folder, unfinished ones included. */
export function writtenMailFiles(mail: Parameters<typeof writtenMailName>[0]): string[] {
  const name = writtenMailName(mail);
  return [name, unfinished(name)];
}

function unfinished(file: string): string {
  return `${file}.part`;
}

export function mailDigest(dedupeKey: string): string {
  return createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32);
}
