import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { chosenExpiry, type LinkLifetime, replacementExpiry } from '../../domain/link-expiry.js';
import { Clock } from '../../runtime/clock.js';
import { TodayTooShort } from './link.errors.js';

/** Until when a new link can be paid. */
@Injectable()
export class LinkLifetimes {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param lifetime undefined: the installation's usual one @throws TodayTooShort */
  expiry(lifetime: LinkLifetime | undefined): Date {
    const expiresAt = chosenExpiry(lifetime, this.clock.now(), this.settings.linkTtlHours);
    if (expiresAt === null) throw new TodayTooShort();
    return expiresAt;
  }

  /** For a link that takes the place of another. */
  replacing(oldExpiry: Date): Date {
    return replacementExpiry(oldExpiry, this.clock.now(), this.settings.linkTtlHours);
  }
}
