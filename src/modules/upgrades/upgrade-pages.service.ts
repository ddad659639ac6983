import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { PublicReturn } from '../../contracts/after-payment.js';
import type { PublicPayment } from '../../contracts/payments.js';
import { ROUTES } from '../../contracts/routes.js';
import type { PublicUpgrade } from '../../contracts/upgrades.js';
import { textsIn } from '../../contracts/words/index.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { isLinkExpired } from '../../domain/payment/link-expiry.js';
import { shownUpgradeStatus, UPGRADE_FROM } from '../../domain/upgrade/upgrade-rules.js';
import { languageOf } from '../../http/index.js';
import type { Inertia } from '../../inertia/index.js';
import { PaymentHistoryQueries, PaymentsRepository, PublicPagesService } from '../payments/index.js';
import { Clock } from '../../runtime/clock.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { presentPublicToken, presentPublicUpgrade } from './upgrade.presenter.js';
import { UpgradesRepository } from './upgrades.repository.js';

/** The customer's upgrade page: the payment page's props and the upgrade. */
@Injectable()
export class UpgradePages {
  constructor(
    private readonly pages: PublicPagesService,
    private readonly payments: PaymentsRepository,
    private readonly lines: PaymentHistoryQueries,
    private readonly upgrades: UpgradesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * By the upgrade payment's id. The gold payment's id redirects to its open upgrade, or shows the token without one. Any other
   * payment is not found here.
   */
  async show(inertia: Inertia, paymentId: string, problem: unknown, response: Response): Promise<void> {
    const root = await this.findSource(paymentId);
    if (root) return this.showToken(inertia, root, response);
    const props = await this.pages.findProps(paymentId, problem, response);
    const upgrade = props?.payment.paymentType === 'upgrade' ? await this.findUpgrade(props.payment) : null;
    if (!props || !upgrade) return this.pages.missing(inertia, paymentId, response);
    const { upgradeTo, tiers } = textsIn(languageOf(response.req));
    const title = upgradeTo(tiers[upgrade.to]);
    return inertia.render('Public/Upgrade', { ...props, upgrade }, { head: { title } });
  }

  private async findSource(paymentId: string): Promise<PaymentEntity | null> {
    const payment = PUBLIC_ID.test(paymentId) ? await this.payments.findByPublicId(paymentId) : null;
    return payment && payment.tokenType === UPGRADE_FROM && payment.paymentType !== 'upgrade' ? payment : null;
  }

  private async showToken(inertia: Inertia, root: PaymentEntity, response: Response): Promise<void> {
    const { open, completed } = await this.upgrades.standingOf(root.id);
    if (open?.upgradePayment && this.isOpen(open, open.upgradePayment)) {
      return response.redirect(303, ROUTES.upgrade(open.upgradePayment.publicId));
    }
    const props = await this.pages.findProps(root.publicId, undefined, response);
    if (!props) return this.pages.missing(inertia, root.publicId, response);
    const { payments } = await this.lines.lineOf(root);
    const returns = new Map<string, PublicReturn>();
    for (const { publicId, paymentType } of payments) {
      const returning = paymentType === 'upgrade' ? await this.pages.findReturn(publicId) : null;
      if (returning) returns.set(publicId, returning);
    }
    const { upgradeTo, tiers } = textsIn(languageOf(response.req));
    const upgrade = presentPublicToken(completed?.upgradePayment ?? root, root, payments, returns);
    return inertia.render('Public/Upgrade', { ...props, upgrade }, { head: { title: upgradeTo(tiers[upgrade.to]) } });
  }

  private isOpen({ status }: UpgradeEntity, payment: PaymentEntity): boolean {
    const isExpired = isLinkExpired(payment.expiresAt, this.clock.now());
    return shownUpgradeStatus(status, { status: payment.status, isLinkExpired: isExpired }) === 'pending';
  }

  private async findUpgrade({ paymentId, returning }: PublicPayment): Promise<PublicUpgrade | null> {
    const payment = await this.payments.findByPublicId(paymentId);
    const upgrade = payment && (await this.upgrades.findByPayment(payment.id));
    const root = upgrade && (await this.payments.findById(upgrade.sourcePaymentId));
    if (!root) return null;
    const { payments } = await this.lines.lineOf(root);
    return presentPublicUpgrade({ ...upgrade, upgradePayment: payment }, root, payments, returning !== null);
  }
}
