import { refundDenialWords } from '../../contracts/denials.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import type { DecisionChoice } from '../../contracts/reviews.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { formatInr } from '../../domain/money/money.js';
import {
  type AnyReviewReason,
  isCaptureDoubt,
  isDuplicateCharge,
  needsAmount,
  needsBankReference,
  type ReviewDecision,
  type ReviewFacts,
} from '../../domain/payment/review-rules.js';
import { isUpgradeReview } from '../../domain/upgrade/upgrade-rules.js';

/** What happened, for the person who decides. */
const EXPLANATIONS: Readonly<Record<AnyReviewReason, string>> = {
  amount_mismatch: 'The bank reports another amount than the price. The payment has not been completed.',
  currency_mismatch: 'The bank reports another currency than rupees. The payment has not been completed.',
  merchant_mismatch: "The bank's answer names another merchant. It was not believed.",
  reference_mismatch: "The bank's answer names another payment or invoice. It was not believed.",
  txn_reused: 'The bank names a transaction that has paid another payment already.',
  excess_capture:
    'The bank has taken money more than once for this payment, which has one token at most. This charge is one too many.',
  second_capture: 'The bank reports a second transaction on the same invoice, without a readable amount.',
  upgrade_duplicate:
    'The difference for an upgrade was paid although the token had been upgraded already. No second platinum token stands for it.',
  upgrade_source_refunded:
    'The difference for an upgrade was paid, but its gold token was given back or taken back. No platinum token stands for it.',
  quota_sold_out:
    'The bank took the money after the link had ended, and the last unit of the tier was sold or reserved by then. No token and no receipt were issued. The customer was told that this is being decided.',
  both_links_paid:
    'A link was replaced for a wrong contact, and the customer paid both: each is a sale with a token of its own. If the customer wanted one, refund the other from its payment, which ends this by itself.',
  bank_reversal: 'The bank reports a completed payment as not paid any more: it may have taken the money back.',
  capture_unconfirmed:
    'The bank was asked again about a completed payment and answered that it does not know it, that it is only requested, or that it is in error; or it gave no usable answer for seven days after it had told something about it, and is not asked any more. The payment stays completed until you decide.',
  refund_unclear: 'The bank has given no usable answer about this refund for more than an hour. It is asked on and on.',
  refund_overdue: 'This refund has been under way for more than five bank days. It is asked about on and on.',
  refund_mismatch: 'The bank reports this refund with another amount, or as something else.',
  refund_reversed:
    'The bank had completed this refund and now reports it as rejected: the customer may not have the money. The refund stays completed here.',
  unresolved_at_bank:
    'The bank has given no clear answer for seven days after the end of the link, or after it had told of a payment there or an admin had it asked. It is not asked any more.',
};

/** @param path of the payment, where it is an upgrade; the first path has the first words */
export function explanationOf(
  reason: AnyReviewReason,
  { upgradeFrom, upgradeTo }: Pick<PaymentEntity, 'upgradeFrom' | 'upgradeTo'>,
): string {
  const text = EXPLANATIONS[reason] ?? '';
  if (!isUpgradeReview(reason)) return text;
  // In one pass: the words of a path that leads to gold are not read again.
  const words = { gold: upgradeFrom ?? 'gold', platinum: upgradeTo ?? 'platinum' };
  return text.replaceAll(/gold|platinum/g, (tier) => words[tier as keyof typeof words]);
}

const CHOICES: Readonly<Record<ReviewDecision, (amount: string) => { label: string; explanation: string }>> = {
  dismiss: () => ({
    label: 'Nothing to do',
    explanation: 'Looked at; no money is at stake, or it was settled elsewhere. Nothing is changed.',
  }),
  ask_again: () => ({
    label: 'Ask the bank again',
    explanation: 'The bank is asked now. A clear answer settles this; the same answer brings it back.',
  }),
  raise_quota: (amount) => ({
    label: 'Raise the limit and complete',
    explanation: `The bank is asked once more whether it has ${amount}. Then the limit of the tier is raised as far as one unit needs, if none is left, and the payment is completed: token number, receipt and email follow.`,
  }),
  refund_duplicate: (amount) => ({
    label: `Refund ${amount}`,
    explanation: `${amount} goes back to the customer by an ordinary refund. This ends when the bank has completed it.`,
  }),
  settled_outside: (amount) => ({
    label: 'Given back outside',
    explanation: `${amount} was given back at the bank by hand. It is recorded as a refund without an order, so that it cannot be given back twice.`,
  }),
  confirm_reversal: (amount) => ({
    label: 'Confirm the reversal',
    explanation: `The bank has taken back ${amount}. It is recorded as given back; nothing is sent to the bank. A payment given back in full becomes refunded, and its token void. An upgrade of that token ends with it: what was paid for the upgrade comes up for review, to be given back.`,
  }),
  reversal_error: () => ({
    label: 'The reversal was an error',
    explanation:
      'The money is still with us, as the bank has confirmed. The payment stays as it is. The bank is asked now: once it has confirmed the money, a later reversal comes back here.',
  }),
  refunded_at_bank: () => ({
    label: 'Refunded at the bank',
    explanation: 'The bank has given the money back to the customer. The payment stays unpaid.',
  }),
  close_not_paid: () => ({
    label: 'Close as not paid',
    explanation: 'The bank knows of no payment. The link ends as expired; money that comes after all still counts.',
  }),
  repaid_outside: (amount) => ({
    label: 'Paid in another way',
    explanation: `${amount} was paid to the customer in another way, e.g. by bank transfer. The refund stays completed; nothing is sent to the bank.`,
  }),
};

/** @param atStake paise */
export function choiceOf(decision: ReviewDecision, atStake: number): DecisionChoice {
  return {
    decision,
    ...CHOICES[decision](formatInr(atStake)),
    needsBankReference: needsBankReference(decision),
    needsAmount: needsAmount(decision),
  };
}

/** Why a usual decision is not possible. */
export function blockedBy(reason: AnyReviewReason, facts: ReviewFacts): string | null {
  if (!isDuplicateCharge(reason) && !isCaptureDoubt(reason)) return null;
  if (facts.refundUnderWay) return OFFICE_MESSAGES.review.underWay;
  if (facts.refundDenial) return refundDenialWords(facts.refundDenial, facts.rest);
  return isDuplicateCharge(reason) && facts.rest > 0 && !facts.refundsOn ? OFFICE_MESSAGES.review.refundsOff : null;
}
