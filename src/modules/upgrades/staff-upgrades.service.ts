import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { ResetUpgradesData, UpgradeHistoryData, UpgradeTokensData } from '../../contracts/upgrades.js';
import type { Principal } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { paymentScopeOf } from '../payment-lists/index.js';
import { PaymentHistoryQueries, PaymentsQueries } from '../payments/index.js';
import { availableOf, type ClaimedToken, TokenClaims } from './token-claims.js';
import { UpgradeExpiry } from './upgrade-expiry.service.js';
import { UpgradeLinks } from './upgrade-links.service.js';
import { presentAvailable, presentHistoryItem, presentUpgrade } from './upgrade.presenter.js';

/** Use cases of staff, each limited to what the person may see; another seller's payment is not found. */
@Injectable()
export class StaffUpgradesService {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly lines: PaymentHistoryQueries,
    private readonly claims: TokenClaims,
    private readonly links: UpgradeLinks,
    private readonly expiry: UpgradeExpiry,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async tokens(user: Principal, publicId: string): Promise<UpgradeTokensData> {
    const source = await this.queries.getFor(user, publicId);
    const token = await this.claims.read(source);
    const context = await this.contextOf(token);
    const made = token.standing.all.map((upgrade) => presentUpgrade(upgrade, context));
    const availableUpgrades = availableOf(token, context.now).map((offer) => presentAvailable(offer, token.catalogue));
    return { availableUpgrades, allUpgradeTokens: [...made, ...availableUpgrades] };
  }

  async reset(user: Principal, publicId: string): Promise<ApiSuccess<ResetUpgradesData>> {
    const source = await this.queries.getFor(user, publicId);
    await this.expiry.settle(source.id);
    const resetCount = await this.links.reset(source.id);
    const { reset, alreadyReset } = SERVER_MESSAGES.upgrade;
    return { success: true, data: { resetCount }, message: resetCount > 0 ? reset : alreadyReset };
  }

  /** Upgrades of a token's line, by any of its token numbers. */
  async history(user: Principal, tokenNumber: string): Promise<UpgradeHistoryData> {
    const { root } = await this.lines.getLine(tokenNumber, paymentScopeOf(user));
    const token = await this.claims.read(root);
    const { standing } = token;
    const context = await this.contextOf(token);
    const upgradeHistory = standing.all.map((upgrade) => presentHistoryItem(root, upgrade, context));
    return {
      customer: { name: root.customer?.name ?? '', email: root.customer?.email ?? '' },
      upgradeHistory,
      summary: {
        totalUpgrades: upgradeHistory.length,
        completedUpgrades: standing.completed ? 1 : 0,
        pendingUpgrades: upgradeHistory.filter(({ upgradeStatus }) => upgradeStatus === 'pending').length,
        availableUpgrades: availableOf(token, context.now).length,
      },
    };
  }

  private async contextOf({ standing }: ClaimedToken) {
    const names = await this.claims.tierNamesOf(standing);
    return { appUrl: this.settings.appUrl, now: this.clock.now(), names };
  }
}
