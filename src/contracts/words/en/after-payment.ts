import { BANK_ANSWER_WORDS, FAILURES, REFUND_STATE_LABELS } from '../../after-payment.js';
import type { Parts } from '../parts.js';

/** Texts about failures, the bank's answers and refunds. */
export const AFTER_PAYMENT = {
  failures: FAILURES,
  sentence: (text: string) => `${text}.`,
  /** The bank's own text, shown in small print. */
  bankSaid: (text: unknown): Parts => ['The bank said: ', text],
  bankAnswers: BANK_ANSWER_WORDS,
  /** Money for an upgrade that could not be used. */
  returning: {
    title: 'Your money is being returned',
    titleReturned: 'Your money was returned',
    titleUndecided: 'We have your money and are deciding how to go on',
    badge: 'Being returned',
    badgeUndecided: 'Being decided',
    upgrade: {
      taken: (amount: unknown, at: unknown): Parts => ['The bank took ', amount, ' for this upgrade on ', at, '.'],
      underWay: (amount: string, tier: string) =>
        `It could not be used for the upgrade, so no ${tier} token was issued for it: ${amount} is being returned to the account you paid from.`,
      returned: (amount: string, tier: string) =>
        `It could not be used for the upgrade, so no ${tier} token was issued for it: ${amount} was returned to the account you paid from.`,
    },
    sale: {
      taken: (amount: unknown, at: unknown): Parts => ['The bank took ', amount, ' for this payment on ', at, '.'],
      underWay: (amount: string) =>
        `It came after the link had ended and the last token was sold, so no token was issued for it: ${amount} is being returned to the account you paid from.`,
      returned: (amount: string) =>
        `It came after the link had ended and the last token was sold, so no token was issued for it: ${amount} was returned to the account you paid from.`,
    },
    revoked: (amount: string, tier: string) =>
      `A ${tier} token was issued for it. Its number is void now, because the bank took back the payment of the token that was upgraded: ${amount} is being returned to the account you paid from.`,
    undecided: (amount: string) =>
      `It came after the link had ended, and the last token was sold by then, so no token has been issued yet. Either you get your token, or ${amount} is returned to the account you paid from. Please do not pay again.`,
    expected: (from: string, to: string) =>
      `Expected in your account between ${from} and ${to}. You need not do anything.`,
    expectedOnceAccepted: (from: string, to: string) =>
      `The bank has not accepted the return yet. If it does so today, the money is expected in your account between ${from} and ${to}; each day until then moves these dates. You need not do anything.`,
    reversed: (amount: string) =>
      `The bank took ${amount} back from us and returned it to the account you paid from. This was no refund of ours; if you do not see the money there, ask your own bank.`,
    contact: (phone: unknown, mail: unknown): Parts => [
      'If it is not there by then, or if you have questions, call ',
      phone,
      ' or write to ',
      mail,
      '.',
    ],
    questions: (phone: unknown, mail: unknown): Parts => [
      'If you have questions, call ',
      phone,
      ' or write to ',
      mail,
      '.',
    ],
  },
  refunds: {
    title: (count: number) => (count === 1 ? 'Refund' : 'Refunds'),
    states: REFUND_STATE_LABELS,
    requestedOn: (at: unknown): Parts => ['Requested on ', at],
    completedOn: (at: unknown): Parts => ['Completed on ', at],
    reversedOn: (at: unknown): Parts => ['Returned by the bank on ', at],
    duplicate: 'This is money that was taken twice.',
    /** Follows `duplicate` while the token is valid. */
    tokenStays: 'Your token stays valid.',
    bankReference: (reference: unknown): Parts => ['Bank reference ', reference],
    ourReference: (reference: unknown): Parts => ['Our reference ', reference],
    handing: 'We are handing it to the bank. The expected date shows here once the bank has accepted it.',
    between: (from: string, to: string) => `Expected in your account between ${from} and ${to}.`,
    soon: 'Expected in your account in 3-5 business days.',
    notSeenBy: (day: string) => `It goes to the account you paid from. If you do not see it by ${day}, ask your bank.`,
    paidBack: 'It goes to the account you paid from.',
    reversed:
      'The bank took it back from us and returned it to the account you paid from. If you do not see it there, ask your own bank.',
    notAccepted: 'No money moved by this request. Our sales team contacts you, or call us.',
  },
};
