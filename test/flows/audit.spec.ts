import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { ERASED_NAME, erasedEmail } from '../../src/domain/people/erased-customer.js';
import { AUDIT_ACTIONS } from '../../src/domain/audit/audit-actions.js';
import { AUDIT_LOG, dropAppendOnly } from '../../src/database/append-only.js';
import { AuditSealer } from '../../src/modules/audit/chain/audit-sealer.js';
import { AuditService } from '../../src/modules/audit/chain/audit.service.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { AuditQueries } from '../../src/modules/audit/pages/audit.queries.js';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { expectInvariants } from '../support/invariants.js';
import { rowsTouched, sentBy } from '../support/query-cost.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, pressPay, verify } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** Of 20,000: the 26 of a page, and those of the same millisecond as its first. */
const PAGE_COST = 100;

interface Row {
  id: string;
  seq: number;
  at: string;
  action: string;
  actionLabel: string;
  sentence: string;
  bankCode: { code: string; meaning: string } | null;
  actor: { label: string; email: string | null };
  subject: { type: string; id: string; paymentId: string | null };
  reason: string | null;
}

describe('the audit log', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let sold: { paymentId: string };
  const run = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  const list = async (filter = '') => {
    const { body, status, text } = await admin.get(`/api/admin/audit${filter}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body.data as {
      rows: Row[];
      newer: string | null;
      older: string | null;
      chain: { sealedTo: number; fault: string | null };
    };
  };
  const exported = async (filter = '') =>
    (await admin.get(`/api/admin/audit/export${filter}`)).text.split('\r\n').slice(1, -1);

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
    seller = await test.as(SALES);
    admin = await test.as(ADMIN);
    sold = await sellAndPay(test, seller, 'gold');
    await refund(seller, sold.paymentId, 10, { refundReason: 'Paid too much' });
    // Earlier releases took over what staff had written.
    const earlier = { action: 'payment.cancelled', subjectType: 'payment', subjectId: sold.paymentId } as const;
    await test.get(AuditService).write({ ...earlier, reason: '=HYPERLINK("http://x","y")' });
    for (let number = 0; number < 30; number += 1) await sellAndPay(test, seller, 'silver');
    await test.settle();
  }, 120_000);
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  it('is for admins alone', async () => {
    for (const [client, status] of [
      [seller, 403],
      [test.client(), 401],
    ] as const) {
      expect((await client.get('/api/admin/audit')).status).toBe(status);
      expect((await client.get('/api/admin/audit/export')).status).toBe(status);
      expect((await client.post('/api/admin/audit/verify')).status).toBe(status);
    }
  });

  it('goes back page by page and forth again, each row once, newest first', async () => {
    const total = Number((await run('SELECT COUNT(*) AS n FROM audit_log'))[0].n);
    const seen: Row[] = [];
    let page = await list();
    expect(page.newer).toBeNull();
    for (;;) {
      seen.push(...page.rows);
      expect(page.rows.length).toBeLessThanOrEqual(25);
      if (!page.older) break;
      page = await list(`?before=${page.older}`);
    }
    expect(seen).toHaveLength(total);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const before = page.rows.map(({ id }) => id);
    const back = await list(`?after=${page.newer}`);
    expect(back.rows).toHaveLength(25);
    expect((await list(`?before=${back.older}`)).rows.map(({ id }) => id)).toEqual(before);
  });

  it('is filtered by payment with everything that hangs on it, by staff, by action, actor, day and words', async () => {
    const ofPayment = (await list(`?subject=${sold.paymentId}`)).rows;
    expect(new Set(ofPayment.map(({ action }) => action))).toEqual(
      new Set([
        'payment.created',
        'payment.initiated',
        'payment.completed',
        'payment.cancelled',
        'refund.requested',
        'refund.processing',
      ]),
    );
    expect(new Set(ofPayment.map(({ subject }) => subject.paymentId))).toEqual(new Set([sold.paymentId]));
    const ofStaff = (await list(`?subject=${SALES.email}`)).rows;
    expect(new Set(ofStaff.map(({ action }) => action))).toEqual(new Set(['auth.login', 'staff.created']));
    const logins = (await list('?action=auth.login&actor=staff')).rows;
    expect(new Set(logins.map(({ action }) => action))).toEqual(new Set(['auth.login']));
    const [user] = await run('SELECT id FROM users WHERE email_key = ?', [SALES.email]);
    const own = (await list(`?actor=user:${user.id}`)).rows;
    expect(new Set(own.map(({ actor }) => actor.email))).toEqual(new Set([SALES.email]));
    expect((await list('?text=HYPERLINK')).rows.map(({ action }) => action)).toEqual(['payment.cancelled']);
    expect((await list('?text=Paid too much')).rows).toEqual([]);
    expect((await list('?text=%25')).rows).toEqual([]);
    expect((await list('?from=2020-01-01&to=2020-01-31')).rows).toEqual([]);
    const today = istDayOf(test.clock.now());
    expect((await list(`?from=${today}&to=${today}&action=payment.created`)).rows).toHaveLength(25);
    expect((await list('?subject=nobody@example.com')).rows).toEqual([]);
    expect((await list(`?subject=${'a'.repeat(26)}`)).rows).toEqual([]);
  });

  it('says in sentences who did what with whom, with the names of today, and erased customers have none', async () => {
    const sentences = async () => (await list(`?subject=${sold.paymentId}`)).rows.map(({ sentence }) => sentence);
    const [customer] = await run(
      `SELECT c.id, c.name, c.email, p.token_number AS token FROM customers c JOIN payments p ON p.customer_id = c.id
        WHERE p.public_id = ?`,
      [sold.paymentId],
    );
    const { name, token } = customer;
    const seller = 'Priya Sharma';
    expect(await sentences()).toEqual(
      expect.arrayContaining([
        `${seller} made a payment link of ₹51,000 for ${name}, Gold token`,
        `${name} was sent to the bank to pay ₹51,000`,
        `${name} paid ₹51,000 for a Gold token, ${token}`,
        `${seller} requested a refund of ₹10 to ${name}, ${token}`,
        `The bank accepted the refund of ₹10 to ${name}, ${token}`,
      ]),
    );
    const rename = (to: string, email: string) =>
      run('UPDATE customers SET name = ?, email = ? WHERE id = ?', [to, email, customer.id]);
    await rename(ERASED_NAME, erasedEmail(customer.id));
    expect(await sentences()).toEqual(
      expect.arrayContaining([
        `An erased customer paid ₹51,000 for a Gold token, ${token}`,
        `${seller} requested a refund of ₹10 to an erased customer, ${token}`,
      ]),
    );
    await rename(name, customer.email);
    // Files that leave the product hold ids, not names.
    expect((await exported(`?subject=${sold.paymentId}`)).join()).not.toContain(name);
  });

  it('explains each failure by the bank’s answer of its time, whatever the customer did afterwards', async () => {
    const { paymentId } = await createLink(seller);
    const customer = test.client();
    const press = async (button: string) => {
      const page = await pressPay(customer, paymentId);
      await verify(customer, await comeBack(customer, await test.bank.press(page, button)));
    };
    const failures = async () =>
      (await list(`?subject=${paymentId}`)).rows
        .filter(({ action }) => action === 'payment.failed')
        .map(({ sentence, bankCode }) => [sentence.replace(/^.* failed/, 'failed'), bankCode?.code]);
    await press('decline');
    const declined = await failures();
    expect(declined).toEqual([['failed: the bank declined the payment', '039']]);
    await press('pay-nb');
    expect(await failures()).toEqual(declined);
  });

  it('names whoever cancelled a link: staff who only asked the bank found what the customer had done', async () => {
    const leave = async () => {
      const { paymentId } = await createLink(seller);
      await test.bank.press(await pressPay(test.client(), paymentId), 'cancel');
      test.clock.advance(3000);
      return paymentId;
    };
    const cancellations = async (paymentId: string) =>
      (await list(`?subject=${paymentId}&action=payment.cancelled`)).rows.map(({ sentence, actor }) => [
        sentence.replace(/the payment link of ₹51,000 for Customer \d+/i, '<link>'),
        actor.label,
      ]);
    const byCustomer = ['<link> was cancelled: the customer cancelled at the bank', 'Priya Sharma'];

    const asked = await leave();
    expect((await seller.post(`/api/payments/check-status/${asked}`)).body.data.status).toBe('cancelled');
    expect(await cancellations(asked)).toEqual([byCustomer]);

    const ended = await leave();
    expect((await seller.post(`/api/payments/${ended}/cancel-link`)).status).toBe(200);
    expect(await cancellations(ended)).toEqual([['Priya Sharma cancelled <link>', 'Priya Sharma'], byCustomer]);
  });

  it('is filtered by every action that the product can write', async () => {
    for (const action of AUDIT_ACTIONS.flatMap(({ actions }) => actions.map(({ action }) => action)))
      expect([action, (await admin.get(`/api/admin/audit?action=${action}`)).status]).toEqual([action, 200]);
    await admin.get('/api/payments/admin/export?status=failed');
    const [row] = (await list('?action=export.completed')).rows;
    expect(row?.actionLabel).toBe('Payments exported');
  });

  it.each([
    ['actor=admin', 'actor'],
    ['actor=user:0', 'actor'],
    ['action=payment.stolen', 'action'],
    ['subject=xyz', 'subject'],
    ['from=2026-02-30', 'from'],
    ['from=2026-03-01&to=2026-02-01', 'to'],
    ['to=tomorrow', 'to'],
    [`text=${'x'.repeat(101)}`, 'text'],
    ['text=a&from=2024-01-01&to=2026-01-01', 'text'],
    ['before=0', 'before'],
    ['before=99999999', 'before'],
    ['before=1&after=2', 'after'],
    ['page=2', 'page'],
    ['text=%00', 'text'],
  ])('refuses %s, naming the parameter', async (filter, name) => {
    const { status, body } = await admin.get(`/api/admin/audit?${filter}`);
    expect([status, body.error]).toEqual([422, 'FIELD_ERRORS']);
    if (filter !== 'before=1&after=2') expect(Object.keys(body.details)).toContain(name);
    const page = await admin.get(`/admin/audit?${filter}`);
    expect(page.status).toBe(200);
  });

  it('exports exactly what the filter shows, safe for spreadsheets, and writes that down', async () => {
    const lines = await exported(`?subject=${sold.paymentId}`);
    expect(lines).toHaveLength((await list(`?subject=${sold.paymentId}`)).rows.length);
    expect(lines.find((line) => line.includes('HYPERLINK'))).toContain('"\'=HYPERLINK(""http://x"",""y"")"');
    const all = await exported();
    expect(all).toHaveLength(Number((await run('SELECT COUNT(*) AS n FROM audit_log'))[0].n) - 1);
    expect(await exported('?from=2020-01-01&to=2020-01-02')).toEqual([]);
    expect((await admin.get('/api/admin/audit/export?actor=nobody')).status).toBe(422);
    const [newest] = (await list('?action=audit.exported')).rows;
    expect(newest?.reason).toBe('from: 2020-01-01, to: 2020-01-02');
    // Whose it is nobody knows; what stands in the log stays there.
    expect(await exported('?subject=asha.customer@example.com')).toEqual([]);
    expect((await list('?action=audit.exported')).rows[0]?.reason).toBe('subject: an email address');
    const { headers } = await admin.get('/api/admin/audit/export?action=auth.logout');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-/);
  });

  it('an export that the database breaks off is broken off, and logged', async () => {
    const queries = test.get(AuditQueries);
    const read = queries.page.bind(queries);
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const page = jest
      .spyOn(queries, 'page')
      .mockImplementationOnce(read)
      .mockRejectedValueOnce(new Error('the database went away'));
    await expect(exported()).rejects.toThrow();
    expect(logged.mock.calls.flat().map(String)).toContain('Error: the database went away');
    for (const spy of [page, logged]) spy.mockRestore();
    expect(await exported()).not.toEqual([]);
  });

  it('tells whether the chain is whole', async () => {
    const whole = await admin.post('/api/admin/audit/verify');
    expect(whole.body.data).toMatchObject({ fault: null, checkedFrom: 1 });
    const other = (await test.get(AuditSealer).seal(), (await list()).chain);
    expect(other.sealedTo).toBeGreaterThan(60);
    const runner = test.get(DataSource).createQueryRunner();
    await dropAppendOnly(runner, AUDIT_LOG);
    await runner.release();
    await run("UPDATE audit_log SET reason = 'nothing' WHERE seq = 7");
    const broken = await admin.post('/api/admin/audit/verify');
    expect(broken.body.data.fault).toMatch(/^#7 \(row \d+\) was changed/);
    expect((await list()).chain.fault).toBe(broken.body.data.fault);
  });

  it('a page costs its own rows, however long the log is and whatever the filter', async () => {
    if (!isOnServer()) return;
    const values = Array.from(
      { length: 500 },
      (_, n) =>
        `('2026-01-01 10:00:00.${String(n).padStart(3, '0')}', ${(n % 7) + 1}, '${n % 3 ? 'poll' : 'staff'}', '${n % 5 ? 'payment.completed' : 'auth.login'}', 'payment', 'p${n}')`,
    );
    for (let block = 0; block < 40; block += 1)
      await run(
        `INSERT INTO audit_log (at, actor_user_id, actor_kind, action, subject_type, subject_id) VALUES ${values.join(',')}`,
      );
    await run('ANALYZE TABLE audit_log');
    const cost = async (filter: string) => {
      const sent = await sentBy(test.get(DataSource), () => list(filter));
      const pages = sent.filter(({ sql }) => /^SELECT[^]*FROM .audit_log.[^]*ORDER BY [^]*.at. DESC/.test(sql));
      expect({ filter, pages: pages.length }).toEqual({ filter, pages: 1 });
      return rowsTouched(test.get(UnitOfWork), (tx) => tx.query(pages[0]!.sql, pages[0]!.parameters));
    };
    for (const filter of [
      '?',
      '?actor=user:3',
      '?actor=poll',
      '?action=payment.completed',
      '?from=2026-01-01&to=2026-01-01',
      `?subject=${sold.paymentId}`,
    ]) {
      const { older } = await list(filter);
      for (const page of older ? [filter, `${filter}&before=${older}`] : [filter])
        expect({ page, most: Math.max(await cost(page), PAGE_COST) }).toEqual({ page, most: PAGE_COST });
    }
  });
});
