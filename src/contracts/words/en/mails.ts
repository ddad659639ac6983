import { BANK_NAME } from '../parts.js';

/** Emails to customers. Those to staff are in English, in src/mail/templates. */
export const MAILS = {
  mails: {
    dear: (name: string) => `Dear ${name},`,
    tokenNumber: 'Your token number',
    void: 'Void: refunded in full',
    amounts: { received: 'Amount received', asked: 'Amount to pay', returned: 'Amount refunded' },
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
  },
};
