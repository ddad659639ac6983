import { expect, it } from '@jest/globals';
import { type EmailMessage, rendered } from './email-message.js';
import { mailRetryDelayMs } from './outbox.repository.js';
import { renderTemplate, type MailData } from './templates/index.js';

const SENDER = {
  company: { name: 'Sky & Söhne', supportPhone: '+91 20 1', supportEmail: 'help@sky.test', officeAddress: 'Pune' },
};
const CONTEXT = {
  appUrl: 'https://pay.example.com',
  companyName: 'Sky & Söhne',
  open: (sealed: string) => `https://pay.example.com/?opened=${sealed}`,
};
const RECEIPT: MailData['receipt'] = {
  firstName: 'Zoë',
  tokenType: 'platinum',
  tokenNumber: 'PL-000001',
  amountPaise: 1_00_000_00,
  paidAt: '2026-01-31T20:30:00.000Z',
  paymentId: 'abcdefghjkmnpqrstvwxyz0123',
  bankReferenceEnd: '4711',
};

it('a receipt tells number, amount and Indian date, and of the bank only the end of a reference', () => {
  const { subject, text, html } = rendered(renderTemplate('receipt', RECEIPT, CONTEXT), SENDER);
  expect(subject).toBe('Payment received: Platinum token PL-000001');
  expect(text).toContain('Dear Zoë,');
  expect(text).toContain('Amount: ₹1,00,000\n');
  expect(text).toContain('Paid on: 1 Feb 2026, 2:00 am IST');
  expect(text).toContain('Bank reference: •••• 4711');
  expect(text).toContain('https://pay.example.com/payment/abcdefghjkmnpqrstvwxyz0123\n');
  expect(html).toContain('Sky &amp; Söhne');
  expect(html).toContain('<strong>₹1,00,000</strong>');
});

it.each(['receipt', 'receipt-copy'] as const)('%s names the receipt and leads to it', (template) => {
  const { text } = rendered(renderTemplate(template, { ...RECEIPT, receiptNumber: 'RC-000042' }, CONTEXT), SENDER);
  expect(text).toContain('Receipt number: RC-000042\n');
  expect(text).toContain('https://pay.example.com/payment/abcdefghjkmnpqrstvwxyz0123/receipt\n');
});

it('what people wrote is text, in one line', () => {
  const letter: EmailMessage = {
    subject: 'A\r\nBcc: evil@example.com',
    greeting: 'Dear <script>alert(1)</script>\u2028"x"',
    paragraphs: ['a\nb'],
    facts: [["<i>'&", '\u0000<b>']],
    link: { label: '>', url: 'https://a.test/?a="&b=<' },
  };
  const { subject, text, html } = rendered(letter, SENDER);
  expect(subject).toBe('A Bcc: evil@example.com');
  expect(html).not.toMatch(/<script|<i>'|<b>|a="&b/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;x&quot;');
  expect(text).toContain("<i>'&: <b>");
});

it.each(['payment-late', 'payment-review'] as const)('%s goes to the seller with the first names only', (template) => {
  const data = { ...RECEIPT, sellerFirstName: 'Priya', customerFirstName: 'Zoë', reason: 'new', excessPaise: 100_00 };
  const { text } = rendered(renderTemplate(template, data, CONTEXT), SENDER);
  expect(text).toContain('Dear Priya,');
  expect(text).toContain('Customer: Zoë');
  expect(text).toContain('https://pay.example.com/dashboard');
});

it.each(['staff-invitation', 'password-link'] as const)('%s opens its link for the mail alone', (template) => {
  const data = { firstName: 'Zoë', link: 'v1.sealed', expiresAt: '2026-01-31T20:30:00.000Z', inviterName: 'Asha' };
  const { text } = rendered(renderTemplate(template, { ...data, askedBy: 'admin' }, CONTEXT), SENDER);
  expect(text).toContain('https://pay.example.com/?opened=v1.sealed');
  expect(text).toContain('Valid until: 1 Feb 2026, 2:00 am IST');
});

it('knows no template by a name of Object', () => {
  expect(() => renderTemplate('constructor', {}, CONTEXT)).toThrow('no mail template');
});

it('tries for most of a day, then gives up', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8].map(mailRetryDelayMs);
  expect(delays.map((ms) => ms && ms / 60_000)).toEqual([1, 5, 15, 60, 180, 360, 720, null]);
  expect(delays.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)).toBeLessThan(24 * 3_600_000);
});
