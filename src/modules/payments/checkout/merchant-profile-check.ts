import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { missingProfilesText } from '../../../domain/projects/merchant-profile-rules.js';
import { Merchants } from '../../gateway/index.js';
import { MerchantProfilesQueries } from './merchant-profiles.queries.js';

/** The settings lack a merchant profile that is still needed. */
class MissingMerchantProfiles extends Error {
  readonly code = 'MERCHANT_PROFILE_MISSING';
}

/** Ends the start of a server without a merchant profile that is still needed (docs/adr/0030-projects-and-terms.md). */
@Injectable()
export class MerchantProfileCheck implements OnApplicationBootstrap {
  constructor(
    private readonly queries: MerchantProfilesQueries,
    private readonly merchants: Merchants,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const configured = this.merchants.all().flatMap(({ profile }) => profile ?? []);
    const problem = missingProfilesText(await this.queries.uses(), configured);
    if (problem !== null) throw new MissingMerchantProfiles(problem);
  }
}
