import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { isInProgress } from '../../../src/domain/payment-status';
import type { PublicPayment } from '../../../src/contracts/payments';
import type { PaymentConfig } from '../../public/config';

export const BANK_NAME = 'ICICI Bank';
export const NOTHING_CHARGED = 'Nothing was charged.';

/** A link that ran out before it was paid. While the bank is still being asked, that is the greater news. */
export function isExpired(payment: PublicPayment): boolean {
  if (!isOpen(payment) || (payment.status === 'initiated' && payment.inProgress)) return false;
  if (withdrawnWords(payment) !== null) return false;
  return payment.isPaymentLinkExpired || payment.statusReason === 'link_expired';
}

/** Staff took the link back: what its customer is told; null for any other link. */
export function withdrawnWords({ status, statusReason }: PublicPayment): string | null {
  if (status !== 'cancelled') return null;
  if (statusReason === 'cancelled_by_staff') return MESSAGES.payment.withdrawn;
  return statusReason === 'contact_corrected' ? MESSAGES.payment.replaced : null;
}

/** The bank or the customer can still change something, so the page looks again by itself. */
function isWatched(payment: PublicPayment): boolean {
  return payment.inProgress || (isInProgress(payment.status) && payment.canPay);
}

/** Completed and refunded are final for the customer; every other state may still turn, late money included. */
export function isOpen(payment: PublicPayment): boolean {
  return payment.status !== 'completed' && payment.status !== 'refunded';
}

export function paymentConfig(payment: PublicPayment, refreshSeconds: number): PaymentConfig {
  return {
    id: payment.paymentId,
    status: payment.status,
    canPay: payment.canPay,
    initiateUrl: API.initiate(payment.paymentId),
    statusUrl: API.paymentStatus(payment.paymentId),
    refreshSeconds: isWatched(payment) ? refreshSeconds : null,
    words: {
      bank: BANK_NAME,
      error: MESSAGES.payment.error('{}'),
      statusIs: MESSAGES.status.is('{}'),
      throttled: MESSAGES.dashboard.throttled(0).replace('0', '{}'),
      urlMissing: MESSAGES.payment.urlMissing,
      urlNotYet: MESSAGES.payment.urlNotYet,
      initiateFailed: MESSAGES.payment.initiateFailed,
      initiateError: MESSAGES.payment.initiateError,
      statusCompleted: MESSAGES.status.completed,
      polledCompleted: MESSAGES.status.polledCompleted,
      statusFailed: MESSAGES.status.paymentFailed,
      statusError: MESSAGES.status.checkError,
      nothingCharged: payment.status === 'pending' ? NOTHING_CHARGED : 'This press charged nothing.',
    },
  };
}
