import { describe, expect, it } from '@jest/globals';
import { PAYMENT_STATUSES, statusLabel } from '../../src/domain/payment/payment-status';
import { statusOfEntry } from './timeline-status';

describe('the status that an entry of the timeline tells', () => {
  it.each(PAYMENT_STATUSES)('is %s by its label', (status) => {
    expect(statusOfEntry({ kind: 'status', title: statusLabel(status) })).toBe(status);
  });

  it('is none where something else happened, or the title is not known', () => {
    expect(statusOfEntry({ kind: 'staff', title: statusLabel('cancelled') })).toBeNull();
    expect(statusOfEntry({ kind: 'status', title: 'Something later' })).toBeNull();
  });
});
