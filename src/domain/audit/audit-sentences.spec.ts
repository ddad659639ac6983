import { describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS, type AuditActionName } from './audit-actions.js';
import { type AuditFacts, auditSentence } from './audit-sentences.js';

const ACTIONS = AUDIT_ACTIONS.flatMap(({ actions }) => actions.map(({ action }) => action as AuditActionName));
const ID = 'k3v9q2m7x1b5n8r4t6w0y2z5c7';
const SALE = {
  customer: 'Tara Sen',
  tier: 'gold',
  tokenNumber: 'GO-000002',
  amount: 5_100_000,
  requestedBy: 'Anita Desai',
  origin: null,
  code: '039',
} as const;
const FACTS: Omit<AuditFacts, 'action'> = {
  who: 'Anita Desai',
  isStaff: true,
  subjectId: ID,
  from: null,
  to: null,
  reason: null,
  sale: SALE,
  person: 'Ravi Teja',
};

const said = (action: AuditActionName, part: Partial<AuditFacts> = {}) => auditSentence({ ...FACTS, ...part, action });

describe('audit entries as sentences', () => {
  it.each<[AuditActionName, string, Partial<AuditFacts>?]>([
    [
      'refund.completed',
      'Anita Desai refunded ₹51,000 to Tara Sen, GO-000002',
      { who: 'The poll job', isStaff: false },
    ],
    ['refund.completed', 'The bank refunded ₹51,000 to Tara Sen, GO-000002', { sale: { ...SALE, requestedBy: null } }],
    ['refund.requested', 'Anita Desai requested a refund of ₹51,000 to Tara Sen, GO-000002'],
    [
      'refund.requested',
      'Anita Desai recorded a reversal by the bank of ₹51,000 to Tara Sen, GO-000002',
      { sale: { ...SALE, origin: 'reversal' } },
    ],
    [
      'refund.requested',
      'Anita Desai recorded a refund outside of TokenDesk of ₹51,000 to Tara Sen, GO-000002',
      { sale: { ...SALE, origin: 'outside' } },
    ],
    [
      'refund.completed',
      'The bank returned ₹51,000 to Tara Sen, GO-000002, by itself',
      { sale: { ...SALE, origin: 'reversal' } },
    ],
    [
      'refund.completed',
      'The bank gave back ₹51,000 to Tara Sen, GO-000002, outside of TokenDesk',
      { sale: { ...SALE, origin: 'outside' } },
    ],
    [
      'token.upgrade_revoked',
      'The upgrade of Tara Sen, PL-000001, was revoked: the payment of SI-000004 was reversed',
      { subjectId: 'PL-000001', reason: 'SI-000004' },
    ],
    ['refund.rejected', 'The bank rejected the refund of ₹51,000 to Tara Sen, GO-000002', { reason: 'P1112' }],
    [
      'refund.rejected',
      'The refund of ₹51,000 to Tara Sen, GO-000002 was never sent: the bank was not reached',
      { reason: 'not_sent' },
    ],
    [
      'refund.rejected',
      'The refund of ₹51,000 to Tara Sen, GO-000002 was never sent: the merchant of its payment is not configured',
      { reason: 'no_merchant' },
    ],
    ['payment.created', 'Anita Desai made a payment link of ₹51,000 for Tara Sen, Gold token'],
    ['payment.completed', 'Tara Sen paid ₹51,000 for a Gold token, GO-000002', { who: 'The poll job', isStaff: false }],
    [
      'payment.completed',
      'An erased customer paid ₹51,000 for a Gold token, GO-000002',
      { sale: { ...SALE, customer: 'an erased customer' } },
    ],
    ['payment.initiated', 'Tara Sen was sent to the bank to pay ₹51,000', { sale: { ...SALE, tokenNumber: null } }],
    [
      'payment.failed',
      'The payment of ₹51,000 by Tara Sen failed: the bank declined the payment',
      { isStaff: false, sale: { ...SALE, tokenNumber: null } },
    ],
    ['payment.failed', 'The payment of ₹51,000 by Tara Sen, GO-000002 failed', { sale: { ...SALE, code: null } }],
    ['payment.cancelled', 'Anita Desai cancelled the payment link of ₹51,000 for Tara Sen'],
    [
      'payment.cancelled',
      'The payment link of ₹51,000 for Tara Sen was cancelled: the link expired before payment',
      { isStaff: false, reason: 'link_expired', sale: { ...SALE, code: null } },
    ],
    [
      'payment.review.bank_reversal',
      'A review was opened for the payment of ₹51,000 by Tara Sen, GO-000002: reversed by the bank',
    ],
    [
      'review.decided',
      'Anita Desai decided the review of the payment of ₹51,000 by Tara Sen, GO-000002: nothing to do',
      { from: 'Reversed by the bank', to: 'nothing to do' },
    ],
    ['permission.toggled', 'Anita Desai switched refunds off', { subjectId: 'refunds', to: 'off' }],
    [
      'permission.toggled',
      'Anita Desai made the second factor a duty of admins',
      { subjectId: 'admin_totp', to: 'on' },
    ],
    ['token.upgraded', 'Tara Sen upgraded GO-000002 to PL-000001', { subjectId: 'GO-000002', reason: 'PL-000001' }],
    [
      'settlement.completed',
      'Anita Desai reconciled the settlement of 22 Nov 2026',
      { reason: '2026-11-22 from the bank: 3 lines, 3 matched, 0 exceptions' },
    ],
    ['day.closed', 'Anita Desai closed 22 Nov 2026', { subjectId: '2026-11-22' }],
    ['export.completed', 'Anita Desai exported 12 payments as CSV', { from: 'csv', to: '12 rows' }],
    [
      'export.aborted',
      'Anita Desai exported payments as XLSX; it stopped after 1 payment',
      { from: 'xlsx', to: '1 rows' },
    ],
    [
      'holiday.added',
      'Anita Desai added the bank holiday Republic Day, 26 Jan 2027',
      { to: 'Republic Day', subjectId: '2027-01-26' },
    ],
    ['test_payment.created', 'Anita Desai made a test payment of ₹1', { to: '100 paise' }],
    ['auth.login', 'Ravi Teja signed in'],
    [
      'staff.projects-changed',
      'Anita Desai changed the projects of Ravi Teja: all before, lake-view, green now',
      { from: 'all', to: 'lake-view, green' },
    ],
    ['staff.role-changed', 'Anita Desai made Ravi Teja an admin', { to: 'admin' }],
    ['auth.factor-off', 'Anita Desai switched off the second factor of Ravi Teja'],
    ['auth.factor-off', 'Ravi Teja switched off their second factor', { who: 'Ravi Teja' }],
    ['audit.verified', 'Anita Desai checked the audit chain: it is whole', { to: 'whole' }],
    ['audit.verified', 'Anita Desai checked the audit chain: it was tampered with', { to: 'changed' }],
  ])('%s: %s', (action, sentence, part = {}) => expect(said(action, part)).toBe(sentence));

  const ENDED = 'The payment link of ₹51,000 for Tara Sen was cancelled';
  const CANCELLED = 'Anita Desai cancelled the payment link of ₹51,000 for Tara Sen';
  it.each([
    ['cancelled_by_customer', '020', `${ENDED}: the customer cancelled at the bank`],
    ['link_expired', '039', `${ENDED}: the link expired before payment`],
    ['cancelled_by_staff', '020', CANCELLED],
    ['contact_corrected', null, CANCELLED],
    ['Bought at another desk', null, CANCELLED],
  ])('a cancellation that staff caused or found, %s, code %s: %s', (reason, code, sentence) =>
    expect(said('payment.cancelled', { isStaff: true, reason, sale: { ...SALE, code } })).toBe(sentence),
  );

  it.each(ACTIONS)('%s reads as one, with facts and without', (action) => {
    for (const part of [
      {},
      { isStaff: false, who: 'The poll job' },
      { sale: null, person: null, from: null, to: null, reason: null },
    ]) {
      // Ids stand behind a click; where an id is the subject of an upgrade it is a token number.
      const text = said(action, { subjectId: action.startsWith('holiday') ? '2026-11-22' : 'GO-000002', ...part });
      expect(text).toMatch(/^[A-Z][^_{}]* [^_{}]*[^ ,:]$/);
      expect(text).not.toMatch(/undefined|null|NaN|\bpaise\b|[a-z]\.[a-z]| {2}/);
    }
  });

  it('an action of another version is shown by its name', () => {
    expect(auditSentence({ ...FACTS, action: 'payment.stolen' })).toBe('Anita Desai: payment.stolen');
  });
});
