import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { PublicUpgrade } from '../../contracts/upgrades.js';
import { wordsOf } from '../../contracts/words/index.js';
import { languageOf } from '../../http/index.js';
import type { Inertia } from '../../inertia/index.js';
import { PaymentHistoryQueries, PaymentsRepository, PublicPages } from '../payments/index.js';
import { presentPublicUpgrade } from './upgrade.presenter.js';
import { UpgradesRepository } from './upgrades.repository.js';

/** The customer's page of an upgrade: the payment page's own props, and what the upgrade means. */
@Injectable()
export class UpgradePages {
  constructor(
    private readonly pages: PublicPages,
    private readonly payments: PaymentsRepository,
    private readonly lines: PaymentHistoryQueries,
    private readonly upgrades: UpgradesRepository,
  ) {}

  /** Any other payment's page is elsewhere, so here it is as unknown as none. */
  async show(inertia: Inertia, paymentId: string, problem: unknown, response: Response): Promise<void> {
    const props = await this.pages.findProps(paymentId, problem, response);
    const upgrade = props?.payment.paymentType === 'upgrade' ? await this.findUpgrade(paymentId) : null;
    if (!props || !upgrade) return this.pages.missing(inertia, paymentId, response);
    const { upgradeTo, tiers } = wordsOf(languageOf(response.req));
    const title = upgradeTo(tiers[upgrade.to]);
    return inertia.render('Public/Upgrade', { ...props, upgrade }, { head: { title } });
  }

  private async findUpgrade(paymentId: string): Promise<PublicUpgrade | null> {
    const payment = await this.payments.findByPublicId(paymentId);
    const upgrade = payment && (await this.upgrades.findByPayment(payment.id));
    const root = upgrade && (await this.payments.findById(upgrade.sourcePaymentId));
    if (!root) return null;
    const { payments } = await this.lines.lineOf(root);
    return presentPublicUpgrade({ ...upgrade, upgradePayment: payment }, root, payments);
  }
}
