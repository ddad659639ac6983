import { expect, it } from '@jest/globals';
import type { DashboardRow } from '../../src/contracts/payments';
import { linkMarkers } from './link-markers';

const row = (status: DashboardRow['status'], openedAt: string | null) =>
  ({ status, openedAt, linkMails: { sentCount: 0, lastSentAt: null } }) as unknown as DashboardRow;

it.each(['initiated', 'failed', 'cancelled'] as const)(
  'a %s payment does not say that its link was not opened',
  (status) => {
    expect(linkMarkers(row(status, null))).toEqual([]);
    expect(linkMarkers(row(status, '2026-01-05T06:30:00Z'))).toHaveLength(1);
  },
);

it('a pending one says so, and a paid one nothing', () => {
  expect(linkMarkers(row('pending', null))).toEqual(['Not opened yet']);
  expect(linkMarkers(row('completed', null))).toEqual([]);
});
