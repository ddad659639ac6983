import type { Denials } from '../../contracts/denials.js';
import {
  type CaredLink,
  cancelDenial,
  correctionDenial,
  type LinkDenial,
  linkEmailDenial,
  reissueDenial,
} from '../../domain/payment/link-care.js';
import { anyRefundDenial, type Refundable } from '../../domain/refund/refund-rules.js';
import { isUpgradeReview, reopenDenial, upgradeDenial } from '../../domain/upgrade/upgrade-rules.js';
import { isDoubted, type ListedPayment, upgradableRowOf } from './payment-rows.js';

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
  // Its money came after the last unit of its tier was sold.
  const waits = row.payment.reviewReason === 'quota_sold_out' ? 'money_waits' : null;
  return {
    refund: anyRefundDenial(refundableRowOf(row)) ?? (isReversed ? 'reversal_open' : null),
    upgrade: upgradeDenial(upgradableRowOf(row, now)),
    reissue: waits ?? reissueDenial(link, now) ?? reopenDenialOf(row),
    correctContact: waits ?? correctionDenial(link),
    // At the bank, cancelling asks STATUS first.
    cancelLink: cancelDenial({ ...link, isUnpaidAtBank: true }, now),
    sendLink: linkEmailDenial(link, now),
  };
}

function reopenDenialOf({ payment, source }: ListedPayment): LinkDenial | null {
  if (!source) return null;
  return reopenDenial({
    ...source,
    hasOpenUpgrade: source.others.some(({ openSourceId }) => openSourceId !== null),
    hasCompletedUpgrade: source.others.some(({ completedSourceId }) => completedSourceId !== null),
    isReversalOpen: isDoubted(source),
    hasExcess: payment.reviewReason !== null && isUpgradeReview(payment.reviewReason),
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
