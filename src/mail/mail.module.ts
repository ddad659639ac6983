import { Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { MailAttachments } from './mail-attachments.js';
import { MailOutbox } from './mail-outbox.js';
import { MailComposer } from './mail-composer.js';
import { MailSender } from './mail-sender.js';
import { FileTransport, MailTransport, outboxFolder, SmtpTransport } from './mail-transport.js';
import { OutboxRepository } from './outbox.repository.js';

/** By the settings: a mail server, or a folder. */
export function mailTransportOf({ smtpUrl, dataDir }: Settings): MailTransport {
  return smtpUrl === null ? new FileTransport(outboxFolder(dataDir)) : new SmtpTransport(smtpUrl);
}

/** Imported by features that send email; holds the templates. */
@Module({
  providers: [
    { provide: MailTransport, inject: [SETTINGS], useFactory: mailTransportOf },
    MailAttachments,
    MailOutbox,
    MailComposer,
    MailSender,
    OutboxRepository,
  ],
  exports: [MailAttachments, MailOutbox],
})
export class MailModule {}
