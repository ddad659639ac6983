import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { AuditService } from '../audit/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { UpgradeOffer } from '../../domain/catalogue/catalogue-rules.js';
import { UPGRADE_DENIALS } from '../../contracts/denials.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { CreateUpgradeLinkRequest } from '../../contracts/upgrades.js';
import { tieredOf } from '../../domain/catalogue/tier-code.js';
import { formatInr, parseRupees } from '../../domain/money/money.js';
import { Refusal } from '../../runtime/refusal.js';
import { upgradeTypeOf } from '../../domain/upgrade/upgrade-paths.js';
import { resetDenial, upgradeDenial } from '../../domain/upgrade/upgrade-rules.js';
import { type RequestedLink, LinkCreator, type CreatedLinkRows } from '../payments/index.js';
import { type ClaimedToken, TokenClaims, upgradableOf } from './token-claims.js';
import { UpgradeClosing } from './upgrade-closing.js';
import { upgradeLinkOf } from './upgrade.presenter.js';
import { UpgradesRepository } from './upgrades.repository.js';

/** Creates upgrade links and resets failed ones. */
@Injectable()
export class UpgradeLinks {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly claims: TokenClaims,
    private readonly upgrades: UpgradesRepository,
    private readonly links: LinkCreator,
    private readonly closing: UpgradeClosing,
    private readonly audit: AuditService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The link exists once this resolves, whatever the bank answered.
   * @param sourceId the token's own payment
   * @param path one of the catalogue in force: its kind, the tier that the token gets where several are of that kind, and the price as it was shown
   * @param onMade runs in the unit of work that creates the link, before the bank is asked
   * @throws UPGRADE_NOT_AVAILABLE, AMOUNT_MISMATCH, TOKEN_NOT_PAID, TOKEN_HAS_REFUND, ALREADY_UPGRADED, REVERSAL_UNDECIDED, MONEY_ARRIVED, UPGRADE_PENDING
   */
  async create(
    sourceId: number,
    path: CreateUpgradeLinkRequest,
    createdBy: number,
    onMade: (made: CreatedLinkRows & RequestedLink) => Promise<void>,
  ): Promise<CreatedLinkRows & RequestedLink> {
    const made = await this.uow.run(async () => {
      const link = await this.write(sourceId, path, createdBy);
      await onMade({ ...link, answer: null });
      return link;
    });
    return { ...made, ...(await this.links.askBank(made)) };
  }

  /** Idempotent. @returns the number of failed upgrades whose link could still be paid @throws ALREADY_UPGRADED, UPGRADE_PENDING, NO_FAILED_UPGRADE */
  reset(sourceId: number): Promise<number> {
    return this.uow.run(async () => {
      const token = await this.claims.win(sourceId);
      this.refuseReset(token);
      const ended = await this.closing.endLinks(token.standing.failed, 'staff');
      if (ended.length === 0) return 0;
      await this.audit.write({
        action: 'upgrade.reset',
        subjectType: 'token',
        subjectId: token.source.tokenNumber ?? token.source.publicId,
        reason: ended.map(({ publicId }) => publicId).join(' '),
      });
      return ended.length;
    });
  }

  private async write(sourceId: number, path: CreateUpgradeLinkRequest, createdBy: number): Promise<CreatedLinkRows> {
    const token = await this.claims.winUnrefunded(sourceId, (claimed) => this.refuseUpgrade(claimed, path));
    const { source, standing, catalogue } = token;
    const offer = offerOf(token, path);
    if (!offer) throw new Refusal('UPGRADE_NOT_AVAILABLE');
    const { from, to, toCode, amount } = offer;
    const made = await this.links.make({
      projectId: source.projectId,
      eventId: source.eventId,
      catalogueVersionId: catalogue.id,
      customerId: source.customerId,
      salesManagerId: source.salesManagerId,
      ...tieredOf({ code: toCode, tokenType: to }),
      paymentType: 'upgrade',
      amount,
      referenceType: source.referenceType,
      brokerName: source.brokerName,
      panCard: null,
      upgrade: { from, to, originalTokenNumber: source.tokenNumber ?? '' },
    });
    // Only one upgrade link of a token can be paid.
    await this.closing.endLinks(standing.failed, 'staff');
    await this.upgrades.insertOpen({
      sourcePaymentId: source.id,
      upgradePaymentId: made.payment.id,
      upgradeType: upgradeTypeOf(offer),
      amount,
      createdBy,
    });
    await this.audit.write({
      action: 'upgrade.created',
      subjectType: 'token',
      subjectId: source.tokenNumber ?? source.publicId,
      reason: made.payment.publicId,
    });
    return made;
  }

  private refuseUpgrade(token: ClaimedToken, path: CreateUpgradeLinkRequest): void {
    const offer = offerOf(token, path);
    const denial = upgradeDenial({ ...upgradableOf(token), hasPath: offer !== undefined });
    if (denial === null) return refuseOtherPrice(offer, path);
    if (denial === 'no_path' && token.offers.length > 0)
      throw new Refusal('UPGRADE_NOT_AVAILABLE', { message: SERVER_MESSAGES.upgrade.otherPaths });
    if (denial === 'already_open') throw this.pending(token);
    const { code, message } = UPGRADE_DENIALS[denial];
    throw new Refusal(code, { message });
  }

  private refuseReset(token: ClaimedToken): void {
    const { offers, standing } = token;
    if (offers.length === 0 && standing.all.length === 0) throw new Refusal('UPGRADE_NOT_AVAILABLE');
    const denial = resetDenial({ ...upgradableOf(token), failed: standing.failed.length });
    if (denial === 'already_upgraded') throw new Refusal('ALREADY_UPGRADED');
    if (denial === 'already_open') throw this.pending(token);
    if (denial === 'nothing_failed') throw new Refusal('NO_FAILED_UPGRADE');
  }

  private pending({ standing }: ClaimedToken): Refusal {
    const upgradePaymentId = standing.open?.upgradePayment?.publicId ?? '';
    return new Refusal('UPGRADE_PENDING', {
      details: { upgradeLink: upgradeLinkOf(this.settings.appUrl, upgradePaymentId), upgradePaymentId },
    });
  }
}

/** @throws AMOUNT_MISMATCH */
function refuseOtherPrice(offer: UpgradeOffer | undefined, path: CreateUpgradeLinkRequest): void {
  const amount = path.amount ?? null;
  if (!offer || amount === null || parseRupees(amount) === offer.amount) return;
  const message = SERVER_MESSAGES.upgrade.otherPrice(formatInr(offer.amount));
  throw new Refusal('AMOUNT_MISMATCH', { message });
}

/** Without the code of a tier: the only path of the kind, or the one to the tier whose code is its medal. */
function offerOf({ offers }: ClaimedToken, path: CreateUpgradeLinkRequest): UpgradeOffer | undefined {
  const { upgradeType } = path;
  const toTierCode = path.toTierCode ?? null;
  const ofKind = offers.filter((offer) => upgradeTypeOf(offer) === upgradeType);
  if (toTierCode === null && ofKind.length === 1) return ofKind[0];
  return ofKind.find(({ to, toCode }) => toCode === (toTierCode ?? to));
}
