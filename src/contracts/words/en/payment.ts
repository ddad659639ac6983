import { MESSAGES } from '../../messages.js';
import { CUSTOMER_MESSAGES } from '../../messages-customers.js';
import { BANK_NAME, type Parts } from '../parts.js';

/** The payment page and the page of an upgrade. */
export const PAYMENT = {
  payment: {
    title: 'Payment details',
    paymentTo: (company: string) => `Payment to ${company}`,
    head: (token: string) => `${token} payment`,
    pay: (amount: string) => `Pay ${amount}`,
    payNow: (amount: string) => `Pay Now ${amount}`,
    payAgain: 'I was not charged, pay again',
    payAgainNote:
      'Only if no money has left your account. We ask the bank once more before you are sent there a second time.',
    securePage: `You will pay on ${BANK_NAME}’s secure page`,
    history: 'Payment history',
    noHistory: MESSAGES.history.empty,
    checkStatus: 'Check status',
    alreadyPaid: 'Already paid?',
    autoRefresh: 'Auto-refresh',
    beforePaying: {
      button: `The button opens ${BANK_NAME}’s page. Your card or bank details are entered there; we never see them.`,
      back: 'The bank brings you back here, and we confirm the payment with the bank.',
      receipt: (company: string) => `This page then shows your token number and your receipt from ${company}.`,
    },
  },
  state: {
    paidOn: (at: unknown): Parts => ['Paid on ', at],
    partRefunded: (amount: string) => `${amount} of it has been refunded.`,
    refundPendingTitle: 'Your refund is on its way',
    refundPending: (amount: string) => `${amount} is being given back to the account you paid from.`,
    refundPendingWhole:
      'Your token stays valid until the bank has confirmed the refund. After that its number is void.',
    refundPendingPart: 'The rest of your payment and your token stay as they are.',
    refunded: (amount: string) =>
      `${amount} has been refunded. It reaches the account you paid from in 3-5 business days.`,
    reversedTitle: 'The bank has returned your payment',
    reversed: (amount: string) =>
      `The bank took ${amount} back from us and returned it to the account you paid from. This was no refund of ours, and your token number is void.`,
    initiated: 'The bank has not given a final answer yet.',
    cannotPay: (phone: unknown): Parts => ['This payment cannot be made right now. Please call ', phone, '.'],
    failed: `${BANK_NAME} reported that the payment did not go through.`,
    stopped: 'The payment was stopped before it was complete.',
    callBefore: (phone: unknown): Parts => ['If money has left your account, call ', phone, ' before you pay again.'],
    call: (phone: unknown): Parts => ['If money has left your account, call ', phone, '.'],
    expiredTitle: 'Payment link expired',
    expired: CUSTOMER_MESSAGES.payment.expired,
    wasValid: (until: unknown): Parts => ['It was valid until ', until],
    lateMoney: (phone: unknown): Parts => [
      'If money has left your account, call ',
      phone,
      ': a late payment is not lost.',
    ],
    moneyWaitsTitle: 'Your payment is being clarified',
    moneyWaits: CUSTOMER_MESSAGES.payment.moneyWaits,
    upgradeMoneyWaits: CUSTOMER_MESSAGES.upgrade.moneyWaits,
    withdrawn: CUSTOMER_MESSAGES.payment.withdrawn,
    replaced: CUSTOMER_MESSAGES.payment.replaced,
  },
  unclear: {
    sent: 'Sent to the bank',
    asked: 'Last asked',
    notYet: 'Not yet since then',
    next: 'We ask next',
    nextWithout: 'Without this page, we ask next',
    colleague: 'A colleague is asking the bank',
    doNotPay: 'Please do not pay again yet:',
    recorded: 'if the money left your account, it will be recorded here by itself. You can close this page safely.',
    givenBack:
      'If the payment fails, this page says so and you can pay again. Money that left your account is then given back by your bank, usually within 5 business days.',
    questions: (phone: unknown, mail: unknown): Parts => ['Questions? Call ', phone, ' or write to ', mail, '.'],
    questionsNaming: (phone: unknown, mail: unknown, reference: unknown): Parts => [
      'Questions? Call ',
      phone,
      ' or write to ',
      mail,
      ' and name this reference: ',
      reference,
    ],
  },
  upgrade: {
    label: 'The upgrade',
    before: 'Before',
    now: 'Your token now',
    after: 'After upgrade',
    newNumber: 'New number',
    paidFor: (tier: string) => `Paid for ${tier}`,
    difference: 'Difference',
    /** Where the catalogue sets a price for the path. */
    price: 'Price of the upgrade',
    onHoldTitle: 'This upgrade cannot be paid at the moment',
    onHold: CUSTOMER_MESSAGES.upgrade.onHold,
    noneTitle: 'No upgrade is open',
    none: 'There is no upgrade of this token that could be paid. Ask your sales contact if you want one.',
    upgradedTitle: (tier: string) => `Upgraded to ${tier}`,
    upgraded: (before: string) => `The upgrade is paid. The number above has taken the place of ${before}.`,
  },
};
