export { type MailAttachment, MailAttachments } from './mail-attachments.js';
export type { AccountEvent } from './templates/account-letters.js';
export { MailModule, mailTransportOf } from './mail.module.js';
export { MailOutbox } from './mail-outbox.js';
export { outboxFolder, writtenMailName } from './mail-transport.js';
