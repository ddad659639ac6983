export { MailModule } from './mail.module.js';
export { MailOutbox } from './mail-outbox.js';
