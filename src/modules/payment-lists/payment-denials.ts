import type { Denials } from '../../contracts/denials.js';
import {
  type CaredLink,
  cancelDenial,
  correctionDenial,
  isLinkPayable,
  type LinkDenial,
  linkEmailDenial,
  projectDenial,
  reissueDenial,
  saleDenial,
} from '../../domain/payment/link-care.js';
import { isPaid } from '../../domain/payment/payment-status.js';
import { anyRefundDenial, type Refundable } from '../../domain/refund/refund-rules.js';
import { isUpgradeReview, reopenDenial, upgradeDenial } from '../../domain/upgrade/upgrade-rules.js';
import type { ListedPayment } from './payment-rows.js';
import { isMoneyWaiting } from './sale-money.queries.js';
import { isDoubted, upgradableRowOf } from './upgradable-row.js';

/** Input of the refund rules for the payment's own capture, which equals its price. */
function refundableRowOf({ payment, upgrades }: ListedPayment): Refundable {
  return {
    status: payment.status,
    captured: payment.amount,
    reserved: payment.refundReserved,
    hasOpenUpgrade: upgrades.some(({ openSourceId }) => openSourceId !== null),
    hasCompletedUpgrade: upgrades.some(
      ({ completedSourceId, upgradePayment }) => completedSourceId !== null && upgradePayment.status !== 'refunded',
    ),
    isExcess: false,
  };
}

/** The denial of each action of staff on the payment; null: allowed. */
export function denialsOf(row: ListedPayment, now: Date): Denials {
  const link = caredLinkOf(row);
  const isReversed = isDoubted(row.payment);
  const waits = moneyDenialOf(row);
  const ofProject = projectDenial(row.projectState);
  return {
    refund: anyRefundDenial(refundableRowOf(row)) ?? (isReversed ? 'reversal_open' : null),
    upgrade: upgradeDenial(upgradableRowOf(row, now)),
    reissue: ofProject ?? waits ?? reissueDenial(link, now) ?? reopenDenialOf(row),
    correctContact: waits ?? correctionDenial(link) ?? (isLinkPayable(link, now) ? null : ofProject),
    cancelLink: cancelDenialOf(row, now),
    sendLink: linkEmailDenial(link, now),
  };
}

/** At the bank, cancelling asks STATUS first, which names the money that waits. */
function cancelDenialOf(row: ListedPayment, now: Date): LinkDenial | null {
  if (row.payment.status === 'initiated' && isMoneyWaiting(row.payment)) return 'money_waits';
  return cancelDenial({ ...caredLinkOf(row), isUnpaidAtBank: true }, now);
}

/** Why nobody can pay on an unpaid link, whatever its time and its end say; a reissue does not help. */
export function heldDenialOf(row: ListedPayment): LinkDenial | null {
  return isPaid(row.payment.status) ? null : (moneyDenialOf(row) ?? reopenDenialOf(row));
}

/** Whether somebody can pay on the link now, so that its code is shown. */
export function canBePaid(row: ListedPayment, now: Date): boolean {
  return heldDenialOf(row) === null && isLinkPayable(row.payment, now);
}

function moneyDenialOf({ payment, hasExcess, sale }: ListedPayment): LinkDenial | null {
  // The bank has money of its that completed nothing. What came after the last unit was sold leaves, given back, a link that is over.
  const isUsedUp = isMoneyWaiting(payment) || (hasExcess && payment.paymentType !== 'upgrade');
  return isUsedUp && !isPaid(payment.status) ? 'money_waits' : saleDenial(sale);
}

function reopenDenialOf({ payment, source, hasExcess }: ListedPayment): LinkDenial | null {
  if (!source) return null;
  return reopenDenial({
    ...source,
    hasOpenUpgrade: source.others.some(({ openSourceId }) => openSourceId !== null),
    hasCompletedUpgrade: source.others.some(({ completedSourceId }) => completedSourceId !== null),
    isReversalOpen: isDoubted(source),
    moneyWaits: source.others.some(isMoneyWaiting),
    hasExcess: hasExcess || (payment.reviewReason !== null && isUpgradeReview(payment.reviewReason)),
  });
}

interface JudgedLink {
  payment: Omit<CaredLink, 'hasSentAttempt'>;
  hasSentAttempt: boolean;
}

/** Input of the link rules. */
export function caredLinkOf({ payment, hasSentAttempt }: JudgedLink): CaredLink {
  const { status, statusReason, paymentType, expiresAt } = payment;
  return { status, statusReason, paymentType, expiresAt, hasSentAttempt };
}
