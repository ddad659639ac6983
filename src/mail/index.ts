export { type MailAttachment, MailAttachments } from './mail-attachments.js';
export type { AccountEvent } from './templates/account-letters.js';
export { MailModule } from './mail.module.js';
export { MailOutbox } from './mail-outbox.js';
