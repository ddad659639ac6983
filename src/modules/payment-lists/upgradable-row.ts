import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { istDayOf } from '../../domain/calendar/ist-day.js';
import { catalogueInForce, upgradeOffersOf } from '../../domain/catalogue/catalogue-rules.js';
import { isLinkExpired } from '../../domain/payment/link-expiry.js';
import { CAPTURE_DOUBTS } from '../../domain/payment/review-rules.js';
import { linkDenial } from '../../domain/projects/event-rules.js';
import { shownUpgradeStatus, type Upgradable } from '../../domain/upgrade/upgrade-rules.js';
import type { ListedPayment, ListedUpgrade } from './payment-rows.js';
import { isMoneyWaiting } from './sale-money.queries.js';

/** A reversal or an unconfirmed capture is undecided. */
export function isDoubted({ reviewReason }: Pick<PaymentEntity, 'reviewReason'>): boolean {
  return CAPTURE_DOUBTS.some((reason) => reason === reviewReason);
}

/** Input of the upgrade rules. An expired unpaid link does not count: a new one replaces it. */
export function upgradableRowOf(row: ListedPayment, now: Date): Upgradable {
  const { payment, projectState, upgrades, catalogues } = row;
  const isOpen = ({ status, openSourceId, upgradePayment }: ListedUpgrade) =>
    openSourceId !== null &&
    shownUpgradeStatus(status, {
      status: upgradePayment.status,
      isLinkExpired: isLinkExpired(upgradePayment.expiresAt, now),
    }) === 'pending';
  return {
    // No link is made in a project that does not sell.
    hasPath:
      linkDenial(projectState) === null &&
      upgradeOffersOf(payment, catalogueInForce(catalogues, payment.projectId, istDayOf(now))).length > 0,
    status: payment.status,
    refundReserved: payment.refundReserved,
    hasOpenUpgrade: upgrades.some(isOpen),
    hasCompletedUpgrade: upgrades.some(({ completedSourceId }) => completedSourceId !== null),
    isReversalOpen: isDoubted(payment),
    moneyWaits: upgrades.some(({ upgradePayment }) => isMoneyWaiting(upgradePayment)),
  };
}
