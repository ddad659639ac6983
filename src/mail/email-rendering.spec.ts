import { expect, it } from '@jest/globals';
import * as tokens from '../../resources/tokens.js';
import { DARK, LIGHT, TIER_COLOURS } from './email-colours.js';
import type { EmailMessage } from './email-message.js';
import { renderEmail } from './email-rendering.js';
import { mailRetryDelayMs } from './outbox.repository.js';
import { renderTemplate, type MailData } from './templates/index.js';

const COMPANY = {
  name: 'Sky & Söhne',
  legalName: null,
  supportPhone: '+91 20 1',
  supportEmail: 'help@sky.test',
  officeAddress: 'Pune',
  logo: null,
};
const SENDER = { company: COMPANY, logo: null };
const CONTEXT = {
  appUrl: 'https://pay.example.com',
  companyName: 'Sky & Söhne',
  open: (sealed: string) => `https://pay.example.com/?opened=${sealed}`,
};
const RECEIPT: MailData['receipt'] = {
  firstName: 'Zoë',
  customerName: 'Zoë Ångström Rao',
  tokenType: 'platinum',
  tokenNumber: 'PL-000001',
  amountPaise: 1_00_000_00,
  paidAt: '2026-01-31T20:30:00.000Z',
  paymentId: 'abcdefghjkmnpqrstvwxyz0123',
  bankReference: '770023088374711',
};

it('a receipt tells number, amount, full name, Indian date and the whole bank reference, in text as in HTML', () => {
  const { subject, text, html } = renderEmail(renderTemplate('receipt', RECEIPT, CONTEXT), SENDER);
  expect(subject).toBe('Payment received: Platinum token PL-000001');
  for (const line of [
    'Dear Zoë,',
    'Your token number: PL-000001\n',
    'Amount received: ₹1,00,000 (One lakh rupees)\n',
    'Received from: Zoë Ångström Rao\n',
    'Paid on: 1 Feb 2026, 2:00 am IST',
    'Bank reference: 770023088374711',
    'https://pay.example.com/payment/abcdefghjkmnpqrstvwxyz0123\n',
  ])
    expect(text).toContain(line);
  expect(html).toContain('Sky &amp; Söhne');
  for (const words of ['PL-000001', '₹1,00,000', 'One lakh rupees', '770023088374711', 'Zoë Ångström Rao'])
    expect(html).toContain(words);
  expect(html).toContain('<html lang="en">');
});

it('a customer who paid in Hindi is written to in Hindi', () => {
  const { subject, text, html } = renderEmail(
    renderTemplate('receipt', { ...RECEIPT, language: 'hi' }, CONTEXT),
    SENDER,
  );
  expect(subject).toBe('भुगतान मिल गया: प्लैटिनम टोकन PL-000001');
  expect(text).toContain('प्रिय Zoë,');
  expect(text).toContain('भुगतान की तारीख: 1 फ़र॰ 2026');
  expect(html).toContain('<html lang="hi">');
  expect(html).toContain('एक लाख रुपये');
});

it.each(['receipt', 'receipt-copy'] as const)('%s of an older release shows what it knows', (template) => {
  const { customerName: _name, bankReference: _reference, ...old } = RECEIPT;
  const data = { ...old, language: 'xx', bankReferenceEnd: '4711' };
  const { text } = renderEmail(renderTemplate(template, data, CONTEXT), SENDER);
  expect(text).toContain('Bank reference: •••• 4711');
  expect(text).not.toMatch(/Received from|undefined/);
});

it.each(['receipt', 'receipt-copy'] as const)('%s names the receipt and leads to it', (template) => {
  const { text } = renderEmail(renderTemplate(template, { ...RECEIPT, receiptNumber: 'RC-000042' }, CONTEXT), SENDER);
  expect(text).toContain('Receipt number: RC-000042\n');
  expect(text).toContain('https://pay.example.com/payment/abcdefghjkmnpqrstvwxyz0123/receipt\n');
});

it('a void token number is told from a valid one', () => {
  const { text, html } = renderEmail(renderTemplate('receipt-copy', { ...RECEIPT, tokenVoid: true }, CONTEXT), SENDER);
  expect(text).toContain('PL-000001 (Void: no longer valid)');
  expect(html).toContain('<s>PL-000001</s>');
});

it.each(['receipt', 'receipt-copy', 'refund-accepted', 'refund-completed'] as const)(
  '%s tells a replaced number from the one in its place',
  (template) => {
    const rendered = (more: object) =>
      renderEmail(renderTemplate(template, { ...RECEIPT, tokenNumber: 'GO-000001', ...more }, CONTEXT), SENDER);
    const { text, html } = rendered({ replacedBy: 'PL-000007' });
    expect(text).toContain('Your token number: GO-000001 (Upgraded: your number is now PL-000007.)\n');
    expect(html).toContain('<s>GO-000001</s>');
    expect(html).toContain('>GO-000001 (Upgraded: your number is now PL-000007.) · ₹1,00,000</div>');
    expect(rendered({ replacedBy: 'PL-000007', language: 'hi' }).text).toContain('अब आपका नंबर PL-000007 है');
    const isVoid = rendered({ replacedBy: null, tokenVoid: true });
    expect(isVoid.html).toContain('>GO-000001 (Void: no longer valid) · ₹1,00,000</div>');
    expect(rendered({ replacedBy: null }).html).toContain('>GO-000001 · ₹1,00,000</div>');
  },
);

it.each([
  ['a token that is void by it', 'PL-000001', true, /want to keep your token/, /टोकन रखना चाहते/],
  ['a duplicate charge, whose token stays valid', 'PL-000001', false, /any question about it/, /कोई भी सवाल/],
  ['money that issued no token', '', false, /any question about it/, /कोई भी सवाल/],
])('a reversal offers to keep the token only where it is void: %s', (_what, tokenNumber, tokenVoid, en, hi) => {
  const data: MailData['payment-reversed'] = {
    firstName: 'Zoë',
    tokenType: 'platinum',
    amountPaise: 1_00_000_00,
    tokenNumber,
    tokenVoid,
    revokedNumber: null,
    restoredNumber: null,
    paymentId: 'abcdefghjkmnpqrstvwxyz0123',
  };
  const textIn = (language: string) =>
    renderEmail(renderTemplate('payment-reversed', { ...data, language }, CONTEXT), SENDER).text;
  expect(textIn('en')).toMatch(en);
  expect(textIn('hi')).toMatch(hi);
  if (tokenVoid) return;
  expect(textIn('en')).not.toMatch(/keep your token|no longer valid/);
  expect(textIn('hi')).not.toMatch(/टोकन रखना|मान्य नहीं/);
});

it('the company signs with what is set, and with nothing that is not', () => {
  const message = renderTemplate('receipt', RECEIPT, CONTEXT);
  const full = { ...COMPANY, legalName: 'Sky and Sons Private Limited' };
  expect(renderEmail(message, { ...SENDER, company: full }).text).toContain(
    'Sky & Söhne\nSky and Sons Private Limited\nPune\n',
  );
  expect(renderEmail(message, { ...SENDER, company: { ...COMPANY, officeAddress: '' } }).text).toContain(
    'Sky & Söhne\n+91 20 1 · help@sky.test\n',
  );
  expect(renderEmail(message, SENDER).html).not.toContain('<img');
});

it.each([
  ['a square', 100, 100, 'height="40" alt="" style="display:block;height:40px;width:auto;border:0"'],
  ['four times as wide as high', 400, 100, 'height="40" alt="" style="display:block;height:40px;width:auto;border:0"'],
  ['a flat one', 1200, 60, 'width="160" alt="" style="display:block;width:160px;height:auto;border:0"'],
  ['a line', 1200, 1, 'width="160" alt="" style="display:block;width:160px;height:auto;border:0"'],
])('the logo leaves room for the name: %s', (_what, width, height, shown) => {
  const { html } = renderEmail(renderTemplate('receipt', RECEIPT, CONTEXT), { ...SENDER, logo: { width, height } });
  expect(html).toContain(`<img src="cid:company-logo@tokendesk" ${shown}>`);
});

it('is laid out by tables and one button, for programs that know nothing else', () => {
  const { html } = renderEmail(renderTemplate('receipt', RECEIPT, CONTEXT), SENDER);
  expect(html).not.toMatch(/<(?!div style="display:none)div|display:\s*(?:flex|grid)|<script|var\(/);
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('mso-padding-alt');
  // Every table of the layout says so, or it is read out as data.
  expect(html.match(/<table/g)).toHaveLength(html.match(/<table role="presentation"/g)?.length ?? 0);
});

it('has the colours of the pages', () => {
  for (const [scheme, colours] of [
    [tokens.LIGHT, LIGHT],
    [tokens.DARK, DARK],
  ] as const)
    expect(scheme).toMatchObject(colours);
  for (const [tier, { letters: _letters, ...colours }] of Object.entries(TIER_COLOURS))
    expect(tokens.LIGHT[tier as keyof typeof TIER_COLOURS]).toEqual(colours);
});

it('what people wrote is text, in one line', () => {
  const message: EmailMessage = {
    language: 'en',
    subject: 'A\r\nBcc: evil@example.com',
    title: '<b>title',
    greeting: 'Dear <script>alert(1)</script>\u2028"x"',
    paragraphs: ['a\nb'],
    facts: [["<i>'&", '\u0000<b>']],
    link: { label: '>', url: 'https://a.test/?a="&b=<' },
  };
  const { subject, text, html } = renderEmail(message, SENDER);
  expect(subject).toBe('A Bcc: evil@example.com');
  expect(html).not.toMatch(/<script|<i>'|<b>|a="&b/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;x&quot;');
  expect(text).toContain("<i>'&: <b>");
});

it.each(['payment-late', 'payment-review'] as const)('%s goes to the seller with the first names only', (template) => {
  const data = { ...RECEIPT, sellerFirstName: 'Priya', customerFirstName: 'Zoë', reason: 'new', excessPaise: 100_00 };
  const { text } = renderEmail(renderTemplate(template, data, CONTEXT), SENDER);
  expect(text).toContain('Dear Priya,');
  expect(text).toContain('Customer: Zoë\n');
  expect(text).toContain('https://pay.example.com/dashboard');
});

it.each([
  ['refund_unclear', 'The bank has given no usable answer about a refund for more than an hour.'],
  ['refund_overdue', 'A refund has been under way for more than five bank days.'],
  ['refund_mismatch', 'The bank reports a refund with another amount, or as something else.'],
  ['upgrade_source_refunded', 'its silver token was given back or taken back'],
])('a review for %s says to the seller what it is about', (reason, words) => {
  const data = {
    ...RECEIPT,
    sellerFirstName: 'Priya',
    customerFirstName: 'Zoë',
    upgradeFrom: 'silver',
    excessPaise: null,
  };
  const { text } = renderEmail(renderTemplate('payment-review', { ...data, reason }, CONTEXT), SENDER);
  expect(text).toContain(words);
  expect(text).not.toContain('contradict');
});

it.each(['staff-invitation', 'password-link'] as const)('%s opens its link for the mail alone', (template) => {
  const data = { firstName: 'Zoë', link: 'v1.sealed', expiresAt: '2026-01-31T20:30:00.000Z', inviterName: 'Asha' };
  const { text } = renderEmail(renderTemplate(template, { ...data, askedBy: 'admin' }, CONTEXT), SENDER);
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
