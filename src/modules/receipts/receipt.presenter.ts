import type { Settings } from '../../config/settings.token.js';
import type { PublicReceipt, ReceiptCheck, ReceiptState } from '../../contracts/after-payment.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { ReceiptEntity } from '../../database/entities/receipt.entity.js';
import { amountInWords } from '../../domain/money/amount-in-words.js';
import { firstName, maskEmail, referenceEnd } from '../../domain/people/masking.js';
import { toRupees } from '../../domain/money/money.js';
import { paymentModeKind, paymentModeLabel } from '../../domain/payment/payment-mode.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import { tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { isTokenVoid } from '../../domain/payment/token-status.js';
import { type CustomerRecord, presentRefunds, tokenStatusOf } from '../payments/index.js';

interface TokenFacts {
  /** Name of the tier. */
  tier: string;
  /** Null unless the payment is an upgrade. */
  before: string | null;
  /** Number of the token that an upgrade issued in its place; null without one. */
  replacedBy: string | null;
}

/**
 * @param payment with its customer and its token loaded
 * @param token names of its tier, and of the one that an upgrade led away from, each in the catalogue of its sale; the number in its place
 */
export function presentReceipt(
  payment: PaymentEntity,
  token: TokenFacts,
  receipt: ReceiptEntity,
  record: CustomerRecord,
  { name, legalName }: Settings['company'],
): PublicReceipt {
  const reference = bankReferenceOf(record.attempts);
  const mode = paymentModeKind(captureOf(record.attempts)?.paymentMode ?? null);
  const upgrade = payment.paymentType === 'upgrade';
  return {
    paymentId: payment.publicId,
    number: receipt.receiptNumber,
    issuedAt: receipt.issuedAt.toISOString(),
    paidAt: (payment.paidAt ?? receipt.issuedAt).toISOString(),
    purchase: purchaseOf(token),
    tokenType: payment.tokenType,
    tokenLabel: token.tier,
    upgradeFrom: upgrade ? payment.upgradeFrom : null,
    upgradeFromLabel: token.before,
    upgradeTo: upgrade ? payment.upgradeTo : null,
    tokenNumber: tokenNumberOf(payment),
    originalTokenNumber: payment.originalTokenNumber,
    amount: toRupees(receipt.amount),
    amountInWords: amountInWords(receipt.amount),
    tokenVoid: isTokenVoid(tokenStatusOf(payment)),
    replacedBy: token.replacedBy,
    refundedAmount: toRupees(payment.refundedAmount),
    pendingRefundAmount: toRupees(refundUnderWay(payment)),
    paymentMode: paymentModeLabel(mode),
    paymentModeKind: mode,
    bankReferenceEnd: reference === null ? null : referenceEnd(reference),
    customer: { name: firstName(payment.customer?.name ?? ''), email: maskEmail(payment.customer?.email ?? '') },
    issuer: legalName ?? name,
    refunds: presentRefunds(record.refunds, true),
  };
}

export function presentCheck(receipt: PublicReceipt): ReceiptCheck {
  const { replacedBy, paymentId, number, paidAt, tokenType, tokenLabel, tokenNumber, tokenVoid, amount, issuer } =
    receipt;
  return {
    receipt: { paymentId, number, paidAt, tokenType, tokenLabel, tokenNumber, tokenVoid, amount, issuer },
    customerName: receipt.customer.name,
    state: stateOf(receipt),
    replacedBy,
  };
}

function stateOf({
  amount,
  refundedAmount,
  pendingRefundAmount,
  tokenVoid,
  replacedBy,
  refunds,
}: PublicReceipt): ReceiptState {
  const isReversed = refunds.some(({ state, ofDuplicateCharge }) => state === 'reversed' && !ofDuplicateCharge);
  if (refundedAmount >= amount) return isReversed ? 'reversed' : 'refunded';
  if (tokenVoid) return 'void';
  if (refundedAmount + pendingRefundAmount >= amount) return 'refunding';
  if (replacedBy !== null) return 'upgraded';
  return refundedAmount > 0 ? 'partRefunded' : 'valid';
}

/** The bank's full reference of the payment: for the payer's own mail. */
export function bankReferenceOf(attempts: PaymentAttemptEntity[]): string | null {
  return captureOf(attempts)?.bankTxnId ?? null;
}

/** The capture that paid for the token; excess ones are not on the receipt. */
function captureOf(attempts: PaymentAttemptEntity[]): PaymentAttemptEntity | undefined {
  return attempts.find(({ status, excess }) => status === 'captured' && !excess);
}

function purchaseOf({ tier, before }: TokenFacts): string {
  return before === null ? `${tier} token` : `Token upgrade: ${before} to ${tier}`;
}
