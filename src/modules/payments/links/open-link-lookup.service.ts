import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OpenLinksData } from '../../../contracts/links.js';
import { AuditService } from '../../audit/index.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { tierCodeOf, tieredOf } from '../../../domain/catalogue/tier-code.js';
import type { Principal } from '../../../http/index.js';
import { Vault } from '../../../runtime/vault.js';
import { Holdings } from '../../customers/index.js';
import { SalesEvents } from '../../projects/index.js';
import type { Person } from './link-creation-lock.js';
import type { OpenLinksQuery } from './links.dto.js';
import { personOf } from './link-creation-lock.js';
import { OpenLinksRepository } from './open-links.repository.js';
import { OpenLinks } from './open-links.service.js';
import { Refusal } from '../../../runtime/refusal.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';

/** Lookup before a sale: exact addresses and numbers only, so that nobody can browse customers. */
@Injectable()
export class OpenLinkLookupService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly links: OpenLinksRepository,
    private readonly openLinks: OpenLinks,
    private readonly events: SalesEvents,
    private readonly holdings: Holdings,
    private readonly audit: AuditService,
    private readonly vault: Vault,
  ) {}

  /** In the project in which the person sells. Every lookup writes an audit entry, since it answers about other sellers' customers too. @throws FIELD_ERRORS */
  async list(user: Principal, { tokenType, tierCode, email, phone }: OpenLinksQuery): Promise<OpenLinksData> {
    const person = personOf(email, phone);
    if (person.emailKey === null && person.phone === null)
      throw new Refusal('FIELD_ERRORS', { details: { email: SERVER_MESSAGES.link.whoIsMissing } });
    const projectId = await this.events.projectOf(user);
    if (projectId === null) return { openLinks: [], heldTokens: [] };
    const tier = tieredOf({ code: tierCode || tokenType, tokenType });
    const links = await this.links.find(projectId, tier, person);
    const tokens = await this.links.findHeldTokens(projectId, person);
    const elsewhere = await this.holdings.elsewhere(user, person, projectId);
    await this.uow.run(() =>
      this.audit.write({
        action: 'customer.looked_up',
        subjectType: 'person',
        subjectId: this.pseudonymOf(person),
        toValue: tierCodeOf(tier),
        reason: `open links: ${links.length}, tokens: ${tokens.length}`,
      }),
    );
    return {
      openLinks: this.openLinks.present(links, user),
      heldTokens: await this.openLinks.presentUpgradable(tokens, user),
      ...(elsewhere.length > 0 && { elsewhere }),
    };
  }

  /** The audit log is never rewritten, so it stores a keyed hash, which cannot be reversed from a list of numbers. */
  private pseudonymOf({ emailKey, phone }: Person): string {
    const [key] = this.vault.derivedKeys('customer look-up');
    return createHmac('sha256', key!)
      .update(emailKey ?? phone ?? '')
      .digest('hex')
      .slice(0, 32);
  }
}
