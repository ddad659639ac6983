import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { MESSAGES } from '../../contracts/messages.js';
import type { CreateUpgradeLinkData, CreateUpgradeLinkRequest } from '../../contracts/upgrades.js';
import type { AnswerStore, Principal } from '../../http/index.js';
import { type CreatedLinkRows, PaymentsQueries, type RequestedLink } from '../payments/index.js';
import { SalesEvents } from '../projects/index.js';
import { UpgradeExpiry } from './upgrade-expiry.service.js';
import { UpgradeLinks } from './upgrade-links.service.js';
import { presentCreated } from './upgrade.presenter.js';

/** Staff sell an upgrade while the token's project sells; the days of its event do not bound it. */
@Injectable()
export class NewUpgrade {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly events: SalesEvents,
    private readonly links: UpgradeLinks,
    private readonly expiry: UpgradeExpiry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws PAYMENT_NOT_FOUND, PROJECT_NOT_SELLING, PROJECT_CLOSED, and as `UpgradeLinks` */
  async create(user: Principal, publicId: string, path: CreateUpgradeLinkRequest, storeAnswer: AnswerStore) {
    const source = await this.queries.getFor(user, publicId);
    await this.events.requireLinks(source);
    await this.expiry.settle(source.id);
    const answerOf = (made: CreatedLinkRows & RequestedLink): ApiSuccess<CreateUpgradeLinkData> => {
      const data = presentCreated(made, this.settings.appUrl);
      const message = data.warning ?? MESSAGES.upgrade.created(source.customer?.name ?? '');
      return { success: true, data, message };
    };
    return answerOf(await this.links.create(source.id, path, user.userId, (made) => storeAnswer(answerOf(made))));
  }
}
