import { Injectable } from '@nestjs/common';
import { TaskRunner } from '../runtime/tasks/task.js';
import { DELIVER_EMAIL } from './deliver-email.task.js';
import { MailDelivery, type OutgoingMail } from './mail-transport.js';

/** Composes and delivers on the worker thread. */
@Injectable()
export class OffloadedDelivery extends MailDelivery {
  constructor(private readonly tasks: TaskRunner) {
    super();
  }

  deliver(mail: OutgoingMail): Promise<void> {
    return this.tasks.run(DELIVER_EMAIL, mail);
  }
}
