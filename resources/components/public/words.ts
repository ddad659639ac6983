import type { PublicReceipt } from '../../../src/contracts/after-payment';
import type { PublicPayment, PublicStatus } from '../../../src/contracts/payments';
import { API } from '../../../src/contracts/routes';
import type { Words } from '../../../src/contracts/words';
import type { Language } from '../../../src/contracts/words/languages';
import { isInProgress } from '../../../src/domain/payment/payment-status';
import { onHoldText } from './payment-words';
import { MAX_WAIT_IN_SECONDS } from '../../../src/contracts/wait';
import type {
  ClockWords,
  PaymentConfig,
  PublicConfig,
  ReceiptConfig,
  UnclearWords,
  WaitWords,
} from '../../public/config';

/** Where the script puts a value. The script shares no module with the pages: that would be one more request. */
const HOLE = '{}';

/** A link that ran out before it was paid. While the bank is still being asked, that is the greater news. */
export function isExpired(payment: PublicPayment): boolean {
  if (!isOpen(payment) || (payment.status === 'initiated' && payment.inProgress)) return false;
  if (withdrawal(payment) !== null) return false;
  return payment.isPaymentLinkExpired || payment.statusReason === 'link_expired';
}

/** A link that can be paid and that nobody has tried to pay: nothing has happened yet that would have to be told. */
export function isNew(payment: PublicPayment): boolean {
  return payment.status === 'pending' && payment.canPay && !payment.returning && !payment.onHold && !isExpired(payment);
}

/** How staff took the link back; null for any other link. */
export function withdrawal({ status, statusReason }: PublicPayment): 'withdrawn' | 'replaced' | null {
  if (status !== 'cancelled') return null;
  if (statusReason === 'cancelled_by_staff') return 'withdrawn';
  return statusReason === 'contact_corrected' ? 'replaced' : null;
}

/** The whole amount is back, or on its way back: nothing follows from the sale any more. */
export function isGivenBack({ amount, refundedAmount, pendingRefundAmount }: PublicPayment): boolean {
  return refundedAmount + pendingRefundAmount >= amount;
}

/** Rupees of the payment that the bank took back by itself; 0 without a reversal. */
export function reversedAmount({ refunds }: PublicPayment): number {
  return refunds
    .filter(({ state, ofDuplicateCharge }) => state === 'reversed' && !ofDuplicateCharge)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** The bank or the customer can still change something, so the page looks again by itself. */
function isWatched(payment: PublicPayment): boolean {
  return payment.inProgress || (isInProgress(payment.status) && payment.canPay);
}

/** Completed and refunded are final for the customer; every other state may still turn, late money included. */
export function isOpen({ status }: Pick<PublicStatus, 'status'>): boolean {
  return status !== 'completed' && status !== 'refunded';
}

export function commonWords({ script }: Words): PublicConfig['words'] {
  return { copied: script.copied, copyFailed: script.copyFailed, saveFailed: script.saveFailed };
}

export function clockWords({ script }: Words): ClockWords {
  return {
    checking: script.checking,
    nextCheck: script.nextCheck(HOLE),
    waits: waitWords(script),
    offline: script.offline,
  };
}

function waitWords({ waits }: Words['script']): WaitWords {
  return { seconds: waits.seconds(HOLE), minutes: waits.minutes(HOLE), maxInSeconds: MAX_WAIT_IN_SECONDS };
}

export function unclearWords(words: Words, language: Language): UnclearWords {
  const { script, unclear, bankAnswers } = words;
  return {
    locale: `${language}-IN`,
    notYet: unclear.notYet,
    colleague: unclear.colleague,
    answers: bankAnswers,
    waits: waitWords(script),
    afterWait: script.afterWait(HOLE),
    now: script.now,
  };
}

export function paymentConfig(
  payment: PublicPayment,
  refreshSeconds: number,
  words: Words,
  language: Language,
): PaymentConfig {
  const { script } = words;
  return {
    id: payment.paymentId,
    status: payment.status,
    canPay: payment.canPay,
    returning: payment.returning !== null,
    initiateUrl: API.initiate(payment.paymentId),
    statusUrl: API.paymentStatus(payment.paymentId),
    refreshSeconds: isWatched(payment) ? refreshSeconds : null,
    words: {
      ...clockWords(words),
      tryingAgain: script.tryingAgain(HOLE),
      autoOff: script.autoOff,
      pleaseWait: script.pleaseWait,
      opening: script.opening,
      error: script.error(HOLE),
      statusIs: script.statusIs(HOLE),
      throttled: script.throttled(HOLE),
      urlMissing: script.urlMissing,
      urlNotYet: script.urlNotYet,
      initiateFailed: script.initiateFailed,
      initiateError: script.initiateError,
      statusCompleted: script.statusCompleted,
      polledCompleted: script.polledCompleted,
      statusFailed: script.statusFailed,
      statusError: script.statusError,
      nothingCharged: payment.status === 'pending' ? words.nothingCharged : script.pressCharged,
      pressCharged: script.pressCharged,
      statuses: words.statuses,
      problems: { ...words.problems, REVERSAL_UNDECIDED: onHoldText(payment, words) },
    },
    ...(isOpen(payment) && { unclear: unclearWords(words, language) }),
  };
}

export function receiptConfig({ paymentId }: PublicReceipt, { receipt, script }: Words): ReceiptConfig {
  const { sendFailed, throttled, busy, noAddress } = receipt;
  return {
    sendUrl: API.sendReceipt(paymentId),
    words: {
      pleaseWait: script.pleaseWait,
      sent: receipt.sent(HOLE),
      failed: sendFailed,
      problems: { THROTTLED: throttled, RECEIPTS_BUSY: busy, NO_USABLE_ADDRESS: noAddress },
    },
  };
}
