import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { PaymentCounters } from '../../src/modules/payment-lists/counters/payment-counters.js';
import { recountPayments } from '../../src/database/payment-recount.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { AuditService } from '../../src/modules/audit/index.js';
import { PaymentsRepository, ReviewRecorder } from '../../src/modules/payments/index.js';
import { Erasure } from '../../src/modules/privacy/erasure.service.js';
import { PersonalDataQueries } from '../../src/modules/privacy/personal-data.queries.js';
import { PersonalDataRepository } from '../../src/modules/privacy/personal-data.repository.js';
import { Clock } from '../../src/runtime/clock.js';
import type { Refusal } from '../../src/runtime/refusal.js';
import { makeCatalogue, tierBody } from '../support/catalogue.js';
import type { Client, Reply } from '../support/client.js';
import { CLI, environmentOf, type Run, tokendesk } from '../support/command-line.js';
import { isOnServer } from '../support/engine.js';
import { DAY } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { atDesk, auditOf, cancelLink, correctContact, query, rowOf } from '../support/links.js';
import { eventually } from '../support/product-process.js';
import { payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { decide, oneReview, reverse } from '../support/reviews.js';
import { createLink, type Link, linkBody, pressPay } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const RAVI = { name: 'Ravi Kulkarni', email: 'ravi.kulkarni@example.com', phone: '9812345678' };
const PAN = 'ABCPK1234F';
/** Pieces of the person, as they may stand in any column. */
const TRACES = ['Kulkarni', 'ravi.kulkarni', 'ravi%2Ekulkarni', '9812345678', 'Ravi'];

describe('tokendesk privacy', () => {
  let test: TestApp;
  let seller: Client;
  let sales = 0;

  const run = (...args: string[]): Promise<Run> => runWith({}, ...args);
  const runWith = (env: Record<string, string>, ...args: string[]): Promise<Run> =>
    tokendesk(['privacy', ...args], { ...environmentOf(test), ...env }, test.settings.dataDir);
  /** Settings by which a command takes its input for a terminal. */
  function atTerminal(): Record<string, string> {
    const hook = join(test.settings.dataDir, 'terminal.mjs');
    writeFileSync(hook, 'process.stdin.isTTY = true;');
    return { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` };
  }

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
    seller = await atDesk(test, SALES);
    await switchRefunds(test, true);
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  const sellTo = (person: typeof RAVI, more: object = {}, who = seller) =>
    who.post('/api/payments/create-link', linkBody('silver', { customerData: person, ...more }), {
      'idempotency-key': `sale-${(sales += 1)}`,
    });

  /** A completed refund, or an attempt that was closed, is watched for a week. */
  async function daysPass(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      test.clock.advance(DAY);
      await test.poll();
    }
    await test.settle();
  }

  /** Every value of every table, as text: what is erased must be nowhere. */
  async function everything(): Promise<Record<string, string>> {
    const dataSource = test.get(DataSource);
    // The heartbeat of this process goes on meanwhile.
    const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName).filter((name) => name !== 'instances');
    const dump: Record<string, string> = {};
    for (const table of tables) dump[table] = JSON.stringify(await dataSource.query(`SELECT * FROM ${table}`));
    return dump;
  }

  const folderOfMails = () => join(test.settings.dataDir, 'outbox');
  const writtenMails = () => readdirSync(folderOfMails());

  const tracesIn = (dump: Record<string, string>) =>
    Object.entries(dump).flatMap(([table, text]) =>
      TRACES.filter((part) => text.includes(part)).map((p) => `${table}: ${p}`),
    );

  /** Paid ones of the whole installation, and how often. */
  const pairs = () => query(test, 'SELECT email_key, uses FROM completed_pairs ORDER BY email_key');
  const uniqueCustomers = async () => (await test.get(PaymentCounters).ofSeller()).pairs;

  async function foundBy(part: string): Promise<string[]> {
    const { body } = await seller.get(`/api/sales-manager/dashboard?search=${encodeURIComponent(part)}`);
    return body.data.allCustomers.map(({ paymentId }: { paymentId: string }) => paymentId);
  }

  const moneyRows = () =>
    query(
      test,
      `SELECT p.public_id, p.amount, p.status, p.token_number, p.paid_at, p.created_at, a.invoice_no, a.bank_txn_id,
         r.bank_reference, r.amount AS refunded FROM payments p JOIN payment_attempts a ON a.payment_id = p.id
         LEFT JOIN refunds r ON r.payment_id = p.id ORDER BY p.id, a.id, r.id`,
    );

  describe('a person who has bought, with everything that a sale leaves behind', () => {
    let paid: string;
    let second: string;

    beforeAll(async () => {
      const sale = await sellTo(RAVI, { brokerName: 'Meera Kulkarni', panCard: PAN, referenceType: 'channelPartner' });
      expect(sale.status).toBe(201);
      paid = sale.body.data.paymentId;
      await seller.post('/api/payments/send-payment-email', { paymentId: paid });
      const again = await sellTo(RAVI, { duplicateReason: 'Ravi buys for his father too' });
      expect(again.status).toBe(201);
      second = again.body.data.paymentId;
      await payAsCustomer(test, paid);
      const given = await refund(seller, paid, 10, { refundReason: 'Ravi Kulkarni paid the broker already' });
      expect(given.status).toBeLessThan(300);
      // A message that is signed by nobody, about this person.
      await test.client().postForm('/payment/verify', {
        customerEmailID: RAVI.email,
        addlParam1: 'Ravi Kulkarni',
        invoiceNo: sale.body.data.invoiceNo,
        paymentID: 'X1',
        secureHash: 'f'.repeat(64),
      });
      await test.settle();
    });

    it('is refused while business is open, naming it, and changes nothing', async () => {
      const before = await everything();
      const refused = await run('erase', '--email', RAVI.email, '--yes');
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain(`payment ${second}: its link can still be paid`);
      expect(refused.stderr).toContain(`payment ${paid}: a refund is under way`);
      expect(await everything()).toEqual(before);
      expect((await cancelLink(seller, second, { reason: 'Ravi Kulkarni has changed his mind' })).status).toBe(200);
      await test.bank.control({ op: 'settle-refunds' });
      await daysPass(1);
      const watched = await run('erase', '--email', RAVI.email, '--yes');
      expect([watched.code, watched.stderr]).toEqual([
        1,
        expect.stringContaining(`payment ${paid}: its refund may still come back`),
      ]);
      await daysPass(7);
      // Nobody stays signed in for a day. The commands run by the clock of the machine: a search hears of their changes by it.
      test.clock.advance(Date.now() - test.clock.now().getTime());
      seller = await atDesk(test, SALES);
    });

    it('is found by a part of the name and of the address', async () => {
      for (const part of ['kulkarn', 'ravi.kulk', '12345678']) expect(await foundBy(part)).toContain(paid);
      expect(await pairs()).toEqual([{ email_key: RAVI.email, uses: 1 }]);
    });

    it('report tells what is held, the PAN masked, and that somebody looked', async () => {
      const { code, stdout } = await run('report', '--email', RAVI.email.toUpperCase());
      expect(code).toBe(0);
      const [record] = JSON.parse(stdout).customers;
      expect(record.customer).toMatchObject({ name: RAVI.name, email: RAVI.email, phone: '+919812345678' });
      expect(record.payments).toEqual([
        expect.objectContaining({
          paymentId: paid,
          brokerName: 'Meera Kulkarni',
          pan: '••••••234F',
          receipt: expect.stringMatching(/^RC-\d{6}$/),
        }),
        expect.objectContaining({ paymentId: second, reasonForSecondLink: 'Ravi buys for his father too' }),
      ]);
      expect(record.mails.map(({ about }: { about: string }) => about)).toEqual(
        expect.arrayContaining(['receipt', 'payment-link', 'refund-accepted']),
      );
      expect(JSON.stringify(record.staffNotes)).toContain('changed his mind');
      expect(JSON.stringify(record.bankMessages)).toContain('customerEmailID');
      expect(stdout).not.toContain(PAN);
      const looked = await query<{ n: number }>(
        test,
        "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'privacy.reported' AND actor_kind = 'cli'",
      );
      expect(Number(looked[0]?.n)).toBe(1);
    });

    it('the audit log never held the words of staff', async () => {
      expect(tracesIn({ audit_log: (await everything())['audit_log'] ?? '' })).toEqual([]);
      expect((await auditOf(test, second)).map(({ reason }) => reason)).toEqual(
        expect.arrayContaining(['second link, reason given', 'cancelled_by_staff']),
      );
    });

    it('a dry run counts and changes nothing', async () => {
      const before = await everything();
      const { code, stdout } = await run('erase', '--email', RAVI.email, '--dry-run', '--json');
      expect(code).toBe(0);
      const { dryRun, erased } = JSON.parse(stdout);
      expect(dryRun).toBe(true);
      expect(erased).toMatchObject({ customers: 1, payments: 2 });
      for (const kind of ['mails', 'bankMessages', 'answers', 'texts']) expect(erased[kind]).toBeGreaterThan(0);
      expect(await everything()).toEqual(before);
    });

    it('a mail that cannot be removed keeps the rows by which it is found', async () => {
      const before = await everything();
      const mail = join(folderOfMails(), writtenMails()[0] ?? '');
      const text = readFileSync(mail);
      rmSync(mail);
      mkdirSync(mail);
      expect((await run('erase', '--email', RAVI.email, '--yes')).code).toBe(1);
      expect(await everything()).toEqual(before);
      rmdirSync(mail);
      writeFileSync(mail, text);
    });

    it('erases every trace, keeps the money, and may be run again', async () => {
      const money = await moneyRows();
      const unique = await uniqueCustomers();
      expect(writtenMails().length).toBeGreaterThan(0);
      // Meanwhile there is a mail server, and a process had died while it wrote one of the files.
      const half = join(folderOfMails(), `${writtenMails()[0]}.part`);
      writeFileSync(half, RAVI.email);
      const mailServer = { SMTP_URL: 'smtp://127.0.0.1:9' };
      const { code, stderr } = await runWith(mailServer, 'erase', '--email', RAVI.email, '--yes');
      expect([code, stderr]).toEqual([0, expect.stringContaining('Erased 1 customers')]);
      expect(tracesIn(await everything())).toEqual([]);
      expect(await moneyRows()).toEqual(money);
      expect(await uniqueCustomers()).toEqual(unique);
      expect(await pairs()).toEqual([{ email_key: expect.stringMatching(/^erased-\d+@invalid$/), uses: 1 }]);
      const after = await everything();
      const again = await run('erase', '--email', RAVI.email, '--yes');
      expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('nothing to erase')]);
      expect(await everything()).toEqual(after);
    });

    it('leaves no mail in the folder of written mails', () => {
      expect(writtenMails()).toEqual([]);
    });

    it('shows as an erased customer, and is not found by the old address', async () => {
      expect(await rowOf(seller, paid)).toMatchObject({ customerName: 'Erased customer' });
      const { body } = await seller.get(`/api/sales-manager/dashboard?search=${encodeURIComponent(RAVI.email)}`);
      expect(body.data.allCustomers).toEqual([]);
      // The erasure was another process: this one hears of it by the database alone.
      for (const part of ['kulkarn', 'ravi.kulk', '12345678']) expect(await foundBy(part)).toEqual([]);
      expect((await test.client().get(`/payment/${paid}`)).status).toBe(200);
    });

    it('is written down with counts, and without what was erased', async () => {
      const [row] = await query<{ kind: string; subject: string; reason: string }>(
        test,
        "SELECT actor_kind AS kind, subject_id AS subject, reason FROM audit_log WHERE action = 'privacy.erased'",
      );
      expect(row).toMatchObject({ kind: 'cli', reason: expect.stringMatching(/^by \S+; payments 2, mails \d+/) });
    });

    it('the same person may come again', async () => {
      const { status, body } = await sellTo(RAVI, { referenceType: 'direct' });
      expect(status).toBe(201);
      expect((await cancelLink(seller, body.data.paymentId)).status).toBe(200);
      expect((await run('erase', '--email', RAVI.email, '--yes')).code).toBe(0);
      expect(tracesIn(await everything())).toEqual([]);
    });
  });

  it('one person with two sellers is erased with both, or with neither', async () => {
    const person = { name: 'Uma Nair', email: 'uma@example.com', phone: '9812345670' };
    const other = await test.as(OTHER_SALES);
    const [mine, theirs] = [await sellTo(person, {}, await test.as(SALES)), await sellTo(person, {}, other)];
    expect([mine.text, theirs.status]).toEqual([expect.stringContaining('paymentId'), 201]);
    expect((await cancelLink(seller, mine.body.data.paymentId)).status).toBe(200);
    expect((await run('erase', '--email', person.email, '--yes')).code).toBe(1);
    expect(await query(test, 'SELECT id FROM customers WHERE email_key = ?', [person.email])).toHaveLength(2);
    expect((await cancelLink(other, theirs.body.data.paymentId)).status).toBe(200);
    expect((await run('erase', '--email', person.email, '--yes')).code).toBe(0);
    expect(await query(test, 'SELECT id FROM customers WHERE email_key = ?', [person.email])).toHaveLength(0);
  });

  describe('whose contact was corrected', () => {
    const wrong = { name: 'Tara Menon', email: 'tara.menon@exmaple.com', phone: '9812345679' };
    const right = { ...wrong, email: 'tara.menon@example.com' };
    const traces = ['Menon', 'tara.menon', 'tara%2Emenon', 'Tara', wrong.phone, 'her brother'];
    const tablesWithTraces = async () =>
      Object.entries(await everything()).flatMap(([table, text]) =>
        traces.filter((part) => text.includes(part)).map((part) => `${table}: ${part}`),
      );
    let replaced: string;
    let paid: string;

    beforeAll(async () => {
      const first = await sellTo(wrong);
      const { status, body } = await sellTo(wrong, {
        brokerName: 'Sunil Menon',
        panCard: PAN,
        referenceType: 'channelPartner',
        duplicateReason: 'Tara buys for her brother too',
      });
      expect(status).toBe(201);
      replaced = body.data.paymentId;
      await seller.post('/api/payments/send-payment-email', { paymentId: replaced });
      await test.settle();
      // Twice: there is a chain of links, and its last person is the first one.
      const once = await correctContact(seller, replaced, {
        ...wrong,
        name: 'T Menon',
        email: 'tara.menon@exmple.com',
      });
      expect(once.status).toBe(201);
      const corrected = await correctContact(seller, once.body.data.paymentId, right);
      expect(corrected.status).toBe(201);
      paid = corrected.body.data.paymentId;
      expect((await cancelLink(seller, first.body.data.paymentId)).status).toBe(200);
      await payAsCustomer(test, paid);
      await test.settle();
    });

    it.each([right.email, wrong.email])('report tells by %s what is held under all of them', async (email) => {
      const { code, stdout, stderr } = await run('report', '--email', email);
      expect(code).toBe(0);
      const { customers } = JSON.parse(stdout);
      const emails = customers.map(({ customer }: { customer: { email: string } }) => customer.email);
      expect(emails[0]).toBe(email);
      expect(emails.sort()).toEqual([right.email, wrong.email, 'tara.menon@exmple.com'].sort());
      const payments = customers.flatMap((record: { payments: object[] }) => record.payments);
      expect(payments).toHaveLength(4);
      expect(payments.filter(({ pan }: { pan?: string }) => pan === '••••••234F')).toHaveLength(3);
      expect(stderr).toMatch(/customer \d+, T Menon, tara\.menon@exmple\.com: taken as well/);
    });

    it('is erased with all of it, and nobody has to know the wrong address', async () => {
      const { code, stderr } = await run('erase', '--email', right.email, '--yes');
      expect([code, stderr]).toEqual([0, expect.stringContaining('Erased 3 customers')]);
      expect(stderr).toContain(`${wrong.name}, ${wrong.email}: taken as well`);
      expect(await tablesWithTraces()).toEqual([]);
      const sealed = await query(
        test,
        'SELECT public_id FROM payments WHERE public_id IN (?, ?) AND (pan_ciphertext IS NOT NULL OR broker_name IS NOT NULL)',
        [replaced, paid],
      );
      expect(sealed).toEqual([]);
      expect((await run('erase', '--email', right.email, '--yes')).stderr).toContain('nothing to erase');
    });

    it('to somebody of another name and number: is named, and left as it is', async () => {
      const other = { name: 'Vikram Sen', email: 'vikram.sen@example.com', phone: '9812345680' };
      const mine = { name: 'Wahida Ali', email: 'wahida.ali@example.com', phone: '9812345681' };
      const { paymentId } = (await sellTo(other)).body.data;
      const corrected = await correctContact(seller, paymentId, mine);
      expect(corrected.status).toBe(201);
      expect((await cancelLink(seller, corrected.body.data.paymentId)).status).toBe(200);
      const report = await run('report', '--email', mine.email);
      expect(JSON.parse(report.stdout).customers).toHaveLength(1);
      expect(report.stdout).not.toContain('vikram');
      const { code, stderr } = await run('erase', '--email', mine.email, '--yes');
      expect([code, stderr]).toEqual([0, expect.stringContaining('Erased 1 customers')]);
      for (const told of [report.stderr, stderr])
        expect(told).toMatch(/customer \d+, Vikram Sen, vikram\.sen@example\.com: left as it is/);
      expect(await rowOf(seller, paymentId)).toMatchObject({ customerName: other.name });
      const theirs = await run('erase', '--email', other.email, '--yes');
      expect([theirs.code, theirs.stderr]).toEqual([0, expect.stringContaining('Erased 1 customers')]);
      expect(theirs.stderr).not.toContain('Erased customer');
    });
  });

  it('is refused while a review of the person is not decided', async () => {
    const person = { name: 'Om Puri', email: 'om@example.com', phone: '9812345671' };
    const { body } = await sellTo(person);
    const { paymentId, invoiceNo } = body.data;
    await payAsCustomer(test, paymentId);
    await reverse(test, { paymentId, invoiceNo } as Link);
    seller = await atDesk(test, SALES);
    const refused = await run('erase', '--email', person.email, '--yes');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`payment ${paymentId}: a review of it is not decided yet`),
    ]);
    expect(await query(test, 'SELECT id FROM customers WHERE email_key = ?', [person.email])).toHaveLength(1);
    const { reviewId } = await oneReview(test, paymentId);
    expect((await decide(await test.staff(ADMIN), reviewId, 'reversal_error')).status).toBe(200);
    // The bank goes on denying it: asked for a week, and then no more.
    expect((await run('erase', '--email', person.email, '--yes')).stderr).toContain('the bank is still asked about it');
    await daysPass(8);
    test.clock.advance(Date.now() - test.clock.now().getTime());
    expect(await run('erase', '--email', person.email, '--yes')).toMatchObject({ code: 0 });
    seller = await atDesk(test, SALES);
  });

  it('leaves no address in kept answers of days after the sale, nor the page of the bank in those of Pay', async () => {
    const person = { name: 'Kiran Shah', email: 'kiran.shah@example.com', phone: '9812345675' };
    const { paymentId } = (await sellTo(person)).body.data;
    test.clock.advance(2 * DAY);
    const later = await atDesk(test, SALES);
    const sent = await later.post(
      '/api/payments/send-payment-email',
      { paymentId },
      { 'idempotency-key': 'late-mail' },
    );
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(person.email)]);
    const pay = await test.client().post(`/api/payments/${paymentId}/initiate`, {}, { 'idempotency-key': 'late-pay' });
    const page = pay.body.data.paymentUrl as string;
    await payAsCustomer(test, paymentId);
    await test.settle();
    test.clock.advance(Date.now() - test.clock.now().getTime());
    seller = await atDesk(test, SALES);
    const held = () =>
      everything().then(({ idempotency_keys: text = '' }) => [person.email, page].map((part) => text.includes(part)));
    expect(await held()).toEqual([true, true]);
    expect(await run('erase', '--email', person.email, '--yes')).toMatchObject({ code: 0 });
    expect(await held()).toEqual([false, false]);
  });

  it('leaves no address or number in what the bank said about an attempt or a refund', async () => {
    const person = { name: 'Lata Iyer', email: 'lata.iyer@example.com', phone: '9812345676' };
    const { paymentId } = (await sellTo(person)).body.data;
    await payAsCustomer(test, paymentId);
    await test.settle();
    const said = 'Debited from lata.iyer@okbank, mobile 9812345676';
    const own = 'payment_id = (SELECT id FROM payments WHERE public_id = ?)';
    await query(test, `UPDATE payment_attempts SET response_text = ? WHERE ${own}`, [said, paymentId]);
    await query(test, `UPDATE gateway_notices SET response_text = ? WHERE ${own}`, [said, paymentId]);
    const given = await refund(seller, paymentId, 10, { refundReason: 'asked for' });
    expect(given.status).toBeLessThan(300);
    await test.bank.control({ op: 'settle-refunds' });
    await daysPass(8);
    test.clock.advance(Date.now() - test.clock.now().getTime());
    seller = await atDesk(test, SALES);
    await query(test, `UPDATE refunds SET response_text = ? WHERE ${own}`, [said, paymentId]);
    expect((await run('erase', '--email', person.email, '--yes')).code).toBe(0);
    const left = Object.entries(await everything()).filter(([, text]) => text.includes('9812345676'));
    expect(left.map(([table]) => table)).toEqual([]);
    const [refunded] = await query<{ n: number }>(
      test,
      `SELECT COUNT(*) AS n FROM refunds WHERE ${own} AND response_text IS NULL`,
      [paymentId],
    );
    expect(Number(refunded?.n)).toBe(1);
  });

  it('of a tier with a code of its own leaves no digest of the address either', async () => {
    await makeCatalogue(test, await test.staff(ADMIN), { more: [tierBody('villa', 'silver', '200', 'VI')] });
    const person = { name: 'Ila Rao', email: 'ila@example.com', phone: '9812345672' };
    const guards = () => query(test, 'SELECT guard_key FROM link_guards');
    const before = await guards();
    const { tokenType: _medal, ...rest } = linkBody('silver', { customerData: person, amount: 200, tierCode: 'villa' });
    const sale = await (await test.as(SALES)).post('/api/payments/create-link', rest);
    expect(sale.status).toBe(201);
    expect((await guards()).length).toBe(before.length + 2);
    expect((await cancelLink(seller, sale.body.data.paymentId)).status).toBe(200);
    expect((await run('erase', '--email', person.email, '--yes')).code).toBe(0);
    expect(await guards()).toEqual(before);
  });

  describe('and a sale to the same person at the same moment', () => {
    const person = { name: 'Anu Bose', email: 'anu@example.com', phone: '9812345673' };
    let desk: Client;
    let sold: Promise<Reply> | undefined;
    const erasure = (at: 'read' | 'written') => {
      // Of a tier for which nothing was asked yet: no guard makes the one wait for the other.
      const tier = at === 'read' ? 'gold' : 'platinum';
      const [uow, clock] = [test.get(UnitOfWork), test.get(Clock)];
      const rows = new PersonalDataQueries(uow);
      const eraser = new PersonalDataRepository(uow, clock, test.get(PaymentCounters));
      /** Once, before the step goes on; on SQLite a sale waits for the unit of work that is under way. */
      const sell = async (isWaitedFor: boolean) => {
        sold ??= desk.post('/api/payments/create-link', linkBody(tier, { customerData: person }));
        await (isWaitedFor && isOnServer() ? sold : pause(500));
      };
      if (at === 'read') {
        const traces = rows.tracesOf.bind(rows);
        rows.tracesOf = async (held) => sell(true).then(() => traces(held));
      } else {
        const traces = eraser.eraseTraces.bind(eraser);
        eraser.eraseTraces = async (found, held) => sell(false).then(() => traces(found, held));
      }
      return new Erasure(uow, clock, rows, eraser, test.get(AuditService), test.settings);
    };

    it.each(['read', 'written'] as const)('when its rows are %s: the sale has a customer', async (at) => {
      const first = await sellTo(person);
      expect((await cancelLink(seller, first.body.data.paymentId)).status).toBe(200);
      const [customer] = await query<{ id: number }>(test, 'SELECT id FROM customers WHERE email_key = ?', [
        person.email,
      ]);
      desk = await test.as(SALES);
      sold = undefined;
      const end = await erasure(at)
        .erase(Number(customer?.id), {})
        .then(
          () => 'erased',
          (error: Refusal) => error.code,
        );
      const { status, body } = await sold!;
      expect(status).toBe(201);
      expect(await rowOf(seller, body.data.paymentId)).toMatchObject({ customerName: person.name });
      expect(['erased', 'CUSTOMER_CHANGED']).toContain(end);
      expect((await cancelLink(seller, body.data.paymentId)).status).toBe(200);
    });
  });

  it('is refused where a review of the person is opened at the same moment', async () => {
    const person = { name: 'Jai Nair', email: 'jai@example.com', phone: '9812345674' };
    const { paymentId } = (await sellTo(person)).body.data;
    await payAsCustomer(test, paymentId);
    const [customer] = await query<{ id: number }>(test, 'SELECT id FROM customers WHERE email_key = ?', [
      person.email,
    ]);
    const uow = test.get(UnitOfWork);
    const rows = new PersonalDataQueries(uow);
    const traces = rows.tracesOf.bind(rows);
    const payment = await test.get(PaymentsRepository).getByPublicId(paymentId);
    const found = { payment, reference: 'R1', attemptId: null, evidence: null, source: 'poll' } as const;
    const outside = AsyncLocalStorage.snapshot();
    let opened: Promise<boolean> | undefined;
    // On SQLite the review waits for the unit of work that is under way.
    rows.tracesOf = async (held) => {
      opened ??= outside(() => test.get(ReviewRecorder).open({ ...found, reason: 'merchant_mismatch' }));
      await (isOnServer() ? opened : pause(500));
      return traces(held);
    };
    const eraser = new PersonalDataRepository(uow, test.get(Clock), test.get(PaymentCounters));
    const end = await new Erasure(uow, test.get(Clock), rows, eraser, test.get(AuditService), test.settings)
      .erase(Number(customer?.id), {})
      .then(
        () => 'erased',
        (error: Refusal) => error.code,
      );
    expect(await opened).toBe(true);
    expect(end).toBe(isOnServer() ? 'CUSTOMER_CHANGED' : 'erased');
    const { reviewId } = await oneReview(test, paymentId);
    expect((await decide(await test.staff(ADMIN), reviewId, 'dismiss')).status).toBe(200);
  });

  it('purge takes those who have been quiet and leaves the others, and whoever has open business', async () => {
    const program = await test.as(SALES);
    const old = await createLink(program, 'silver');
    await cancelLink(program, old.paymentId);
    const busy = await createLink(program, 'silver');
    await pressPay(test.client(), busy.paymentId);
    const fresh = await createLink(program, 'silver');
    const long = '2019-05-01 00:00:00.000';
    const ids = [old.paymentId, busy.paymentId];
    await query(test, 'UPDATE payments SET created_at = ?, updated_at = ? WHERE public_id IN (?, ?)', [
      long,
      long,
      ...ids,
    ]);
    // The product never moves a payment to another day.
    await recountPayments((sql) => query(test, sql));
    await query(
      test,
      'UPDATE customers SET created_at = ? WHERE id IN (SELECT customer_id FROM payments WHERE public_id IN (?, ?))',
      [long, ...ids],
    );
    await query(test, 'UPDATE idempotency_keys SET created_at = ? WHERE key_value = ?', [long, 'sale-1']);
    await test
      .client()
      .postForm('/payment/verify', { addlParam1: 'Ravi', invoiceNo: 'X1', secureHash: 'e'.repeat(64) });
    const emailOf = async ({ paymentId }: Link) =>
      (
        await query<{ email: string }>(
          test,
          'SELECT c.email FROM customers c JOIN payments p ON p.customer_id = c.id WHERE p.public_id = ?',
          [paymentId],
        )
      )[0]!.email;
    const [quiet, still] = [await emailOf(old), await emailOf(fresh)];
    const unmatched = (customerEmailID: string, invoiceNo: string) =>
      test.client().postForm('/payment/verify', { customerEmailID, invoiceNo, secureHash: 'e'.repeat(64) });
    await unmatched(quiet, 'X2');
    await query(test, 'UPDATE gateway_notices SET received_at = ? WHERE attempt_id IS NULL', [long]);
    // After the day, about somebody who goes and somebody who stays.
    await unmatched(quiet, 'X3');
    await unmatched(still, 'X4');
    const dry = JSON.parse((await run('purge', '--before', '2019-05-02', '--dry-run', '--json')).stdout);
    expect([dry.erased.customers, dry.skipped.length]).toEqual([1, 1]);
    expect(dry.loose).toEqual({ answers: 1, messages: 2 });
    const { code, stdout } = await run('purge', '--before', '2019-05-02', '--yes', '--json');
    expect(code).toBe(0);
    const { erased, skipped } = JSON.parse(stdout);
    expect([erased.customers, skipped.length]).toEqual([1, 1]);
    // The exchange that created the link, and the message after the day: the one before it is rebuilt with all of its age.
    expect([dry.erased.bankMessages, erased.bankMessages]).toEqual([2, 2]);
    expect(skipped[0].reason).toContain(busy.paymentId);
    const [loose] = await query<{ reason: string }>(
      test,
      "SELECT reason FROM audit_log WHERE action = 'privacy.purged'",
    );
    expect(loose?.reason).toMatch(/kept answers 1, bank messages 2$/);
    const messages = (await everything())['gateway_notices'];
    expect(messages).not.toContain('Ravi');
    expect(messages).not.toContain(encodeURIComponent(quiet));
    expect(messages).toContain(encodeURIComponent(still));
    expect(await rowOf(seller, old.paymentId)).toMatchObject({ customerName: 'Erased customer' });
    for (const id of [busy.paymentId, fresh.paymentId])
      expect((await rowOf(seller, id)).customerName).not.toBe('Erased customer');
  });

  it('a purge that finds nobody says what else it took', async () => {
    await query(test, "UPDATE idempotency_keys SET created_at = '2019-05-01 00:00:00.000' WHERE key_value = ?", [
      'sale-2',
    ]);
    const purge = ['purge', '--before', '2019-05-02'];
    const dry = await run(...purge, '--dry-run');
    expect(dry.stderr).toMatch(/nobody known.* kept answers 1, bank messages 0\.\nNothing was changed\./);
    const { code, stderr } = await run(...purge, '--yes');
    expect([code, stderr]).toEqual([0, expect.stringContaining('kept answers 1, bank messages 0.')]);
    expect(stderr).not.toContain('nothing to erase');
    expect((await run(...purge, '--yes')).stderr).toContain('There was nothing to erase.');
  });

  it('purge rebuilds messages that the bank sent about a customer after the erasure', async () => {
    const person = { name: 'Mina Das', email: 'mina.das@example.com', phone: '9812345677' };
    const { paymentId, invoiceNo } = (await sellTo(person)).body.data;
    await payAsCustomer(test, paymentId);
    await test.settle();
    expect((await run('erase', '--email', person.email, '--yes')).code).toBe(0);
    // As the bank knows the payer still.
    await query(
      test,
      `INSERT INTO gateway_notices (public_id, channel, content_type, raw_body, digest, hash_valid, complete, attempt_id, payment_id, deliveries, received_at)
       SELECT 'late-notice', channel, content_type, ?, 'late', hash_valid, complete, attempt_id, payment_id, 1, '2019-05-01 00:00:00.000'
         FROM gateway_notices WHERE attempt_id IN (SELECT id FROM payment_attempts WHERE invoice_no = ?) ORDER BY id LIMIT 1`,
      [`invoiceNo=${invoiceNo}&amount=100.00&customerEmailID=${encodeURIComponent(person.email)}`, invoiceNo],
    );
    const bodyOf = async () =>
      (await query<{ body: string }>(test, "SELECT raw_body AS body FROM gateway_notices WHERE digest = 'late'"))[0]
        ?.body;
    expect(await bodyOf()).toContain('mina.das');
    const dry = JSON.parse((await run('purge', '--before', '2019-05-02', '--dry-run', '--json')).stdout);
    expect(dry.loose.messages).toBe(1);
    expect((await run('purge', '--before', '2019-05-02', '--yes')).code).toBe(0);
    expect(JSON.parse((await bodyOf()) ?? '')).toEqual({ invoiceNo, amount: '100.00' });
  });

  it('purge rebuilds exchanges with the bank that were recorded about a customer after the erasure', async () => {
    const person = { name: 'Nila Paul', email: 'nila.paul@example.com', phone: '9812345682' };
    const { paymentId, invoiceNo } = (await sellTo(person)).body.data;
    await payAsCustomer(test, paymentId);
    expect((await refund(seller, paymentId, 10, { refundReason: 'asked for' })).status).toBeLessThan(300);
    await test.bank.control({ op: 'settle-refunds' });
    await daysPass(8);
    test.clock.advance(Date.now() - test.clock.now().getTime());
    seller = await atDesk(test, SALES);
    const [ours] = await query<{ reference: string }>(
      test,
      'SELECT bank_reference AS reference FROM refunds WHERE payment_id = (SELECT id FROM payments WHERE public_id = ?)',
      [paymentId],
    );
    await query(test, "UPDATE payment_attempts SET bank_merchant_txn_no = 'M-late' WHERE invoice_no = ?", [invoiceNo]);
    const living = await createLink(seller, 'silver', { duplicateReason: 'one more' });
    expect((await run('erase', '--email', person.email, '--yes')).code).toBe(0);
    const old = '2019-05-01 00:00:00.000';
    const exchanges: [string, string][] = [
      [invoiceNo, old],
      ['M-late', old],
      [ours!.reference, old],
      [invoiceNo, '2019-05-03 00:00:00.000'],
      [living.invoiceNo, old],
    ];
    // As the bank knows the payer still.
    for (const [reference, at] of exchanges)
      await query(
        test,
        `INSERT INTO gateway_calls (kind, reference, started_at, duration_ms, http_status, outcome, request, response)
         VALUES ('status', ?, ?, 5, 200, 'late', ?, ?)`,
        [reference, at, '{"originalTxnNo":"T1"}', '{"amount":"100.00","payerVpa":"nila.paul@okbank"}'],
      );
    const answers = async () =>
      (
        await query<{ response: string }>(test, "SELECT response FROM gateway_calls WHERE outcome = 'late' ORDER BY id")
      ).map(({ response }) => response.includes('nila.paul'));
    const purge = ['purge', '--before', '2019-05-02', '--json'];
    expect(JSON.parse((await run(...purge, '--dry-run')).stdout).loose.messages).toBe(3);
    expect(await answers()).toEqual([true, true, true, true, true]);
    expect(JSON.parse((await run(...purge, '--yes')).stdout).loose.messages).toBe(3);
    expect(await answers()).toEqual([false, false, false, true, true]);
    const [audited] = await query<{ reason: string }>(
      test,
      "SELECT reason FROM audit_log WHERE action = 'privacy.purged' ORDER BY id DESC LIMIT 1",
    );
    expect(audited?.reason).toMatch(/kept answers 0, bank messages 3$/);
    expect(JSON.parse((await run(...purge, '--yes')).stdout).loose.messages).toBe(0);
  });

  describe('the question before', () => {
    const PURGE = ['privacy', 'purge', '--before', '2019-05-02'];
    const answered = (input: string) =>
      tokendesk(PURGE, { ...environmentOf(test), ...atTerminal() }, test.settings.dataDir, input);

    it('names the day, and takes nothing but the word', async () => {
      const refused = await answered('yes\n');
      expect(refused.stderr).toContain('all customers without activity since 2019-05-02 for good');
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
      expect((await answered('erase\n')).code).toBe(0);
    });

    it('an input that ends is no answer', async () => {
      const { code, stderr } = await answered('');
      expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
    });

    it('can be stopped', async () => {
      const env = { PATH: process.env.PATH ?? '', ...environmentOf(test), ...atTerminal() };
      const child = spawn(process.execPath, [CLI, ...PURGE], { cwd: test.settings.dataDir, env });
      let text = '';
      child.stderr.on('data', (chunk) => (text += String(chunk)));
      const end = once(child, 'close');
      await eventually('it asks', () => text.includes('to go on'));
      child.kill('SIGTERM');
      const stopped = await Promise.race([end, pause(10_000, ['still there'], { ref: false })]);
      child.kill('SIGKILL');
      expect(stopped[0]).toBe(143);
    });
  });

  it.each([
    [['erase', '--email', 'ravi@example.com']],
    [['erase', '--email', 'nobody', '--yes']],
    [['erase', '--yes']],
    [['purge', '--before', '2019-02-30', '--yes']],
    [['purge', '--before', '2999-01-01', '--yes']],
    [['purge', '--before', '01.04.2019', '--yes']],
    [['report']],
  ])('%j is wrong usage', async (args) => {
    expect((await run(...args)).code).toBe(2);
  });
});
