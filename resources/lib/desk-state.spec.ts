import { describe, expect, it } from '@jest/globals';
import type { DeskPayment } from '../../src/contracts/desk';
import { deskHeadline, deskState, deskVersion } from './desk-state';

const PAID = {
  status: 'completed',
  customerName: 'Asha Rao',
  tokenNumber: 'GO-000012',
  tokenVoid: false,
  amount: 51_000,
  refundedAmount: 0,
  pendingRefundAmount: 0,
  paidAt: '2026-11-20T09:41:00Z',
  refundPendingSince: null,
} as DeskPayment;
const VOID_ONCE_THERE = 'The money is on its way back to Asha. Once it is there, GO-000012 is void.';
const STAYS = 'The rest of the payment stays, and so does GO-000012.';

describe('what comes next for a sale', () => {
  it.each<[string, string, Partial<DeskPayment>]>([
    [VOID_ONCE_THERE, 'all of it is on its way back', { pendingRefundAmount: 51_000 }],
    [STAYS, 'a part is on its way back', { pendingRefundAmount: 1000 }],
    [
      VOID_ONCE_THERE,
      'a part is back, and the rest is on its way',
      { refundedAmount: 1000, pendingRefundAmount: 50_000 },
    ],
    [STAYS, 'a part is back, and another is on its way', { refundedAmount: 1000, pendingRefundAmount: 1000 }],
    [VOID_ONCE_THERE, 'to the paisa', { refundedAmount: 0.1, pendingRefundAmount: 0.2, amount: 0.3 }],
  ])('%s: %s', (words, _when, refund) => {
    expect(deskState({ ...PAID, ...refund }).next).toBe(words);
  });
});

describe('a paid sale with an open review', () => {
  const next = (facts: Partial<DeskPayment>) => deskState({ ...PAID, ...facts }).next;

  it('is not done', () => {
    expect(next({ needsReview: false })).toMatch(/^₹51,000 from Asha arrived at .*\. Nothing is left to do\.$/);
    expect(next({ needsReview: true })).toMatch(/^₹51,000 from Asha arrived at .*\. This payment is under review\.$/);
    expect(next({ needsReview: true, pendingRefundAmount: 1000 })).toBe(STAYS);
  });

  it('has another history once it is opened, and once it has ended', () => {
    const before = { ...PAID, linkMails: { sentCount: 0 }, needsReview: false, reviewEnded: null } as DeskPayment;
    const open = { ...before, needsReview: true };
    const ended = { ...before, reviewEnded: { at: '2026-11-20T10:00:00Z', outcome: 'nothing to do' } };
    const again = { ...before, reviewEnded: { at: '2026-11-20T11:00:00Z', outcome: 'nothing to do' } };
    expect(new Set([before, open, ended, again].map(deskVersion)).size).toBe(4);
    expect(deskVersion({ ...open })).toBe(deskVersion(open));
  });
});

describe('a link that the server lets nobody pay', () => {
  const HELD = {
    canPay: false,
    warning: 'It is under Needs review.',
    statusReason: null,
    openedAt: null,
    denials: { reissue: 'Money of it waits.' },
  };
  const NOBODY = 'Nobody can pay on this link now. Why is said above.';

  it.each<[Partial<DeskPayment>, string]>([
    [{ status: 'initiated', atBankSince: null }, 'bank'],
    [{ status: 'failed', endedAt: null }, 'failed'],
    [{ status: 'cancelled', statusReason: 'link_expired', paymentLinkExpiresAt: '2026-11-20T09:41:00Z' }, 'ended'],
  ])('%j: nobody is waited for, and no reissue is advised', (facts, look) => {
    expect(deskState({ ...PAID, ...HELD, ...facts } as DeskPayment)).toMatchObject({ look, next: NOBODY });
  });

  it('over without a reason: it is reissued', () => {
    const over = { ...HELD, warning: null, status: 'failed', endedAt: null, denials: { reissue: null } };
    expect(deskState({ ...PAID, ...over } as DeskPayment).next).toMatch(/Reissue it/);
  });

  it.each<Partial<DeskPayment>>([
    { status: 'pending', isPaymentLinkExpired: true },
    { status: 'failed', endedAt: null },
    { status: 'cancelled', statusReason: 'link_expired' },
    { status: 'cancelled', statusReason: 'cancelled_by_staff' },
    { status: 'cancelled', statusReason: 'cancelled_by_customer' },
  ])('%j, over: a reissue is advised where the server would do it, else it says why not', (facts) => {
    const over = {
      ...PAID,
      ...HELD,
      warning: null,
      paymentLinkExpiresAt: '2026-11-20T09:41:00Z',
      endedAt: null,
      ...facts,
    };
    const next = (reissue: string | null) => deskState({ ...over, denials: { reissue } } as DeskPayment).next;
    expect(next(null)).toMatch(/Reissue/);
    expect(next('The project is closed.')).toMatch(/The project is closed\.$/);
    expect(next('The project is closed.')).not.toMatch(/[Rr]eissue|paid again/);
  });
});

describe('the title of a sale', () => {
  const titleOf = (facts: Partial<DeskPayment>) => {
    const desk = { ...PAID, ...facts };
    return deskHeadline(desk, deskState(desk));
  };

  it.each<[string, Partial<DeskPayment>]>([
    ['Paid by Asha Rao', {}],
    ['Refund on its way to Asha Rao', { pendingRefundAmount: 1000 }],
    ['Refunded to Asha Rao', { status: 'refunded', refundedAmount: 51_000, tokenVoid: true }],
    // An upgrade whose first token was paid with money that the bank took back.
    ['Token void: Asha Rao', { tokenVoid: true }],
    ['Refund on its way to Asha Rao', { tokenVoid: true, pendingRefundAmount: 49_000 }],
  ])('%s: %j', (title, facts) => {
    expect(titleOf(facts)).toBe(title);
  });
});
