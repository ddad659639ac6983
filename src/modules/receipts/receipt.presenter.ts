import type { Settings } from '../../config/settings.token.js';
import type { PublicReceipt, ReceiptCheck, ReceiptState } from '../../contracts/after-payment.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { ReceiptEntity } from '../../database/entities/receipt.entity.js';
import { amountInWords } from '../../domain/money/amount-in-words.js';
import { firstName, maskEmail, referenceEnd } from '../../domain/people/masking.js';
import { toRupees } from '../../domain/money/money.js';
import { paymentModeKind, paymentModeLabel } from '../../domain/payment/payment-mode.js';
import { isTokenVoid } from '../../domain/payment/payment-status.js';
import { refundUnderWay } from '../../domain/refund/refund-rules.js';
import { tokenLabel, tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { type CustomerRecord, presentRefunds } from '../payments/index.js';
import type { TokenNow } from './receipt-token.queries.js';

/**
 * @param payment with its customer loaded
 * @param tier name of its tier in its version of the catalogue
 */
export function presentReceipt(
  payment: PaymentEntity,
  tier: string,
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
    purchase: purchaseOf(payment, tier),
    tokenType: payment.tokenType,
    tokenLabel: tier,
    upgradeFrom: upgrade ? payment.upgradeFrom : null,
    upgradeTo: upgrade ? payment.upgradeTo : null,
    tokenNumber: tokenNumberOf(payment),
    originalTokenNumber: payment.originalTokenNumber,
    amount: toRupees(receipt.amount),
    amountInWords: amountInWords(receipt.amount),
    tokenVoid: isTokenVoid(payment),
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

export function presentCheck(receipt: PublicReceipt, token: TokenNow): ReceiptCheck {
  const { paymentId, number, paidAt, tokenType, tokenNumber, tokenVoid, amount, issuer } = receipt;
  return {
    receipt: { paymentId, number, paidAt, tokenType, tokenNumber, tokenVoid, amount, issuer },
    customerName: receipt.customer.name,
    state: stateOf(receipt, token),
    replacedBy: token.replacedBy,
  };
}

function stateOf(
  {
    amount,
    refundedAmount,
    pendingRefundAmount,
  }: Pick<PublicReceipt, 'amount' | 'refundedAmount' | 'pendingRefundAmount'>,
  { isVoid, replacedBy }: TokenNow,
): ReceiptState {
  if (refundedAmount >= amount) return 'refunded';
  if (refundedAmount + pendingRefundAmount >= amount) return 'refunding';
  if (isVoid) return 'void';
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

function purchaseOf({ paymentType, upgradeFrom, upgradeTo }: PaymentEntity, tier: string): string {
  if (paymentType !== 'upgrade' || !upgradeFrom || !upgradeTo) return `${tier} token`;
  return `Token upgrade: ${tokenLabel(upgradeFrom)} to ${tokenLabel(upgradeTo)}`;
}
