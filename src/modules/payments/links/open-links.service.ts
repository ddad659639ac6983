import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import type { HeldToken, OpenLink } from '../../../contracts/links.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { TokenEntity } from '../../../database/entities/token.entity.js';
import { tierCodeOf } from '../../../domain/catalogue/tier-code.js';
import { firstName } from '../../../domain/people/masking.js';
import type { Principal } from '../../../http/index.js';
import { paymentUrlOf } from '../payment.presenter.js';
import { PaymentHooks } from '../transitions/payment-hooks.js';

/** What the double-sell guard tells a seller, docs/product.md#customers. */
@Injectable()
export class OpenLinks {
  constructor(
    private readonly hooks: PaymentHooks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** As `presentHeldTokens`, with the tiers to which each can be upgraded now. */
  async presentUpgradable(tokens: TokenEntity[], viewer: Principal): Promise<HeldToken[]> {
    const shown: HeldToken[] = [];
    for (const [at, held] of this.presentHeldTokens(tokens, viewer).entries()) {
      const payment = tokens[at]?.payment;
      const upgradeTo = payment ? await this.hooks.upgradesOf(payment) : [];
      shown.push(upgradeTo.length > 0 ? { ...held, upgradeTo } : held);
    }
    return shown;
  }

  /** Another seller's token is named by its number, without the payment's id. */
  presentHeldTokens(tokens: TokenEntity[], viewer: Principal): HeldToken[] {
    return tokens.map(({ payment, tokenNumber, tokenType, issuedAt }) => {
      const own = payment?.salesManagerId === viewer.userId;
      return {
        paymentId: payment && (own || viewer.role === 'admin') ? payment.publicId : null,
        tokenNumber,
        tokenType,
        tierCode: payment ? tierCodeOf(payment) : tokenType,
        customerFirstName: firstName(payment?.customer?.name ?? ''),
        paidAt: issuedAt.toISOString(),
        sellerName: firstName(payment?.salesManager?.name ?? ''),
        own,
      };
    });
  }

  /** Another seller's link is listed without its id and address. */
  present(payments: PaymentEntity[], viewer: Principal): OpenLink[] {
    return payments.map((payment) => {
      const own = payment.salesManagerId === viewer.userId;
      const mayOpen = own || viewer.role === 'admin';
      return {
        paymentId: mayOpen ? payment.publicId : null,
        paymentUrl: mayOpen ? paymentUrlOf(this.settings.appUrl, payment) : null,
        customerFirstName: firstName(payment.customer?.name ?? ''),
        tokenType: payment.tokenType,
        tierCode: tierCodeOf(payment),
        createdAt: payment.createdAt.toISOString(),
        paymentLinkExpiresAt: payment.expiresAt.toISOString(),
        sellerName: firstName(payment.salesManager?.name ?? ''),
        own,
      };
    });
  }
}
