import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { chosenExpiry, type LinkLifetime, replacementExpiry } from '../../../domain/payment/link-expiry.js';
import { Clock } from '../../../runtime/clock.js';
import { Refusal } from '../../../runtime/refusal.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';

/** Expiry of new and replaced links. */
@Injectable()
export class LinkLifetimes {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param lifetime undefined: `LINK_TTL_HOURS` @throws FIELD_ERRORS */
  expiry(lifetime: LinkLifetime | undefined): Date {
    const expiresAt = chosenExpiry(lifetime, this.clock.now(), this.settings.linkTtlHours);
    if (expiresAt === null)
      throw new Refusal('FIELD_ERRORS', { details: { expiry: SERVER_MESSAGES.link.todayTooShort } });
    return expiresAt;
  }

  /** Expiry of a link that replaces another. */
  replacing(oldExpiry: Date): Date {
    return replacementExpiry(oldExpiry, this.clock.now(), this.settings.linkTtlHours);
  }
}
