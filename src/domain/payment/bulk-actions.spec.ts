import { describe, expect, it } from '@jest/globals';
import { BULK_ACTIONS, BULK_LIMITS, bulkDenial } from './bulk-actions.js';
import { cancelDenial, type CaredLink, linkEmailDenial } from './link-care.js';

const NOW = new Date('2026-02-10T10:00:00Z');
const LIVE = new Date('2026-02-12T10:00:00Z');
const OVER = new Date('2026-02-09T10:00:00Z');

type Case = [
  state: string,
  link: Partial<CaredLink>,
  check: string | null,
  resend: string | null,
  cancel: string | null,
];

/** Every state of a payment with every action: null is done, a word is the denial. */
const CASES: Case[] = [
  ['a live link', { status: 'pending' }, null, null, null],
  ['a link that has expired', { status: 'pending', expiresAt: OVER }, null, 'expired', 'expired'],
  ['a customer at the bank: cancelling asks STATUS first', { status: 'initiated' }, null, null, null],
  ['an expired link whose customer is at the bank', { status: 'initiated', expiresAt: OVER }, null, 'expired', null],
  ['declined, the link lives', { status: 'failed' }, null, null, null],
  ['declined and expired', { status: 'failed', expiresAt: OVER }, null, 'expired', 'expired'],
  ['left by the customer, the link lives', { status: 'cancelled', statusReason: 'cancelled_by_customer' }, null, null, null],
  ['cancelled by staff', { status: 'cancelled', statusReason: 'cancelled_by_staff' }, null, 'already_cancelled', 'already_cancelled'],
  ['replaced by a corrected link', { status: 'cancelled', statusReason: 'contact_corrected' }, null, 'replaced', 'replaced'],
  ['paid', { status: 'completed' }, 'paid', 'paid', 'paid'],
  ['refunded', { status: 'refunded' }, 'paid', 'paid', 'paid'],
]; // prettier-ignore

describe('what an action on many payments does to one of them', () => {
  it.each(CASES)('%s', (_state, part, check, resend, cancel) => {
    const link: CaredLink = {
      status: 'pending',
      statusReason: null,
      paymentType: 'initial',
      expiresAt: LIVE,
      hasSentAttempt: false,
      ...part,
    };
    const denials = {
      sendLink: linkEmailDenial(link, NOW),
      // As the lists say it: at the bank STATUS is asked first.
      cancelLink: cancelDenial({ ...link, isUnpaidAtBank: true }, NOW),
    };
    const judged = { status: link.status, denials };
    expect(BULK_ACTIONS.map((action) => bulkDenial(action, judged, 'paid'))).toEqual([check, resend, cancel, null]);
  });

  it('a run is bounded, except for a file', () => {
    expect(BULK_LIMITS).toEqual({ check: 1000, resend: 60, cancel: 1000, export: null });
  });
});
