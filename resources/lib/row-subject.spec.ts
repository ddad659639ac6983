import { describe, expect, it } from '@jest/globals';
import type { AdminPaymentRow } from '../../src/contracts/admin';
import { MESSAGES } from '../../src/contracts/messages';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server';
import type { PaymentDenials } from '../../src/contracts/payments';
import { choicesOf, denialOf, leftToRefund, subjectOfAdmin } from './row-subject';

const { link, refund, upgrade } = SERVER_MESSAGES;
const OPEN: PaymentDenials = {
  refund: refund.notPaid,
  upgrade: upgrade.notPaid,
  reissue: link.stillLive,
  correctContact: null,
  cancelLink: null,
  sendLink: null,
};
const PAID: PaymentDenials = {
  refund: null,
  upgrade: null,
  reissue: CUSTOMER_MESSAGES.payment.alreadyPaid,
  correctContact: CUSTOMER_MESSAGES.payment.alreadyPaid,
  cancelLink: CUSTOMER_MESSAGES.payment.alreadyPaid,
  sendLink: CUSTOMER_MESSAGES.payment.alreadyPaid,
};
const ROW: AdminPaymentRow = {
  id: '1',
  paymentId: 'p1',
  customer: { id: '1', name: 'Asha Rao', email: 'asha@example.com', address: { phone: null } },
  tokenType: 'gold',
  tierCode: 'gold',
  tierName: 'Gold',
  tokenNumber: 'N/A',
  tokenVoid: false,
  amount: 51_000,
  refundedAmount: 0,
  pendingRefundAmount: 0,
  status: 'pending',
  statusLabel: 'Payment Pending',
  createdAt: '2026-05-01T06:00:00.000Z',
  paidAt: null,
  paymentGateway: 'ICICI',
  needsReview: false,
  paymentType: 'initial',
  paymentLinkExpiresAt: '2026-05-04T06:00:00.000Z',
  isPaymentLinkExpired: false,
  nextCheckAt: null,
  openedAt: null,
  statusReason: null,
  linkMails: { sentCount: 0, lastSentAt: null },
  atBankSince: null,
  refundPendingSince: null,
  refundedAt: null,
  endedAt: null,
  upgradeState: null,
  canPay: true,
  denials: OPEN,
  salesManager: { name: 'Priya', email: 'priya@tokendesk.test' },
};
const SOLD: AdminPaymentRow = { ...ROW, status: 'completed', canPay: false, tokenNumber: 'GO-000001', denials: PAID };

describe("a row of the admin's list", () => {
  it.each<[string, boolean, Partial<PaymentDenials>, string[]]>([
    ['that lives', true, {}, ['qr', 'share']],
    ['whose time is over', false, { reissue: null, sendLink: link.over, cancelLink: link.over }, ['reissue']],
    ['that was replaced', false, { reissue: link.alreadyReplaced, sendLink: link.alreadyReplaced }, []],
    ['on which nobody can pay while money of it waits', false, { reissue: link.moneyArrived }, ['share']],
  ])('a link %s offers what the server would do, and its code where it has one', (_which, canPay, denials, choices) => {
    expect(choicesOf(subjectOfAdmin({ ...ROW, canPay, denials: { ...OPEN, ...denials } }), false)).toEqual(choices);
  });

  it('a sale offers its upgrade and its refund', () => {
    const subject = subjectOfAdmin({ ...SOLD, upgradeState: 'available' });
    expect(choicesOf(subject, true)).toEqual(['history', 'upgrade', 'refund']);
    expect([denialOf('upgrade', subject), denialOf('refund', subject)]).toEqual([null, null]);
  });

  it('while all of the money is on its way back, upgrade and refund say in the words of the server why not', () => {
    const denials = { ...PAID, upgrade: upgrade.refundExists, refund: MESSAGES.refund.nothingLeft };
    const subject = subjectOfAdmin({ ...SOLD, pendingRefundAmount: 51_000, denials });
    expect(choicesOf(subject, true)).toEqual(['history', 'upgrade', 'refund', 'refunds']);
    expect(denialOf('upgrade', subject)).toBe('This token cannot be upgraded: its payment has a refund.');
    expect(denialOf('refund', subject)).toBe('Nothing is left to refund: earlier refunds hold the whole amount.');
    expect(leftToRefund(subject)).toBe(0);
  });

  it('what is on its way is not offered a second time, to the paisa', () => {
    const subject = subjectOfAdmin({ ...SOLD, refundedAmount: 0.1, pendingRefundAmount: 0.2 });
    expect(leftToRefund(subject)).toBe(50_999.7);
  });

  it('with refunds switched off the refunds on their way can still be looked at', () => {
    const subject = subjectOfAdmin({ ...SOLD, pendingRefundAmount: 1000 });
    expect(choicesOf(subject, false)).toEqual(['history', 'upgrade', 'refunds']);
  });

  it('an upgrade that waits for its payment is opened to show its link', () => {
    const denials = { ...PAID, upgrade: upgrade.pending };
    expect(denialOf('upgrade', subjectOfAdmin({ ...SOLD, upgradeState: 'pending', denials }))).toBeNull();
  });
});
