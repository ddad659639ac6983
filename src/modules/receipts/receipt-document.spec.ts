import { describe, expect, it } from '@jest/globals';
import type { PublicRefund } from '../../contracts/after-payment.js';
import { pdfText } from '../../../test/support/pdf-text.js';
import { chunk, png } from '../../../test/support/pictures.js';
import { type ReceiptDocument, renderReceipt } from './receipt-document.js';

const REFUND: PublicRefund = {
  amount: 1500.5,
  state: 'completed',
  stateLabel: 'Completed',
  requestedAt: '2026-11-20T10:00:00.000Z',
  completedAt: '2026-11-21T20:00:00.000Z',
  expected: null,
  ourReference: 'RF4K2M9Q7X1Z8C3V5B6N',
  bankReference: '7700230883725',
  ofDuplicateCharge: false,
};

function paper(
  more: Partial<ReceiptDocument> = {},
  receipt: Partial<ReceiptDocument['receipt']> = {},
): ReceiptDocument {
  return {
    receipt: {
      paymentId: 'abcdefghjkmnpqrstvwxyz0123',
      number: 'RC-000007',
      issuedAt: '2026-11-20T20:30:00.000Z',
      paidAt: '2026-11-20T20:30:00.000Z',
      purchase: 'Gold token',
      tokenType: 'gold',
      tokenLabel: 'Gold',
      upgradeFrom: null,
      upgradeFromLabel: null,
      upgradeTo: null,
      tokenNumber: 'GO-000009',
      tokenVoid: false,
      replacedBy: null,
      originalTokenNumber: null,
      amount: 51000,
      amountInWords: 'Fifty-one thousand rupees',
      refundedAmount: 0,
      pendingRefundAmount: 0,
      paymentMode: 'Net banking',
      paymentModeKind: 'NB',
      bankReferenceEnd: '4711',
      customer: { name: 'Zoë', email: 'z•••@example.com' },
      issuer: 'Sky & Söhne',
      refunds: [],
      ...receipt,
    },
    language: 'en',
    seller: 'Priya Sharma',
    payer: { name: 'Zoë', email: 'z•••@example.com' },
    bankReference: '•••• 4711',
    company: {
      name: 'Sky & Söhne',
      legalName: 'Sky and Sons Private Limited',
      supportPhone: '+91 20 1',
      supportEmail: 'help@sky.test',
      officeAddress: 'Pune',
      logo: null,
    },
    logo: null,
    checkUrl: 'https://pay.example.com/receipt/abcdefghjkmnpqrstvwxyz0123',
    sandbox: false,
    url: 'https://pay.example.com/payment/abcdefghjkmnpqrstvwxyz0123/receipt',
    ...more,
  };
}

const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;

describe('the receipt on paper', () => {
  it('is printed with the first letter of the name once the file of the logo is gone', async () => {
    const logo = { file: '/nowhere/logo.png', width: 1, height: 1, version: 'v' };
    const pdf = await renderReceipt(paper({ company: { ...paper().company, logo } }));
    expect(pdfText(pdf)).toContain('RC-000007');
  });

  it('is printed with the first letter where the picture cannot be drawn', async () => {
    const bytes = png({ more: [chunk('tEXt', Buffer.alloc(150_000, 65))] });
    const pdf = await renderReceipt(paper({ logo: { digest: 'x', bytes } }));
    expect([pdfText(pdf).includes('RC-000007'), pdf.includes('/Subtype /Image')]).toEqual([true, false]);
  });

  it('says who, what, when and how much, in figures with the rupee sign and in words', async () => {
    const text = pdfText(await renderReceipt(paper()));
    for (const words of [
      'Sky & Söhne',
      'Receipt RC-000007',
      // Indian time, where it is the next day already.
      'Issued by Sky & Söhne on 21 Nov 2026, 2:00 am IST',
      'Sky and Sons Private Limited',
      '₹51,000',
      'Fifty-one thousand rupees',
      'Zoë, z•••@example.com',
      'GO-000009',
      'Net banking',
      '•••• 4711',
      'help@sky.test',
      'Gold token of Sky & Söhne.',
      'Priya Sharma',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('�');
    expect(text).not.toContain('Refunds');
  });

  it('of an upgrade names both tiers as their catalogues do', async () => {
    const tiers = {
      tokenType: 'platinum',
      tokenLabel: 'Sky villa',
      upgradeFrom: 'gold',
      upgradeTo: 'platinum',
    } as const;
    const text = pdfText(await renderReceipt(paper({}, { ...tiers, upgradeFromLabel: 'Villa' })));
    expect(text).toContain('Token upgrade: Villa to Sky villa');
  });

  it('is one small page with title, language and its own fonts', async () => {
    const pdf = await renderReceipt(
      paper(
        {},
        {
          refunds: Array.from({ length: 20 }, () => REFUND),
          refundedAmount: 30010,
          pendingRefundAmount: 20,
          originalTokenNumber: 'GO-000001',
        },
      ),
    );
    const raw = pdf.toString('latin1');
    expect(raw.startsWith('%PDF-')).toBe(true);
    expect(pages(pdf)).toBe(1);
    expect(pdf.length).toBeLessThan(80_000);
    expect(raw).toContain('/Lang (en-IN)');
    expect(raw).toContain('/DisplayDocTitle true');
    expect(raw).toContain('RC-000007');
    expect(raw).not.toContain('Helvetica');
    expect(pdfText(pdf)).toContain('The latest 5 of 20; all of them are on the web.');
  });

  it('of an upgrade under terms is one page with names of ordinary length, in both languages', async () => {
    const company = {
      ...paper().company,
      name: 'Green Meadows Residency Phase II',
      legalName: 'Green Meadows Infrastructure Developers Private Limited',
      officeAddress: '3rd Floor, Sky Tower, Survey No. 12/4, Baner-Pashan Link Road, Baner, Pune, Maharashtra 411045',
    };
    const payer = { name: 'Venkata Subramaniam Lakshminarayanan', email: 'venkata.lakshminarayanan@example.co.in' };
    const whole = { company, payer, seller: 'Priyanka Venkataraman Iyer', bankReference: '770023088372512' };
    const terms = { version: 12, language: 'en', agreedAt: '2026-11-20T20:30:00.000Z' } as const;
    const upgrade = { upgradeFrom: 'gold', upgradeTo: 'platinum', originalTokenNumber: 'GO-000001' } as const;
    for (const language of ['en', 'hi'] as const)
      for (let count = 0; count <= 6; count += 1) {
        const refunds = Array.from({ length: count }, () => REFUND);
        const returned = { refundedAmount: count * 1500.5, pendingRefundAmount: count };
        const receipt = { ...upgrade, ...returned, refunds, terms, issuer: company.legalName };
        const pdf = await renderReceipt(paper({ ...whole, language }, receipt));
        expect([language, count, pages(pdf)]).toEqual([language, count, 1]);
      }
  });

  it('with the longest of everything has its foot whole, on a page of its own where it has to', async () => {
    const text = (part: string, length: number) =>
      part
        .repeat(Math.ceil(length / part.length))
        .slice(0, length)
        .trim();
    const company = {
      ...paper().company,
      name: text('Meadows ', 120),
      legalName: text('Developers ', 160),
      officeAddress: text('Link Road ', 300),
    };
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`;
    const whole = { company, payer: { name: text('Asha ', 120), email }, seller: text('Priya ', 120), sandbox: true };
    const refund = { ...REFUND, bankReference: text('A', 40), ofDuplicateCharge: true };
    const refunds = Array.from({ length: 6 }, () => refund);
    const pdf = await renderReceipt(paper(whole, { refunds, issuer: company.legalName, refundedAmount: 9003 }));
    expect(pages(pdf)).toBe(2);
    expect(pdfText(pdf)).toContain('The latest 5 of 6; all of them are on the web.');
  });

  it('of the sandbox says that no money moved', async () => {
    expect(pdfText(await renderReceipt(paper({ sandbox: true })))).toContain('Sandbox – no real money');
    expect(pdfText(await renderReceipt(paper()))).not.toContain('Sandbox');
  });

  it('shows the refunds', async () => {
    const text = pdfText(await renderReceipt(paper({}, { refunds: [REFUND], refundedAmount: 1500.5 })));
    expect(text).toContain('₹1,500.50');
    expect(text).toContain('Completed on 22 Nov 2026 · Bank reference 7700230883725');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Our reference RF4K2M9Q7X1Z8C3V5B6N');
    expect(text).not.toMatch(/Void|on its way/);
  });

  it('says what is on its way back, and once all of it is back, that the token number is void', async () => {
    const asked: PublicRefund = { ...REFUND, state: 'requested', stateLabel: 'Requested', completedAt: null };
    const onItsWay = pdfText(
      await renderReceipt(paper({}, { refunds: [{ ...asked, bankReference: null }], pendingRefundAmount: 51000 })),
    );
    expect(onItsWay).toContain('Refund on its way');
    expect(onItsWay).toContain('Requested on 20 Nov 2026');
    expect(onItsWay).not.toMatch(/Void|Bank reference 77/);
    const back = pdfText(await renderReceipt(paper({}, { refundedAmount: 51000, tokenVoid: true })));
    expect(back).toContain('Void: no longer valid');
  });

  it('in Hindi has the words, the name and the amount in Devanagari, on one page', async () => {
    const document = paper({ language: 'hi', payer: { name: 'आरती राव', email: 'payer@example.com' } });
    const pdf = await renderReceipt(document);
    expect(pages(pdf)).toBe(1);
    expect(pdf.toString('latin1')).toContain('/Lang (hi-IN)');
    expect(pdfText(pdf)).toContain('RC-000007');
    expect(pdfText(pdf)).toContain('payer@example.com');
  });

  it.each([
    ['in another script', 'ప్రియ', 'தங்கம்', '金'],
    ['of pictures', 'Priya 🌸', 'Villa 🏠', '🥇'],
  ])('names no seller and no tier %s: the medal stands for the tier', async (_name, seller, tokenLabel, from) => {
    const tiers = { tokenType: 'platinum', tokenLabel, upgradeFrom: 'gold', upgradeFromLabel: from } as const;
    const upgrade = { ...tiers, upgradeTo: 'platinum', originalTokenNumber: 'GO-000001' } as const;
    const payer = { name: seller, email: 'payer@example.com' };
    const text = pdfText(await renderReceipt(paper({ seller, payer }, upgrade)));
    expect(text).toMatch(/^payer@example\.com$/m);
    expect(text).toContain('Token upgrade: Gold to Platinum');
    expect(text).toContain('Platinum token of Sky & Söhne');
    expect(text).not.toContain('Sold by');
  });

  it('keeps the names of a seller and a tier in Devanagari', async () => {
    const text = pdfText(await renderReceipt(paper({ seller: 'प्रिया' }, { tokenLabel: 'विला' })));
    expect(text).toContain('Sold by');
    expect(text).not.toContain('Gold token of');
  });

  it.each([
    ['a very long name stays on the page', 'Aa '.repeat(60).trim(), 1],
    ['a name in letters that the fonts lack gives way to the address', 'ఆరతి రావు', 1],
    ['a name in Devanagari', 'आरती राव', 1],
    ['line breaks and control characters are spaces', 'Asha\r\nRao\u0000', 1],
  ])('%s', async (_name, name, count) => {
    const pdf = await renderReceipt(paper({ payer: { name, email: 'payer@example.com' } }));
    expect(pages(pdf)).toBe(count);
    const text = pdfText(pdf);
    expect(text).toContain('payer@example.com');
    expect(text).not.toContain('�');
  });
});
