import { describe, expect, it } from '@jest/globals';
import type { PaymentStatus } from '../../src/domain/payment/payment-status';
import { statusChanges } from './status-changes';

const AT = '2026-11-20T09:41:00Z';
const row = (name: string, status: PaymentStatus, paymentId = name) => ({
  paymentId,
  name,
  status,
  statusReason: null,
  tokenNumber: status === 'completed' ? 'GO-000012' : 'N/A',
  tokenVoid: false,
  createdAt: AT,
  openedAt: null,
  paidAt: status === 'completed' ? AT : null,
  linkMails: { sentCount: 0, lastSentAt: null },
  paymentLinkExpiresAt: '2026-11-23T09:41:00Z',
  isPaymentLinkExpired: false,
  refundedAmount: 0,
  pendingRefundAmount: 0,
  atBankSince: null,
  refundPendingSince: null,
  refundedAt: null,
  endedAt: null,
});
type Listed = ReturnType<typeof row>;
const changes = (before: Listed[], rows: Listed[]) =>
  statusChanges(before, rows, ({ name }) => name, Date.parse(AT)).replaceAll('\u00A0', ' ');

describe('the changes of a list of payments', () => {
  it('names the one payment that changed, and what it has become', () => {
    const before = [row('Asha Rao', 'pending'), row('Meera Nair', 'pending')];
    const rows = [row('Asha Rao', 'completed'), row('Meera Nair', 'pending')];
    expect(changes(before, rows)).toBe('Asha Rao: Paid 3:11 pm · GO-000012');
  });

  it('counts several', () => {
    const names = ['Asha Rao', 'Meera Nair', 'Imran Khan'];
    const before = names.map((name) => row(name, 'pending'));
    expect(
      changes(
        before,
        names.map((name) => row(name, 'completed')),
      ),
    ).toBe('3 payments changed');
  });

  it('keeps payments of one name apart', () => {
    const before = [row('Asha Rao', 'pending', 'one'), row('Asha Rao', 'completed', 'two')];
    expect(changes(before, [before[1]!, before[0]!])).toBe('');
  });

  it('tells of a refund that was asked for, and of one that is over', () => {
    const paid = row('Asha Rao', 'completed');
    const refunding = { ...paid, pendingRefundAmount: 51_000 };
    expect(changes([paid], [refunding])).toBe('Asha Rao: Refund ₹51,000 with the bank');
    expect(changes([refunding], [paid])).toBe('Asha Rao: Paid 3:11 pm · GO-000012');
  });

  it('says nothing when a link was opened', () => {
    const waiting = row('Asha Rao', 'pending');
    expect(changes([waiting], [{ ...waiting, openedAt: AT } as unknown as Listed])).toBe('');
  });

  it('says nothing of rows that come, go or stay as they are', () => {
    const before = [row('Asha Rao', 'pending'), row('Meera Nair', 'pending')];
    expect(changes(before, [row('Imran Khan', 'completed'), row('Asha Rao', 'pending')])).toBe('');
  });
});
