export { MailAttachments, type MailDocument } from './mail-attachments.js';
export type { AccountEvent } from './templates/account-emails.js';
export { MailModule } from './mail.module.js';
export { MailOutbox } from './mail-outbox.js';
export { MAX_DEDUPE_KEY, type NewMail, NO_LONGER_TRUE } from './outbox.repository.js';
export type { NoticeRecipient } from './templates/context.js';
export type { NoticeTemplate } from './templates/index.js';
export { MAILS_OF_PAYMENTS, MAILS_OF_REFUNDS } from './mail-outbox.js';
export { mailTransportOf, outboxFolder, writtenMailFiles } from './mail-transport.js';
