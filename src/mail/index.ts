export { MailModule, mailTransportOf } from './mail.module.js';
export { MailOutbox } from './mail-outbox.js';
export { outboxFolder, writtenMailName } from './mail-transport.js';
