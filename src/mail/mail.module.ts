import { Module } from '@nestjs/common';
import { MailAttachments } from './mail-attachments.js';
import { MailOutbox } from './mail-outbox.js';
import { MailComposer } from './mail-composer.js';
import { MailProjects } from './mail-projects.queries.js';
import { MailSender } from './mail-sender.js';
import { MailDelivery } from './mail-transport.js';
import { OffloadedDelivery } from './offloaded-delivery.js';
import { OutboxRepository } from './outbox.repository.js';

/** Imported by features that send email; holds the templates. */
@Module({
  providers: [
    { provide: MailDelivery, useClass: OffloadedDelivery },
    MailAttachments,
    MailOutbox,
    MailComposer,
    MailProjects,
    MailSender,
    OutboxRepository,
  ],
  exports: [MailAttachments, MailOutbox],
})
export class MailModule {}
