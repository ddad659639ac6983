import { BANK_NAME } from '../parts.js';

/** Emails to customers. Those to staff are in English, in src/mail/templates. */
export const MAILS = {
  mails: {
    dear: (name: string) => `Dear ${name},`,
    tokenNumber: 'Your token number',
    void: 'Void: no longer valid',
    amounts: {
      received: 'Amount received',
      asked: 'Amount to pay',
      returned: 'Amount refunded',
      reversed: 'Amount returned',
    },
    facts: {
      receiptNumber: 'Receipt number',
      amount: 'Amount',
      inWords: 'In words',
      for: 'For',
      token: 'Token',
      paidOn: 'Paid on',
      payUntil: 'Pay until',
      refund: 'Refund',
      bankReference: 'Bank reference',
      ourReference: 'Our reference',
    },
    buttons: {
      receipt: 'View or print your receipt',
      payment: 'View your payment',
      pay: 'Open the payment page',
    },
    receipt: {
      subject: (token: string, number: string) => `Payment received: ${token} ${number}`,
      title: 'Payment received',
      text: (company: string) => `${company} has received your payment. Please keep this mail as your receipt.`,
    },
    receiptCopy: {
      subject: (number: string, company: string) => `Your receipt ${number} from ${company}`,
      title: 'Your receipt',
      text: 'Here is your receipt once more, as it was asked for on your payment page.',
    },
    link: {
      subject: (what: string) => `Your payment link: ${what}`,
      title: 'Your payment link',
      upgrade: (token: string) => `upgrade to ${token}`,
      text: (company: string, what: string) => `Here is the link to pay ${company} for your ${what}.`,
      how:
        'The link opens our payment page, which takes you to the bank. Once the bank has confirmed the payment, the page ' +
        'shows your token number and we mail you a receipt.',
      safety:
        'Please do not pass the link on. Nobody of ours will ask you for a card number, a PIN or an OTP. With any question, ' +
        'call or write to us as below.',
    },
    refundAccepted: {
      subject: (amount: string) => `Your refund of ${amount} is on its way`,
      title: 'Your refund is on its way',
      text: (company: string) =>
        `${company} has asked ${BANK_NAME} to give back the amount below. It reaches the account you paid from in 3-5 business days.`,
    },
    refundCompleted: {
      subject: (amount: string) => `Your refund of ${amount} is complete`,
      title: 'Your refund is complete',
      text: 'The bank has confirmed your refund. Depending on your own bank it can take a little longer to show on your statement.',
    },
    /** The bank took the money back by itself: nobody here has ordered a refund. */
    paymentReversed: {
      subject: (amount: string) => `The bank has returned your payment of ${amount}`,
      title: 'The bank has returned your payment',
      text: (company: string) =>
        `The bank has reversed your payment to ${company}: it took the amount below back from us and returned it to the account you paid from. This was no refund of ours; if you do not see the money there, ask your own bank.`,
      void: (number: string) => `Your token ${number} is no longer valid.`,
      revoked: (number: string) =>
        `Token ${number}, which you have got for it by an upgrade, is no longer valid either. What you paid for the upgrade is returned separately, and we write to you about it.`,
      restored: (number: string) => `Your token ${number} from before the upgrade is valid again.`,
      ask: 'If you did not ask for this, or want to keep your token, call or write to us as below.',
      /** No token has become void by it, such as for money that was taken twice. */
      askOnly: 'With any question about it, call or write to us as below.',
    },
  },
};
