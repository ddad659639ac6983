import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { MailOutbox } from '../../src/mail/index.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants, expectOneReceiptEach } from '../support/invariants.js';
import { decodedWords, headerOf, MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { refund, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, type Link, pressPay, statusOf, verify } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const RECEIPT: Parameters<MailOutbox['enqueue']>[0]['data'] = {
  firstName: 'Asha',
  tokenType: 'gold',
  tokenNumber: 'GO-000009',
  amountPaise: 51_000_00,
  paidAt: '2026-01-01T00:00:00.000Z',
  paymentId: 'x',
  bankReference: null,
};

describe('mails through a mail server', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    await catcher.open();
    const env = { SMTP_URL: catcher.url, MAIL_FROM: 'Söhne & Töchter <sales@example.com>' };
    test = await TestApp.start({ env });
    customer = test.client();
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.as(SALES);
    catcher.mails.length = 0;
  });
  afterEach(() => expectInvariants(test));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const paidAtBank = async (
    customerData: Record<string, unknown> = {},
  ): Promise<Link & { fields: URLSearchParams | null }> => {
    const person = { name: 'Zoë Ångström Rao', email: `zoe${Math.random()}@example.com`, ...customerData };
    const link = await createLink(seller, 'gold', { customerData: person });
    return { ...link, fields: await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb') };
  };
  const sell = async (customerData: Record<string, unknown> = {}) => {
    const sold = await paidAtBank(customerData);
    const { body } = await verify(customer, await comeBack(customer, sold.fields));
    await test.settle();
    return { ...sold, tokenNumber: body.data.tokenNumber as string };
  };
  const rows = async (template: string) =>
    (await test
      .get(DataSource)
      .query('SELECT status, attempts, last_error AS problem FROM mail_outbox WHERE template = ? ORDER BY id', [
        template,
      ])) as { status: string; attempts: number; problem: string | null }[];

  it('a completed payment sends one receipt, at once, to one address', async () => {
    const sold = await sell({ email: 'zoe@example.com' });
    expect(catcher.mails).toHaveLength(1);
    const [mail] = catcher.mails;
    expect(mail).toMatchObject({ from: 'sales@example.com', to: ['zoe@example.com'] });
    expect(mail?.subject).toBe(`Payment received: Gold token ${sold.tokenNumber}`);
    const raw = mail?.raw ?? '';
    expect(decodedWords(headerOf(raw, 'From'))).toContain('Söhne & Töchter');
    expect(headerOf(raw, 'To')).toBe('zoe@example.com');
    expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated');
    const text = textPartOf(raw);
    expect(text).toContain('Dear Zoë,');
    expect(text).toContain('Amount received: ₹51,000');
    // In full: the mail goes to the recorded address alone.
    expect(text).toContain('Received from: Zoë Ångström Rao');
    expect(text).toMatch(/Paid on: \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]m IST/);
    expect(text).toMatch(/Bank reference: \w{9,}\s/);
    expect(raw).not.toMatch(/9876543210/);
    expect(await rows('receipt')).toEqual([{ status: 'sent', attempts: 1, problem: null }]);
  });

  it('one mail for everything that can tell of one payment at the same moment', async () => {
    const sold = await paidAtBank();
    const event = await comeBack(customer, sold.fields);
    await Promise.all([
      ...Array.from({ length: 10 }, () => customer.postForm('/payment/verify', sold.fields ?? {})),
      ...Array.from({ length: 10 }, () => customer.postForm('/api/gateway/callback', sold.fields ?? {})),
      ...Array.from({ length: 5 }, () => verify(customer, event)),
      ...Array.from({ length: 5 }, () => seller.post(`/api/payments/check-status/${sold.paymentId}`)),
      test.poll(),
    ]);
    await test.settle();
    await test.poll();
    await test.settle();
    expect(catcher.mails).toHaveLength(1);
    await expectOneReceiptEach(test.get(DataSource));
  });

  it('the mail server is down: sold as ever, and written to later, once', async () => {
    await catcher.close();
    const sold = await sell({ email: 'patient@example.com' });
    expect(await statusOf(customer, sold.paymentId)).toBe('completed');
    expect((await rows('receipt')).at(-1)).toMatchObject({ status: 'queued', attempts: 1 });
    expect((await rows('receipt')).at(-1)?.problem).toContain('ECONNREFUSED');
    await catcher.open();
    await test.poll();
    await test.settle();
    // Not before its time.
    expect(catcher.mails).toEqual([]);
    test.clock.advance(MINUTE);
    await test.poll();
    await test.settle();
    expect(catcher.mails.map(({ to }) => to)).toEqual([['patient@example.com']]);
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    expect(catcher.mails).toHaveLength(1);
  });

  it('a receipt that leaves after the money was given back says so, as its document does', async () => {
    await switchRefunds(test, true);
    await catcher.close();
    const sold = await sell({ email: 'late-receipt@example.com' });
    expect((await refund(seller, sold.paymentId, 51_000)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    expect(await statusOf(customer, sold.paymentId)).toBe('refunded');
    await catcher.open();
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    const receipt = catcher.mails.find(({ subject }) => subject.startsWith('Payment received'));
    expect(textPartOf(receipt?.raw ?? '')).toContain(`${sold.tokenNumber} (Void: no longer valid)`);
  });

  it('a refusing server is tried for most of a day; then the mail is shown as failed', async () => {
    catcher.refusing = true;
    await sell();
    for (let hour = 0; hour < 30; hour += 1) {
      test.clock.advance(HOUR);
      await test.poll();
      await test.settle();
    }
    catcher.refusing = false;
    expect((await rows('receipt')).at(-1)).toMatchObject({ status: 'failed', attempts: 8 });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    expect(catcher.mails).toEqual([]);
    expect(await rows('receipt')).toHaveLength(5);
  });

  it('an instance that died while sending: another sends it, under the same Message-ID', async () => {
    const sold = await sell();
    const [first] = catcher.mails;
    const dataSource = test.get(DataSource);
    const change =
      "UPDATE mail_outbox SET status = 'queued', next_attempt_at = ?, lease_owner = ?, lease_until = ? WHERE dedupe_key = ?";
    const at = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString().replace('T', ' ').slice(0, 23);
    await dataSource.query(change, [at(0), 'the dead', at(2 * MINUTE), `receipt:${sold.paymentId}`]);
    await test.poll();
    await test.settle();
    expect(catcher.mails).toHaveLength(1);
    test.clock.advance(3 * MINUTE);
    await test.poll();
    await test.settle();
    expect(catcher.mails).toHaveLength(2);
    expect(catcher.mails[1]?.messageId).toBe(first?.messageId);
    expect(first?.messageId).toMatch(/^<[0-9a-f]{32}@localhost>$/);
  });

  it('money after the end of the link: the customer gets the receipt, the seller is told', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await test.bank.press(page, 'decline');
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    const received = catcher.mails
      .map(({ to, subject }) => [to[0], subject])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    expect(received).toEqual([
      [
        expect.stringMatching(/^customer\d+@example\.com$/),
        expect.stringMatching(/^Payment received: Silver token SI-/),
      ],
      [SALES.email, expect.stringMatching(/^Late payment: token SI-/)],
    ]);
  });

  it('money twice: the seller is asked to look', async () => {
    const link = await createLink(seller, 'gold');
    const first = await pressPay(customer, link.paymentId);
    await test.bank.press(first, 'decline');
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    await test.bank.press(await pressPay(customer, link.paymentId), 'pay-close-tab');
    const late = await test.bank.press(first, 'pay-nb');
    test.clock.advance(3000);
    await seller.post(`/api/payments/check-status/${link.paymentId}`);
    await comeBack(customer, late);
    await test.settle();
    const notices = catcher.mails.filter(({ to }) => to[0] === SALES.email);
    expect(notices.map(({ subject }) => subject)).toEqual(['Please look: a Gold payment needs review']);
    expect(textPartOf(notices[0]?.raw ?? '')).toContain('Taken beyond the price: ₹51,000');
    expect(catcher.mails).toHaveLength(2);
  });

  it.each([
    ['rejected', { result: 'REJ' }],
    ['completed', {}],
  ] as const)('that a refund is on its way is not told once it was %s', async (ended, answer) => {
    await switchRefunds(test, true);
    const email = `${ended}-refund@example.com`;
    const sold = await sell({ email });
    await catcher.close();
    expect((await refund(seller, sold.paymentId, 51_000)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds', ...answer });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    await catcher.open();
    for (let hour = 0; hour < 24; hour += 1) {
      test.clock.advance(HOUR);
      await test.poll();
      await test.settle();
    }
    const told = catcher.mails.filter(({ to }) => to[0] === email).map(({ subject }) => subject);
    const completed = ended === 'completed' ? ['Your refund of ₹51,000 is complete'] : [];
    expect(told).toEqual([expect.stringMatching(/^Payment received/), ...completed]);
    expect((await rows('refund-accepted')).at(-1)).toMatchObject({ status: 'failed' });
    const admin = await test.staff(ADMIN);
    const { body } = await admin.get(`/api/payments/admin/${sold.paymentId}/details`);
    expect(JSON.stringify(body.data.timeline)).toContain('Given up: it was no longer true');
  });

  it.each([
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'Group: a@example.com;',
    '<a@example.com>',
    'ａ@example.com',
    '',
  ])('never writes to %j, and the unit of work goes on', async (to) => {
    const outbox = test.get(MailOutbox);
    const mail = { dedupeKey: `receipt:to ${to}`, to, template: 'receipt' as const, data: RECEIPT as never };
    expect(await test.get(UnitOfWork).run(() => outbox.enqueue(mail))).toBe('refused');
    await test.settle();
    expect(catcher.mails).toEqual([]);
  });

  it('the same thing is told once, and a unit that is undone tells nothing', async () => {
    const outbox = test.get(MailOutbox);
    const uow = test.get(UnitOfWork);
    const mail = (name: string) =>
      outbox.enqueue({
        dedupeKey: `receipt:${name}`,
        to: `${name}@example.com`,
        template: 'receipt',
        data: RECEIPT as never,
      });
    const undone = uow.run(async () => {
      await mail('undone');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const both = await uow.run(async () => [await mail('twice'), await mail('twice'), await mail('after')]);
    expect(both).toEqual(['queued', 'known', 'queued']);
    await Promise.all(Array.from({ length: 10 }, () => uow.run(() => mail('race'))));
    await test.settle();
    expect(catcher.mails.map(({ to }) => to[0] ?? '').sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'after@example.com',
      'race@example.com',
      'twice@example.com',
    ]);
  });
});

describe('mails without a mail server', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  it('each is a file that only its owner reads', async () => {
    const seller = await test.as(SALES);
    const customer = test.client();
    const name = `Ravi "../../x" \u{1F600}`;
    const link = await createLink(seller, 'platinum', { customerData: { name, email: 'ravi@example.com' } });
    await verify(
      customer,
      await comeBack(customer, await test.bank.press(await pressPay(customer, link.paymentId), 'pay-upi')),
    );
    await test.settle();
    const directory = join(test.settings.dataDir, 'outbox');
    const files = readdirSync(directory);
    expect(files).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z-receipt-[0-9a-f]{12}\.eml$/)]);
    const file = join(directory, files[0] ?? '');
    expect([statSync(file).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([0o600, 0o700]);
    const raw = readFileSync(file, 'utf8');
    expect(headerOf(raw, 'To')).toBe('ravi@example.com');
    expect(textPartOf(raw)).toContain('Dear Ravi,');
    await expectOneReceiptEach(test.get(DataSource));
  });
});
