import { describe, expect, it } from '@jest/globals';
import { ownPaymentsOf, paymentScopeOf } from './payment-scope.js';

const seller = { role: 'sales_manager', userId: 7, projectIds: null } as const;
const admin = (projectIds: number[] | null) => ({ role: 'admin', userId: 7, projectIds }) as const;

describe('the payments that somebody sees', () => {
  it.each([
    ['a seller', seller, { salesManagerId: 7 }, { salesManagerId: 7 }],
    ['an admin of all projects', admin(null), {}, { salesManagerId: 7 }],
    ['an admin of two', admin([2, 3]), { projectIds: [2, 3] }, { projectIds: [2, 3], salesManagerId: 7 }],
    ['an admin of none', admin([]), { projectIds: [] }, { projectIds: [], salesManagerId: 7 }],
  ])('%s', (_name, user, all, own) => {
    expect(paymentScopeOf(user)).toEqual(all);
    expect(ownPaymentsOf(user)).toEqual(own);
  });
});
