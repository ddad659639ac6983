import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { firstName } from '../../../domain/people/masking.js';
import { type AccountEvent, MailOutbox } from '../../../mail/index.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId } from '../../../runtime/ids.js';
import { type AuditEntry, AuditService } from '../../audit/index.js';

type AccountEntry = Omit<AuditEntry, 'subjectType' | 'subjectId'>;

/** What is written about a change of an account, in the unit of work of that change. */
@Injectable()
export class AccountJournal {
  constructor(
    private readonly audit: AuditService,
    private readonly mails: MailOutbox,
    private readonly clock: Clock,
  ) {}

  record({ id }: Pick<UserEntity, 'id'>, entry: AccountEntry): Promise<void> {
    return this.audit.write({ ...entry, subjectType: 'user', subjectId: String(id) });
  }

  /** As `record`, and emails the person, whoever made the change. */
  async recordAndEmail(user: UserEntity, event: AccountEvent, entry: AccountEntry): Promise<void> {
    await this.record(user, entry);
    await this.mails.enqueue({
      dedupeKey: `account:${newPublicId()}`,
      to: user.email,
      template: 'account-notice',
      data: { firstName: firstName(user.name), event, at: this.clock.now().toISOString() },
    });
  }
}
