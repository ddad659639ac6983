import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import type { CreateLinkData } from '../../../contracts/links.js';
import type { Principal } from '../../../http/index.js';
import { Merchants } from '../../gateway/index.js';
import type { CreatedLink } from './create-link.service.js';
import { InvoiceRequestBuilder } from '../checkout/invoice-request.builder.js';
import { OpenLinks } from './open-links.service.js';
import { presentCreatedLink } from '../payment.presenter.js';

/** The answer to staff who created a link. */
@Injectable()
export class CreatedLinkPresenter {
  constructor(
    private readonly orders: InvoiceRequestBuilder,
    private readonly openLinks: OpenLinks,
    private readonly merchants: Merchants,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async created(created: CreatedLink, viewer: Principal): Promise<CreateLinkData> {
    const order = await this.orders.orderFor(created.payment, created.attempt);
    const merchantId = this.merchants.find(created.attempt.merchantProfile)?.merchantId ?? '';
    const context = { appUrl: this.settings.appUrl, merchantId };
    return {
      ...presentCreatedLink(created, order, context),
      openLinks: this.openLinks.present(created.others, viewer),
      heldTokens: this.openLinks.presentHeldTokens(created.heldTokens, viewer),
    };
  }
}
