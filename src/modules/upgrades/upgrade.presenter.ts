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
import { isTokenVoid, statusLabel } from '../../domain/payment/payment-status.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import { tokenLabel, tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import {
  shownUpgradeStatus,
  UPGRADE_FROM,
  UPGRADE_TO,
  UPGRADE_TYPE,
  upgradePrice,
} from '../../domain/upgrade/upgrade-rules.js';
import { type RequestedLink, type CreatedLinkRows, warningOf } from '../payments/index.js';

interface Context {
  appUrl: string;
  now: Date;
}

export function upgradeLinkOf(appUrl: string, publicId: string): string {
  return `${appUrl}${ROUTES.upgrade(publicId)}`;
}

/** The upgrade that is available. */
export function presentAvailable(): UpgradeToken {
  return {
    upgradeStatus: 'available',
    upgradeLink: null,
    upgradeNotes: null,
    upgradeType: UPGRADE_TYPE,
    upgradeAmount: toRupees(upgradePrice()),
    upgradePaymentId: null,
    paymentStatus: null,
    paymentLinkExpiresAt: null,
    createdAt: null,
  };
}

/** @param upgrade with its payment loaded */
export function presentUpgrade(upgrade: UpgradeEntity, context: Context): UpgradeToken {
  const payment = paymentOf(upgrade);
  const expired = isLinkExpired(payment.expiresAt, context.now);
  const upgradeStatus = shownUpgradeStatus(upgrade.status, { status: payment.status, isLinkExpired: expired });
  return {
    upgradeStatus,
    upgradeLink: upgradeLinkOf(context.appUrl, payment.publicId),
    upgradeNotes: upgradeStatus === upgrade.status ? upgrade.notes : SERVER_MESSAGES.upgrade.notes.expired,
    upgradeType: upgrade.upgradeType,
    upgradeAmount: toRupees(upgrade.amount),
    upgradePaymentId: payment.publicId,
    paymentStatus: payment.status,
    paymentLinkExpiresAt: payment.expiresAt.toISOString(),
    createdAt: upgrade.createdAt.toISOString(),
  };
}

/** @param root the gold token's payment */
export function presentHistoryItem(root: PaymentEntity, upgrade: UpgradeEntity, context: Context): UpgradeHistoryItem {
  return {
    ...presentUpgrade(upgrade, context),
    upgradeFrom: UPGRADE_FROM,
    upgradeTo: UPGRADE_TO,
    fromTokenNumber: tokenNumberOf(root),
    toTokenNumber: tokenNumberOf(paymentOf(upgrade)),
    fromTokenVoid: isTokenVoid(root),
    toTokenVoid: isTokenVoid(paymentOf(upgrade)),
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
 * @param isReturning the money for this upgrade could not be used
 */
export function presentPublicUpgrade(
  upgrade: UpgradeEntity,
  root: PaymentEntity,
  payments: PaymentEntity[],
  isReturning: boolean,
): PublicUpgrade {
  const own = paymentOf(upgrade);
  const shown = payments.filter((payment) => payment.id === own.id || payment.paidAt !== null);
  return {
    ...offerOf(root, own.amount),
    outcome: isReturning ? 'in-review' : outcomeOf(upgrade, own),
    returning: [],
    history: shown.map((payment) => publicPayment(payment, isReturning && payment.id === own.id)),
  };
}

/**
 * For a customer who opens the gold payment.
 * @param current the payment of the active token
 * @param returns by the payment's public id
 */
export function presentPublicToken(
  current: PaymentEntity,
  root: PaymentEntity,
  payments: PaymentEntity[],
  returns: ReadonlyMap<string, PublicReturn>,
): PublicUpgrade {
  const shown = payments.filter(
    ({ id, paidAt, publicId }) => id === root.id || paidAt !== null || returns.has(publicId),
  );
  return {
    ...offerOf(root, upgradePrice()),
    currentTokenNumber: tokenNumberOf(current),
    outcome: 'none',
    returning: [...returns.values()].reverse(),
    history: shown.map((payment) => publicPayment(payment, returns.has(payment.publicId))),
  };
}

/** @param difference paise */
function offerOf(root: PaymentEntity, difference: number) {
  return {
    from: UPGRADE_FROM,
    to: UPGRADE_TO,
    fromLabel: tokenLabel(UPGRADE_FROM),
    toLabel: tokenLabel(UPGRADE_TO),
    currentTokenNumber: tokenNumberOf(root),
    currentTokenVoid: isTokenVoid(root),
    paidBefore: toRupees(root.amount),
    upgradeAmount: toRupees(difference),
    total: toRupees(root.amount + difference),
  } as const;
}

function outcomeOf(upgrade: UpgradeEntity, own: PaymentEntity): PublicUpgrade['outcome'] {
  if (upgrade.completedSourceId !== null) return 'upgraded';
  if (own.status === 'refunded') return 'reversed';
  return own.status === 'completed' ? 'in-review' : 'open';
}

function publicPayment(payment: PaymentEntity, isReturning: boolean): PublicUpgradePayment {
  const label = tokenLabel(payment.tokenType);
  const isUpgrade = payment.paymentType === 'upgrade';
  return {
    label: isUpgrade ? `Upgrade to ${label}` : `${label} token`,
    tokenType: payment.tokenType,
    isUpgrade,
    tokenNumber: payment.tokenNumber,
    tokenVoid: isTokenVoid(payment),
    amount: toRupees(payment.amount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    status: payment.status,
    statusLabel: statusLabel(payment.status),
    isReturning,
    at: (payment.paidAt ?? payment.createdAt).toISOString(),
  };
}

function paymentOf(upgrade: UpgradeEntity): PaymentEntity {
  if (!upgrade.upgradePayment) throw new Error(`upgrade row ${upgrade.id} was read without its payment`);
  return upgrade.upgradePayment;
}
