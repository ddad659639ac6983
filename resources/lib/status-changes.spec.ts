import { describe, expect, it } from '@jest/globals';
import type { PaymentStatus } from '../../src/domain/payment/payment-status';
import { statusChanges } from './status-changes';

const LABELS: Partial<Record<PaymentStatus, string>> = { pending: 'Payment Pending', completed: 'Payment Completed' };
const row = (name: string, status: PaymentStatus, paymentId = name) => ({
  paymentId,
  name,
  status,
  statusLabel: LABELS[status] ?? status,
});
const changes = (before: ReturnType<typeof row>[], rows: ReturnType<typeof row>[]) =>
  statusChanges(before, rows, ({ name }) => name);

describe('the changes of a list of payments', () => {
  it('names the one payment that changed, and what it has become', () => {
    const before = [row('Asha Rao', 'pending'), row('Meera Nair', 'pending')];
    const rows = [row('Asha Rao', 'completed'), row('Meera Nair', 'pending')];
    expect(changes(before, rows)).toBe('Asha Rao: Payment Completed');
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
    expect(changes([refunding], [paid])).toBe('Asha Rao: Payment Completed');
  });

  it('says nothing of rows that come, go or stay as they are', () => {
    const before = [row('Asha Rao', 'pending'), row('Meera Nair', 'pending')];
    expect(changes(before, [row('Imran Khan', 'completed'), row('Asha Rao', 'pending')])).toBe('');
  });
});
