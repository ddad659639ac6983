import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { PublicReturn } from '../../contracts/after-payment.js';
import type { PublicPayment } from '../../contracts/payments.js';
import { ROUTES } from '../../contracts/routes.js';
import type { PublicUpgrade } from '../../contracts/upgrades.js';
import { textsIn } from '../../contracts/words/index.js';
import { tierName } from '../../contracts/words/tier-name.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { isPaid } from '../../domain/payment/payment-status.js';
import type { UpgradeOffer } from '../../domain/catalogue/catalogue-rules.js';
import { tierOf } from '../../domain/catalogue/catalogue-rules.js';
import { languageOf } from '../../http/index.js';
import type { Inertia } from '../../inertia/index.js';
import { Catalogues } from '../catalogue/index.js';
import { PaymentHistoryQueries, PaymentsRepository, PublicPagesService } from '../payments/index.js';
import { Clock } from '../../runtime/clock.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { type ClaimedToken, isShownOpen, TokenClaims } from './token-claims.js';
import { labelsOf, offerMade, type PathLabels, presentPublicToken, presentPublicUpgrade } from './upgrade.presenter.js';
import { UpgradesRepository } from './upgrades.repository.js';

/** A token with the upgrade that its page tells of. */
interface OfferedToken extends ClaimedToken {
  offer: UpgradeOffer;
  /** The upgrade whose offer it is; null: one that the catalogue in force makes. That catalogue may have no tier of the one made before. */
  made: UpgradeEntity | null;
}

/** An upgrade whose link was made, with its payment loaded. */
interface MadeUpgrade {
  upgrade: UpgradeEntity;
  payment: PaymentEntity;
  /** The token's own payment. */
  source: PaymentEntity;
}

/** The customer's upgrade page: the payment page's props and the upgrade. */
@Injectable()
export class UpgradePages {
  constructor(
    private readonly pages: PublicPagesService,
    private readonly payments: PaymentsRepository,
    private readonly lines: PaymentHistoryQueries,
    private readonly upgrades: UpgradesRepository,
    private readonly clock: Clock,
    private readonly claims: TokenClaims,
    private readonly catalogues: Catalogues,
  ) {}

  /**
   * By the upgrade payment's id: one that another upgrade of its token has overtaken leads to the token. The id of the token's own payment
   * redirects to its open upgrade, or shows the token without one. Any other payment is not found here.
   */
  async show(inertia: Inertia, paymentId: string, problem: unknown, response: Response): Promise<void> {
    const token = await this.findSource(paymentId);
    if (token) return this.showToken(inertia, token, response);
    const props = await this.pages.findProps(paymentId, problem, response);
    const made = props?.payment.paymentType === 'upgrade' ? await this.findMade(paymentId) : null;
    if (!props || !made) return this.pages.missing(inertia, paymentId, response);
    if (await this.isOvertaken(made, props.payment))
      return response.redirect(303, ROUTES.upgrade(made.source.publicId));
    const upgrade = await this.presentMade(made, props.payment);
    const texts = textsIn(languageOf(response.req));
    const title = texts.upgradeTo(tierName(texts, upgrade.to, upgrade.toLabel));
    return inertia.render('Public/Upgrade', { ...props, upgrade }, { head: { title } });
  }

  /** Null where no path leads on, and none did. */
  private async findSource(paymentId: string): Promise<OfferedToken | null> {
    const payment = PUBLIC_ID.test(paymentId) ? await this.payments.findByPublicId(paymentId) : null;
    if (!payment || payment.paymentType === 'upgrade') return null;
    const token = await this.claims.read(payment);
    const { completed, all } = token.standing;
    const [offered] = completed ? [] : token.offers;
    if (offered) return { ...token, offer: offered, made: null };
    const made = completed ?? all[0];
    return made ? { ...token, offer: await this.offerMade(made, payment), made } : null;
  }

  private async showToken(inertia: Inertia, token: OfferedToken, response: Response): Promise<void> {
    const { source, offer, made } = token;
    const { open, completed } = token.standing;
    if (open?.upgradePayment && isShownOpen(open, this.clock.now())) {
      return response.redirect(303, ROUTES.upgrade(open.upgradePayment.publicId));
    }
    const props = await this.pages.findProps(source.publicId, undefined, response);
    if (!props) return this.pages.missing(inertia, source.publicId, response);
    const { root, payments } = await this.lines.lineOf(source);
    const returns = new Map<string, PublicReturn>();
    for (const { publicId, paymentType } of payments) {
      const returning = paymentType === 'upgrade' ? await this.pages.findReturn(publicId) : null;
      if (returning) returns.set(publicId, returning);
    }
    const names = await this.catalogues.tierNamesOf([root, ...payments]);
    const labels: PathLabels = made
      ? labelsOf(made, root, names)
      : { fromLabel: names.get(root.id) ?? '', toLabel: tierOf(token.catalogue, offer.toCode).name };
    const current = completed?.upgradePayment ?? root;
    const upgrade = presentPublicToken({ current, root, payments, returns, offer, labels }, names);
    const texts = textsIn(languageOf(response.req));
    const title = texts.tokenOf(tierName(texts, props.payment.tokenType, props.payment.tokenLabel));
    return inertia.render('Public/Upgrade', { ...props, upgrade }, { head: { title } });
  }

  private async findMade(paymentId: string): Promise<MadeUpgrade | null> {
    const payment = await this.payments.findByPublicId(paymentId);
    const upgrade = payment && (await this.upgrades.findByPayment(payment.id));
    const source = upgrade && (await this.payments.findById(upgrade.sourcePaymentId));
    return source && { upgrade: { ...upgrade, upgradePayment: payment }, payment, source };
  }

  /** Its own page would speak of the token as it was. Money that waits or is returned is told of there, also afterwards. */
  private async isOvertaken(
    { source }: MadeUpgrade,
    { status, returning, moneyWaits }: PublicPayment,
  ): Promise<boolean> {
    return !isPaid(status) && returning === null && !moneyWaits && (await this.upgrades.isUpgraded(source.id));
  }

  private async presentMade(made: MadeUpgrade, { returning }: PublicPayment): Promise<PublicUpgrade> {
    const { root, payments } = await this.lines.lineOf(made.source);
    const names = await this.catalogues.tierNamesOf([root, made.payment, ...payments]);
    const offer = await this.offerMade(made.upgrade, root);
    return presentPublicUpgrade({ upgrade: made.upgrade, offer }, root, payments, returning, names);
  }

  /** @param upgrade with its payment loaded */
  private async offerMade(upgrade: UpgradeEntity, root: PaymentEntity): Promise<UpgradeOffer> {
    return offerMade(upgrade, root, await this.catalogues.of(upgrade.upgradePayment ?? root));
  }
}
