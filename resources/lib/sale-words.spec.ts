import { describe, expect, it } from '@jest/globals';
import { type SaleFacts, saleText } from './sale-words';

/** 4:30 pm in India. */
const NOW = Date.parse('2026-11-20T11:00:00Z');
const OPEN: SaleFacts = {
  status: 'pending',
  statusReason: null,
  tokenNumber: 'N/A',
  tokenVoid: false,
  createdAt: '2026-11-20T09:32:00Z',
  openedAt: null,
  paidAt: null,
  linkMails: { sentCount: 0, lastSentAt: null },
  paymentLinkExpiresAt: '2026-11-23T09:32:00Z',
  isPaymentLinkExpired: false,
  refundedAmount: 0,
  pendingRefundAmount: 0,
  atBankSince: null,
  refundPendingSince: null,
  refundedAt: null,
  endedAt: null,
};
const MAILED = { sentCount: 2, lastSentAt: '2026-11-20T09:50:00Z' };
const PAID = { status: 'completed', tokenNumber: 'GO-000012', paidAt: '2026-11-20T09:41:00Z' } as const;
const REFUND = { ...PAID, pendingRefundAmount: 51_000, refundPendingSince: '2026-11-20T10:32:00Z' };

describe('the state of a sale in its seller’s words', () => {
  it.each<[string, Partial<SaleFacts>]>([
    ['Not opened · created 3:02 pm', {}],
    ['Not opened · sent 3:20 pm', { linkMails: MAILED }],
    ['Opened 3:07 pm', { openedAt: '2026-11-20T09:37:00Z', linkMails: MAILED }],
    ['Link expired 3:02 pm', { isPaymentLinkExpired: true, paymentLinkExpiresAt: '2026-11-20T09:32:00Z' }],
    ['At the bank since 3:09 pm', { status: 'initiated', atBankSince: '2026-11-20T09:39:00Z' }],
    ['At the bank', { status: 'initiated' }],
    ['Paid 3:11 pm · GO-000012', PAID],
    ['Paid 3:11 pm · GO-000012', { ...PAID, refundedAmount: 1000 }],
    ['Paid 3:11 pm', { ...PAID, tokenNumber: 'PL-000012', tokenVoid: true }],
    ['Refund ₹51,000 with the bank since 4:02 pm', REFUND],
    ['Refund ₹0.50 with the bank since 4:02 pm', { ...REFUND, pendingRefundAmount: 0.5 }],
    ['Refund ₹51,000 with the bank', { ...REFUND, refundPendingSince: null }],
    [
      'Refunded ₹51,000 · 4:02 pm',
      { ...PAID, status: 'refunded', refundedAmount: 51_000, refundedAt: '2026-11-20T10:32:00Z' },
    ],
    ['Failed 3:09 pm', { status: 'failed', endedAt: '2026-11-20T09:39:00Z' }],
    ['Failed', { status: 'failed' }],
    ['Cancelled 3:09 pm', { status: 'cancelled', endedAt: '2026-11-20T09:39:00Z' }],
    [
      'Link cancelled 3:09 pm',
      { status: 'cancelled', statusReason: 'cancelled_by_staff', endedAt: '2026-11-20T09:39:00Z' },
    ],
    [
      'Replaced by a new link 3:09 pm',
      { status: 'cancelled', statusReason: 'contact_corrected', endedAt: '2026-11-20T09:39:00Z' },
    ],
    [
      'Link expired 3:02 pm',
      { status: 'cancelled', statusReason: 'link_expired', paymentLinkExpiresAt: '2026-11-20T09:32:00Z' },
    ],
  ])('%s', (words, facts) => {
    expect(saleText({ ...OPEN, ...facts }, NOW).replaceAll('\u00A0', ' ')).toBe(words);
  });

  it('names the day where it is not today, as India counts days', () => {
    const lateYesterday = '2026-11-19T18:29:00Z';
    const justToday = '2026-11-19T18:30:00Z';
    const text = (paidAt: string) => saleText({ ...OPEN, ...PAID, paidAt }, NOW).replaceAll('\u00A0', ' ');
    expect(text(lateYesterday)).toBe('Paid 19 Nov 2026 · GO-000012');
    expect(text(justToday)).toBe('Paid 12:00 am · GO-000012');
  });

  it('breaks no time over two lines', () => {
    expect(saleText({ ...OPEN, ...PAID }, NOW)).toContain('3:11\u00A0pm');
  });
});
