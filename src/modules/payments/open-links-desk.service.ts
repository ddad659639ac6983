import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OpenLinksData } from '../../contracts/links.js';
import { AuditService } from '../../database/audit.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Principal } from '../../http/index.js';
import { Vault } from '../../runtime/vault.js';
import type { Person } from './link-guards.js';
import { NobodyNamed } from './link.errors.js';
import type { OpenLinksQuery } from './links.dto.js';
import { OpenLinks, personOf } from './open-links.service.js';

/** Asked by the form before a link is made: exact addresses and numbers only, so that nobody can browse with it. */
@Injectable()
export class OpenLinksDesk {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly openLinks: OpenLinks,
    private readonly audit: AuditService,
    private readonly vault: Vault,
  ) {}

  /** Every question is an audit entry: it is answered about other sellers' customers, too. @throws NobodyNamed */
  async list(user: Principal, { tokenType, email, phone }: OpenLinksQuery): Promise<OpenLinksData> {
    const person = personOf(email, phone);
    if (person.emailKey === null && person.phone === null) throw new NobodyNamed();
    const links = await this.openLinks.find(tokenType, person);
    const tokens = await this.openLinks.findHeldTokens(person);
    await this.uow.run(() =>
      this.audit.write({
        action: 'customer.looked_up',
        subjectType: 'person',
        subjectId: this.pseudonymOf(person),
        toValue: tokenType,
        reason: `open links: ${links.length}, tokens: ${tokens.length}`,
      }),
    );
    return {
      openLinks: this.openLinks.present(links, user),
      heldTokens: this.openLinks.presentHeldTokens(tokens, user),
    };
  }

  /** The audit log is never rewritten, so it must not hold the address; a keyed hash cannot be guessed back from a list of numbers. */
  private pseudonymOf({ emailKey, phone }: Person): string {
    const [key] = this.vault.derivedKeys('customer look-up');
    return createHmac('sha256', key!)
      .update(emailKey ?? phone ?? '')
      .digest('hex')
      .slice(0, 32);
  }
}
