import { statusLabel } from '../../../domain/payment/payment-status.js';
import { tokenLabel } from '../../../domain/payment/token-catalogue.js';
import { CUSTOMER_MESSAGES } from '../../messages-customers.js';
import { BANK_NAME, type Parts } from '../parts.js';

/** Texts of the frame, and texts that several pages share. */
export const COMMON = {
  tiers: { gold: tokenLabel('gold'), silver: tokenLabel('silver'), platinum: tokenLabel('platinum') },
  statuses: {
    pending: statusLabel('pending'),
    initiated: statusLabel('initiated'),
    completed: statusLabel('completed'),
    failed: statusLabel('failed'),
    cancelled: statusLabel('cancelled'),
    refunded: statusLabel('refunded'),
    unknown: statusLabel(''),
  },
  tokenOf: (tier: string) => `${tier} token`,
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  upgradeTo: (tier: string) => `Upgrade to ${tier}`,
  upgradeOf: (what: string) => `Token upgrade: ${what}`,
  frame: {
    language: 'Language',
    sandbox: 'Sandbox – no real money',
    questions: 'Questions?',
    preview: `Open the link to see what is being paid, and to whom. Payments go through ${BANK_NAME}.`,
    secure: (company: string) => `${company} · Secure payment page`,
  },
  copy: 'Copy',
  copyReference: 'Copy reference',
  copyToken: 'Copy token number',
  openPayment: 'Open the payment page',
  whatNext: 'What happens next',
  whatToDo: 'What to do next',
  refresh: 'Refresh',
  nothingCharged: 'Nothing was charged.',
  yourToken: 'Your token number',
  viewReceipt: (number: string) => `View receipt ${number}`,
  facts: {
    amount: 'Amount',
    token: 'Token',
    tokenNumber: 'Token number',
    notIssued: 'Issued when the payment is complete',
    upgradesToken: 'Upgrades token',
    paidTo: 'Paid to',
    paidOn: 'Paid on',
    paidBy: 'Paid by',
    for: 'For',
    forWhat: 'For',
    created: 'Created',
    validUntil: 'Link valid until',
    reference: 'Reference',
    bankReference: 'Bank reference',
    receivedFrom: 'Received from',
    refunded: 'Refunded',
    refundPending: 'Refund on its way',
    void: 'Void: refunded in full',
  },
  problems: {
    ALREADY_PAID: CUSTOMER_MESSAGES.payment.alreadyPaid,
    LINK_EXPIRED: CUSTOMER_MESSAGES.payment.expired,
    LINK_WITHDRAWN: CUSTOMER_MESSAGES.payment.withdrawn,
    LINK_REPLACED: CUSTOMER_MESSAGES.payment.replaced,
    REFUNDED: CUSTOMER_MESSAGES.payment.refunded,
    UPGRADE_CLOSED: CUSTOMER_MESSAGES.upgrade.closed,
    REVERSAL_UNDECIDED: CUSTOMER_MESSAGES.upgrade.onHold,
    BANK_UNAVAILABLE: CUSTOMER_MESSAGES.payment.urlNotYet,
    BANK_REFUSED: CUSTOMER_MESSAGES.payment.initiateFailed,
    THROTTLED: CUSTOMER_MESSAGES.payment.urlNotYet,
  },
  /** What follows from a completed payment. */
  afterPaying: {
    keep: (company: string) => `Keep your token number: it identifies your purchase with ${company}.`,
    receipt: (email: string) => `We send your receipt to ${email}; ${BANK_NAME} sends its own as well.`,
    contact: 'Our sales team contacts you about the next steps. You need not do anything now.',
  },
  /** What follows while a refund is open; shown in place of `afterPaying`. */
  afterRefund: {
    account: 'The bank gives the money back to the account, card or UPI app that you paid with.',
    mail: (email: string) => `We write to ${email} when the bank has accepted the refund, and when it is complete.`,
    wait: 'You need not do anything. This page always shows where your refund is.',
  },
  callQuestions: (phone: unknown): Parts => ['Questions? Call ', phone, '.'],
};
