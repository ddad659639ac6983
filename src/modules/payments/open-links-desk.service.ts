import { Injectable } from '@nestjs/common';
import type { OpenLinksData } from '../../contracts/links.js';
import type { Principal } from '../../http/index.js';
import { NobodyNamed } from './link.errors.js';
import type { OpenLinksQuery } from './links.dto.js';
import { OpenLinks, personOf } from './open-links.service.js';

/** Asked by the form before a link is made: exact addresses and numbers only, so that nobody can browse with it. */
@Injectable()
export class OpenLinksDesk {
  constructor(private readonly openLinks: OpenLinks) {}

  /** @throws NobodyNamed */
  async list(user: Principal, { tokenType, email, phone }: OpenLinksQuery): Promise<OpenLinksData> {
    const person = personOf(email, phone);
    if (person.emailKey === null && person.phone === null) throw new NobodyNamed();
    return { openLinks: this.openLinks.present(await this.openLinks.find(tokenType, person), user) };
  }
}
