import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from '../support/client.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { query } from '../support/links.js';
import { payAsCustomer } from '../support/refunds.js';
import { createLink, type Link } from '../support/sales.js';
import { forgetSettlements } from '../support/settlements.js';
import { awayFromMidnight, MIDNIGHT_LIMIT_MS } from '../support/fake-clock.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

describe('--project and --event', () => {
  let test: TestApp;
  let admin: Client;
  let inDefault: Link;
  let atLaunch: Link;
  let day: string;
  const run = (...args: string[]) => tokendesk(args, environmentOf(test), test.settings.dataDir);
  const made = async (path: string, body: object) => {
    const { status, text, body: answer } = await admin.post(`/api/admin/projects${path}`, body);
    if (status !== 201) throw new Error(text);
    return answer.data.id as string;
  };

  beforeAll(async () => {
    await awayFromMidnight();
    test = await TestApp.start({ isOnTime: true });
    admin = await test.as(ADMIN);
    day = istDayOf(test.clock.now());
    inDefault = await createLink(await test.as(OTHER_SALES), 'gold');
    await payAsCustomer(test, inDefault.paymentId);
    const [seller] = await query<{ id: number }>(test, 'SELECT id FROM users WHERE email = ?', [SALES.email]);
    for (const code of ['meadows', 'riverside']) await made('', { code, state: 'selling' });
    await made('/meadows/events', { name: 'Launch day', sellers: [String(seller?.id)] });
    for (const code of ['meadows', 'riverside']) await made(`/${code}/events`, { name: 'Fair' });
    atLaunch = await createLink(await test.as(SALES), 'silver');
    await payAsCustomer(test, atLaunch.paymentId);
    await test.settle();
  }, MIDNIGHT_LIMIT_MS);
  afterAll(() => test.close());

  it('an export holds the payments of both, by code, id or name', async () => {
    const rowsOf = async (...args: string[]) => {
      const { code, stdout, stderr } = await run('export', 'payments', ...args);
      if (code !== 0) throw new Error(stderr);
      return stdout.trim().split('\r\n').slice(1);
    };
    for (const filter of [
      ['--project', 'meadows'],
      ['--event', '2'],
      ['--event', 'launch DAY'],
      ['--project', 'meadows', '--event', 'Launch day'],
    ]) {
      const rows = await rowsOf(...filter);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toContain(atLaunch.paymentId);
      expect(rows[0]).toMatch(/,"meadows","Launch day"$/);
    }
    expect((await rowsOf('--project', 'default')).join()).not.toContain(atLaunch.paymentId);
    expect(await rowsOf('--project', 'riverside')).toEqual([]);
  });

  it('a day is shown of one, and of each', async () => {
    const shown = async (...args: string[]) => {
      const { code, stdout, stderr } = await run('day-close', '--date', day, '--show', ...args);
      if (code !== 0) throw new Error(stderr);
      return stdout;
    };
    expect(JSON.parse(await shown('--project', 'meadows', '--json')).total).toMatchObject({ paid: 1, net: 100 });
    expect(JSON.parse(await shown('--event', '1', '--json')).total).toMatchObject({ paid: 1, net: 51_000 });
    const both = await shown();
    expect(both).toMatch(/Project\s+Event\s+Links/);
    expect(both).toMatch(/meadows\s+All events.*₹100\n/);
    expect(both).toMatch(/meadows\s+Launch day.*₹100\n/);
    expect(both).toMatch(/default\s+All events.*₹51,000\n/);
  });

  it('a reconciliation lists the open exceptions of one', async () => {
    await forgetSettlements(test);
    const file = (invoice: string) =>
      `settlementID,settlementDate,txnID,merchantTxnNo,txnAmount,settledAmount\nS-${invoice},${day},X-${invoice},${invoice},1,1\n`;
    for (const { invoiceNo } of [inDefault, atLaunch]) {
      const path = `/api/settlements/file?day=${day}&name=${invoiceNo}.csv`;
      await admin.call('POST', path, { body: file(invoiceNo), headers: { 'content-type': 'text/csv' } });
    }
    const { stdout } = await run('reconcile', '--date', day, '--project', 'meadows', '--json');
    const { openExceptions } = JSON.parse(stdout) as { openExceptions: { paymentId: string }[] };
    expect(new Set(openExceptions.map(({ paymentId }) => paymentId))).toEqual(new Set([atLaunch.paymentId]));
    const plain = await run('reconcile', '--date', day, '--event', '1');
    expect(plain.stdout).toContain(inDefault.paymentId);
    expect(plain.stdout).not.toContain(atLaunch.paymentId);
  });

  it('the audit log is listed, of one and of all, page by page', async () => {
    const entries = async (...args: string[]) => {
      const { code, stdout, stderr } = await run('audit', 'list', '--json', ...args);
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout) as {
        rows: { id: string; subject: { paymentId: string | null } }[];
        older: string | null;
      };
    };
    const { rows } = await entries('--project', 'meadows');
    const payments = rows.flatMap(({ subject }) => subject.paymentId ?? []);
    expect(new Set(payments)).toEqual(new Set([atLaunch.paymentId]));
    const table = await run('audit', 'list', '--project', 'meadows');
    expect(table.stdout).toMatch(/^ENTRY\s+TIME \(IST\)\s+WHAT HAPPENED/);
    expect(table.stdout).toContain('project.created');
    const first = await entries();
    expect(first.rows.length).toBeLessThanOrEqual(25);
    const oldest = rows.at(-1)?.id ?? '';
    const older = await entries('--project', 'meadows', '--before', rows[0]?.id ?? '');
    expect(older.rows.map(({ id }) => id)).toEqual(rows.slice(1).map(({ id }) => id));
    expect(older.rows.at(-1)?.id).toBe(oldest);
  });

  it.each([
    [['export', 'payments', '--project', 'nowhere'], 1, 'There is no such project.'],
    [
      ['export', 'payments', '--status', '', '--sales-manager', ' '],
      2,
      '--status: is empty\n--sales-manager: is empty',
    ],
    [['export', 'payments', '--event', '99'], 1, 'There is no such event'],
    [['export', 'payments', '--project', 'riverside', '--event', 'Launch day'], 1, 'There is no such event'],
    [['export', 'payments', '--event', 'fair'], 1, 'Several events have the name fair: 3 (meadows), 4 (riverside)'],
    [['day-close', '--date', '2026-01-01', '--show', '--project', 'nowhere'], 1, 'There is no such project.'],
    [['reconcile', '--attempts-since', '2026-11-20T18:30:00Z', '--project', 'meadows'], 2, 'belong to --date'],
    [['reconcile', '--date', '2026-01-01', '--event', 'nowhere'], 1, 'There is no such event'],
    [['audit', 'list', '--project', 'nowhere'], 1, 'There is no such project.'],
    [['audit', 'list', '--action', 'nothing'], 2, '--action: Unknown action'],
    [['audit', 'list', '--from', 'today'], 2, '--from: Enter a day'],
  ])('%j is refused', async (args, code, text) => {
    const refused = await run(...args);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr).toContain(text);
  });
});
