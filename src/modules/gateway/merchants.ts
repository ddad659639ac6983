import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { Refusal } from '../../runtime/refusal.js';
import { GatewaySettings } from './gateway-settings.js';

/** A merchant at the bank. */
export interface Merchant {
  /** The name of its profile; null: the default one. */
  profile: string | null;
  settings: GatewaySettings;
}

/** The merchants of this installation. */
@Injectable()
export class Merchants {
  constructor(private readonly settings: GatewaySettings) {}

  /** The default one first, the others in the order of `GATEWAY_PROFILES`. */
  all(): Merchant[] {
    const { settings } = this;
    const others = (settings.profiles ?? []).map(({ name, ...own }) => ({
      profile: name,
      settings: { ...settings, ...own, profiles: [] },
    }));
    return [{ profile: null, settings }, ...others];
  }

  /**
   * A profile as a person names it: nothing, and `default`, mean the default one.
   * @throws MERCHANT_PROFILE_UNKNOWN
   */
  named(name: unknown): string | null {
    if (name === undefined || name === null || name === '' || name === 'default') return null;
    const profiles = (this.settings.profiles ?? []).map((profile) => profile.name);
    const found = profiles.find((profile) => profile === name);
    if (found === undefined)
      throw new Refusal('MERCHANT_PROFILE_UNKNOWN', { message: SERVER_MESSAGES.projects.profileUnknownOf(profiles) });
    return found;
  }

  /** @param profile null: the default one @returns null for a profile that is not configured (any more) */
  find(profile: string | null): GatewaySettings | null {
    if (profile === null) return this.settings;
    return this.all().find((merchant) => merchant.profile === profile)?.settings ?? null;
  }
}
