import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { firstName } from '../../../domain/people/masking.js';
import { type AccountEvent, MailOutbox } from '../../../mail/index.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId } from '../../../runtime/ids.js';

/** Emails people about changes of their account, whoever made them. */
@Injectable()
export class AccountEmails {
  constructor(
    private readonly mails: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /** Must run in the same transaction as the change. */
  async tell(user: Pick<UserEntity, 'name' | 'email'>, event: AccountEvent): Promise<void> {
    await this.mails.enqueue({
      dedupeKey: `account:${newPublicId()}`,
      to: user.email,
      template: 'account-notice',
      data: { firstName: firstName(user.name), event, at: this.clock.now().toISOString() },
    });
  }
}
