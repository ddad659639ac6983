import type { Task } from '../runtime/tasks/task.js';
import { mailTransportOf, type OutgoingMail } from './mail-transport.js';

/** Composes an email and hands it to the mail server, or writes it to the folder. */
export const DELIVER_EMAIL: Task<OutgoingMail, void> = {
  name: 'deliver-email',
  prepare: (settings) => {
    const transport = mailTransportOf(settings);
    return Promise.resolve((mail) => transport.deliver(mail));
  },
};
