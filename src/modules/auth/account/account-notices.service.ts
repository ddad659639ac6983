import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { firstName } from '../../../domain/masking.js';
import { type AccountEvent, MailOutbox } from '../../../mail/index.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId } from '../../../runtime/ids.js';

/** Tells people by mail what was done to their account: whoever did it, they should know. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly mails: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /** Joins the unit of work of the deed. */
  async tell(user: Pick<UserEntity, 'name' | 'email'>, event: AccountEvent): Promise<void> {
    await this.mails.enqueue({
      dedupeKey: `account:${newPublicId()}`,
      to: user.email,
      template: 'account-notice',
      data: { firstName: firstName(user.name), event, at: this.clock.now().toISOString() },
    });
  }
}
