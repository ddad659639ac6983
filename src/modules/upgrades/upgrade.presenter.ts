import type { PublicReturn } from '../../contracts/after-payment.js';
import { ROUTES } from '../../contracts/routes.js';
import type {
  CreateUpgradeLinkData,
  PublicUpgrade,
  PublicUpgradePayment,
  UpgradeHistoryItem,
  UpgradeToken,
} from '../../contracts/upgrades.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { isLinkExpired } from '../../domain/payment/link-expiry.js';
import { toRupees } from '../../domain/money/money.js';
import { statusLabel } from '../../domain/payment/payment-status.js';
import { isTokenVoid } from '../../domain/payment/token-status.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import { tokenLabel, tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { asksDifference, type Catalogue, tierOf, type UpgradeOffer } from '../../domain/catalogue/catalogue-rules.js';
import { tierCodeOf } from '../../domain/catalogue/tier-code.js';
import { tiersOfUpgrade, upgradeTypeOf } from '../../domain/upgrade/upgrade-paths.js';
import { shownUpgradeStatus } from '../../domain/upgrade/upgrade-rules.js';
import { type RequestedLink, type CreatedLinkRows, tokenStatusOf, warningOf } from '../payments/index.js';

/** Names of tiers by the id of the payment, each in the version of the catalogue that the payment keeps. */
export type TierNames = ReadonlyMap<number, string>;

interface Context {
  appUrl: string;
  now: Date;
  names: TierNames;
}

export function upgradeLinkOf(appUrl: string, publicId: string): string {
  return `${appUrl}${ROUTES.upgrade(publicId)}`;
}

/** An upgrade that is available. */
export function presentAvailable(offer: UpgradeOffer, catalogue: Catalogue): UpgradeToken {
  return {
    toTierCode: offer.toCode,
    toTierName: tierOf(catalogue, offer.toCode).name,
    upgradeStatus: 'available',
    upgradeLink: null,
    upgradeNotes: null,
    upgradeType: upgradeTypeOf(offer),
    upgradeAmount: toRupees(offer.amount),
    isDifference: offer.isDifference,
    upgradePaymentId: null,
    paymentStatus: null,
    paymentLinkExpiresAt: null,
    createdAt: null,
  };
}

/** @param upgrade with its payment loaded; its tier is named as in the payment's version of the catalogue */
export function presentUpgrade(upgrade: UpgradeEntity, context: Context): UpgradeToken {
  const payment = paymentOf(upgrade);
  const expired = isLinkExpired(payment.expiresAt, context.now);
  const upgradeStatus = shownUpgradeStatus(upgrade.status, { status: payment.status, isLinkExpired: expired });
  return {
    upgradeStatus,
    upgradeLink: upgradeLinkOf(context.appUrl, payment.publicId),
    upgradeNotes: upgradeStatus === upgrade.status ? upgrade.notes : SERVER_MESSAGES.upgrade.notes.expired,
    upgradeType: upgrade.upgradeType,
    toTierCode: tierCodeOf(payment),
    toTierName: nameIn(context.names, payment),
    upgradeAmount: toRupees(upgrade.amount),
    isDifference: null,
    upgradePaymentId: payment.publicId,
    paymentStatus: payment.status,
    paymentLinkExpiresAt: payment.expiresAt.toISOString(),
    createdAt: upgrade.createdAt.toISOString(),
  };
}

/** @param root the token's own payment; both payments with their tokens loaded */
export function presentHistoryItem(root: PaymentEntity, upgrade: UpgradeEntity, context: Context): UpgradeHistoryItem {
  const { from, to } = tiersOfUpgrade(upgrade.upgradeType);
  return {
    ...presentUpgrade(upgrade, context),
    upgradeFrom: from,
    upgradeTo: to,
    fromTokenNumber: tokenNumberOf(root),
    toTokenNumber: tokenNumberOf(paymentOf(upgrade)),
    fromTokenVoid: isTokenVoid(tokenStatusOf(root)),
    toTokenVoid: isTokenVoid(tokenStatusOf(paymentOf(upgrade))),
    completedAt: upgrade.completedAt?.toISOString() ?? null,
  };
}

export function presentCreated(
  { payment, attempt, answer }: CreatedLinkRows & RequestedLink,
  appUrl: string,
): CreateUpgradeLinkData {
  return {
    upgradeLink: upgradeLinkOf(appUrl, payment.publicId),
    upgradeAmount: toRupees(payment.amount),
    upgradePaymentId: payment.publicId,
    paymentLinkExpiresAt: payment.expiresAt.toISOString(),
    hasRedirectionURL: attempt.redirectUrl !== null,
    warning: warningOf(answer),
  };
}

/**
 * For the customer: the sale, this upgrade and other paid ones, without unpaid links.
 * @param returning of money for this upgrade that could not be used
 */
export function presentPublicUpgrade(
  { upgrade, offer }: { upgrade: UpgradeEntity; offer: UpgradeOffer },
  root: PaymentEntity,
  payments: PaymentEntity[],
  returning: PublicReturn | null,
  names: TierNames,
): PublicUpgrade {
  const own = paymentOf(upgrade);
  const shown = payments.filter((payment) => payment.id === own.id || payment.paidAt !== null);
  return {
    ...offerOf(root, offer, labelsOf(upgrade, root, names)),
    outcome: returning ? 'in-review' : outcomeOf(upgrade, own),
    returning: [],
    history: shown.map((payment) => publicPayment(payment, payment.id === own.id ? returning : null, names)),
  };
}

export interface ShownToken {
  /** The payment of the active token. */
  current: PaymentEntity;
  root: PaymentEntity;
  payments: PaymentEntity[];
  /** By the payment's public id. */
  returns: ReadonlyMap<string, PublicReturn>;
  /** The upgrade that was made, or that could be made. */
  offer: UpgradeOffer;
  labels: PathLabels;
}

/** For a customer who opens the token's own payment. */
export function presentPublicToken(
  { current, root, payments, returns, offer, labels }: ShownToken,
  names: TierNames,
): PublicUpgrade {
  const shown = payments.filter(
    ({ id, paidAt, publicId }) => id === root.id || paidAt !== null || returns.has(publicId),
  );
  return {
    ...offerOf(root, offer, labels),
    ...tokenOf(current, nameIn(names, current)),
    outcome: 'none',
    returning: [...returns.values()].reverse(),
    history: shown.map((payment) => publicPayment(payment, returns.get(payment.publicId) ?? null, names)),
  };
}

/** What was offered when the link was made. @param upgrade with its payment loaded @param catalogue the version that this payment keeps */
export function offerMade(upgrade: UpgradeEntity, root: PaymentEntity, catalogue: Catalogue): UpgradeOffer {
  const toCode = tierCodeOf(paymentOf(upgrade));
  const isDifference = asksDifference(catalogue, tierCodeOf(root), toCode);
  return { ...tiersOfUpgrade(upgrade.upgradeType), toCode, amount: upgrade.amount, isDifference };
}

export interface PathLabels {
  fromLabel: string;
  toLabel: string;
}

/** @param upgrade with its payment loaded */
export function labelsOf(upgrade: UpgradeEntity, root: PaymentEntity, names: TierNames): PathLabels {
  return { fromLabel: nameIn(names, root), toLabel: nameIn(names, paymentOf(upgrade)) };
}

function offerOf(root: PaymentEntity, { from, to, amount, isDifference }: UpgradeOffer, labels: PathLabels) {
  return {
    from,
    to,
    ...labels,
    ...tokenOf(root, labels.fromLabel),
    currentTokenVoid: isTokenVoid(tokenStatusOf(root)),
    paidBefore: toRupees(root.amount),
    upgradeAmount: toRupees(amount),
    total: toRupees(root.amount + amount),
    isDifference,
  };
}

/** @param payment that issued the token */
function tokenOf(payment: PaymentEntity, label: string) {
  return {
    currentTokenNumber: tokenNumberOf(payment),
    currentTokenType: payment.tokenType,
    currentTokenLabel: label,
    currentTokenPaidAt: payment.paidAt?.toISOString() ?? null,
  };
}

function outcomeOf(upgrade: UpgradeEntity, own: PaymentEntity): PublicUpgrade['outcome'] {
  if (upgrade.completedSourceId !== null) return 'upgraded';
  if (own.status === 'refunded') return 'reversed';
  return own.status === 'completed' ? 'in-review' : 'open';
}

function publicPayment(payment: PaymentEntity, returning: PublicReturn | null, names: TierNames): PublicUpgradePayment {
  const label = nameIn(names, payment);
  const isUpgrade = payment.paymentType === 'upgrade';
  return {
    label: isUpgrade ? `Upgrade to ${label}` : `${label} token`,
    tokenType: payment.tokenType,
    tokenLabel: label,
    isUpgrade,
    tokenNumber: payment.tokenNumber,
    tokenVoid: isTokenVoid(tokenStatusOf(payment)),
    amount: toRupees(payment.amount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    returnState: returning?.state ?? null,
    at: (payment.paidAt ?? payment.createdAt).toISOString(),
  };
}

function paymentOf(upgrade: UpgradeEntity): PaymentEntity {
  if (!upgrade.upgradePayment) throw new Error(`upgrade row ${upgrade.id} was read without its payment`);
  return upgrade.upgradePayment;
}

function nameIn(names: TierNames, { id, tokenType }: PaymentEntity): string {
  return names.get(id) ?? tokenLabel(tokenType);
}
