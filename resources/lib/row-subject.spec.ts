import { describe, expect, it } from '@jest/globals';
import type { AdminPaymentRow } from '../../src/contracts/admin';
import { choicesOf, subjectOfAdmin } from './row-subject';

const ROW: AdminPaymentRow = {
  id: '1',
  paymentId: 'p1',
  customer: { id: '1', name: 'Asha Rao', email: 'asha@example.com', address: { phone: null } },
  tokenType: 'gold',
  tokenNumber: 'N/A',
  amount: 51_000,
  refundedAmount: 0,
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
  upgradeState: null,
  salesManager: { name: 'Priya', email: 'priya@tokendesk.test' },
};

describe("a row of the admin's list", () => {
  it.each([
    ['that lives', false, ['qr', 'share']],
    ['whose time is over', true, ['qr', 'reissue']],
  ])('a link %s', (_which, isPaymentLinkExpired, choices) => {
    expect(choicesOf(subjectOfAdmin({ ...ROW, isPaymentLinkExpired }), false)).toEqual(choices);
  });
});
