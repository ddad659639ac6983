import { describe, expect, it } from '@jest/globals';
import type { DeskPayment } from '../../src/contracts/desk';
import { shareText, shareTitle, subjectOf } from './sharing';

const PLATINUM = {
  paymentType: 'initial',
  customerName: 'Asha Rao',
  tierCode: 'platinum',
  tierName: 'Platinum',
  amount: 100_000,
  paymentLinkExpiresAt: '2026-11-20T09:41:00Z',
  paymentUrl: 'https://pay.example/p/1',
} as DeskPayment;
const UPGRADE = { ...PLATINUM, paymentType: 'upgrade', amount: 49_000 } as DeskPayment;
const VILLA = { ...UPGRADE, tierCode: 'villa', tierName: 'Garden villa' } as DeskPayment;

describe('what is said with a link', () => {
  it.each([
    [PLATINUM, 'the platinum token of ₹1,00,000', 'your platinum token', 'Platinum token'],
    [UPGRADE, 'the upgrade to platinum: ₹49,000', 'your upgrade to platinum', 'Upgrade to Platinum'],
    [VILLA, 'the upgrade to Garden villa: ₹49,000', 'your upgrade to Garden villa', 'Upgrade to Garden villa'],
  ])('%j: %s', (desk, what, title, subject) => {
    expect(shareText(desk).replaceAll(/\s/g, ' ')).toBe(
      `Hello Asha, here is your payment link for ${what}. It works until 20 Nov 2026, 3:11 pm: https://pay.example/p/1`,
    );
    expect(shareTitle(desk)).toBe(`Payment link for ${title}`);
    expect(subjectOf(desk)).toBe(subject);
  });
});
