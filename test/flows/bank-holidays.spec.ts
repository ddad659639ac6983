import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addBankDays } from '../../src/domain/calendar/bank-days.js';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from '../support/client.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { HOUR } from '../support/fake-clock.js';
import { query } from '../support/links.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const PATH = '/api/bank-holidays';
const NONE = new Set<string>();

describe('bank holidays', () => {
  let test: TestApp;
  let admin: Client;
  const run = (...args: string[]) => tokendesk(['holidays', ...args], environmentOf(test), test.settings.dataDir);
  const list = async () => (await admin.get(PATH)).body.data.holidays as { day: string; name: string }[];
  const audit = () =>
    query<Record<string, string>>(
      test,
      `SELECT action, actor_kind AS kind, subject_id AS day, from_value AS fromValue, to_value AS toValue FROM audit_log
       WHERE subject_type = 'holiday' ORDER BY id`,
    );

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
    admin = await test.as(ADMIN);
  });
  afterAll(() => test.close());

  it('are none at first', async () => {
    expect(await list()).toEqual([]);
  });

  it('are added once and removed, with an audit entry for each', async () => {
    const added = await admin.post(PATH, { day: '2027-01-26', name: ' Republic Day ' });
    expect([added.status, added.body.data.holidays]).toEqual([201, [{ day: '2027-01-26', name: 'Republic Day' }]]);
    const twice = await Promise.all(
      [1, 2, 3].map(() => admin.post(PATH, { day: '2027-08-15', name: 'Independence Day' })),
    );
    expect(twice.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = twice.filter(({ status }) => status === 409).map(({ body }) => body.error);
    expect(refused).toEqual(['HOLIDAY_LISTED', 'HOLIDAY_LISTED']);
    expect((await list()).map(({ day }) => day)).toEqual(['2027-01-26', '2027-08-15']);
    expect((await admin.post(`${PATH}/2027-08-15/remove`)).status).toBe(200);
    expect((await admin.post(`${PATH}/2027-08-15/remove`)).body.error).toBe('NOT_FOUND');
    expect(await audit()).toEqual([
      { action: 'holiday.added', kind: 'staff', day: '2027-01-26', fromValue: null, toValue: 'Republic Day' },
      { action: 'holiday.added', kind: 'staff', day: '2027-08-15', fromValue: null, toValue: 'Independence Day' },
      { action: 'holiday.removed', kind: 'staff', day: '2027-08-15', fromValue: 'Independence Day', toValue: null },
    ]);
  });

  it.each([
    [{ day: '2026-02-30', name: 'None' }, 'day'],
    [{ day: '26-01-2027', name: 'None' }, 'day'],
    [{ day: '2027-01-01', name: 'N' }, 'name'],
    [{ day: '2027-01-01', name: 'x'.repeat(61) }, 'name'],
  ])('%j is refused', async (body, field) => {
    const refused = await admin.post(PATH, body);
    expect([refused.status, refused.body.error, Object.keys(refused.body.details)]).toEqual([
      422,
      'FIELD_ERRORS',
      [field],
    ]);
  });

  it('are for admins alone', async () => {
    const seller = await test.as(SALES);
    expect((await seller.get(PATH)).status).toBe(403);
    expect((await seller.post(PATH, { day: '2027-01-01', name: 'New Year' })).status).toBe(403);
  });

  it('are kept by the command line as well; a file is taken whole or not at all', async () => {
    const file = join(test.settings.dataDir, 'holidays.csv');
    writeFileSync(file, 'Day,Name\n2027-10-02,Gandhi Jayanti\n2027-13-01,Nothing\n2027-10-02,Twice\n2027-11-01\n');
    const bad = await run('import', file);
    expect(bad.code).toBe(1);
    for (const line of ['line 3: Enter a day', 'line 4: 2027-10-02 is listed twice', 'line 5: Each line'])
      expect(bad.stderr).toContain(line);
    expect(await list()).toHaveLength(1);
    writeFileSync(
      file,
      'Day,Name\r\n2027-01-26,Another name\r\n2027-10-02,Gandhi Jayanti\r\n2027-10-29,"Diwali, second day"\r\n',
    );
    const good = await run('import', file, '--json');
    expect([good.code, JSON.parse(good.stdout)]).toEqual([0, { added: 2, known: 1 }]);
    expect((await run('add', '2027-12-25', 'Christmas')).code).toBe(0);
    expect((await run('add', '2027-12-25', 'Christmas')).code).toBe(1);
    expect((await run('add', 'tomorrow', 'Christmas')).code).toBe(2);
    expect((await run('remove', '2027-10-02')).code).toBe(0);
    expect((await run('remove', '2027-10-02')).code).toBe(1);
    const listed = JSON.parse((await run('list', '--json')).stdout);
    expect(listed).toEqual([
      { day: '2027-01-26', name: 'Republic Day' },
      { day: '2027-10-29', name: 'Diwali, second day' },
      { day: '2027-12-25', name: 'Christmas' },
    ]);
    expect(await list()).toEqual(listed);
    expect((await audit()).slice(3).map(({ action, kind, day }) => `${kind} ${action} ${day}`)).toEqual([
      'cli holiday.added 2027-10-02',
      'cli holiday.added 2027-10-29',
      'cli holiday.added 2027-12-25',
      'cli holiday.removed 2027-10-02',
    ]);
  });

  it('move what customers are promised and when a refund is overdue', async () => {
    const seller = await test.as(SALES);
    const { paymentId } = await sellAndPay(test, seller);
    await refund(admin, paymentId, 10);
    const today = istDayOf(test.clock.now());
    const promised = async () => (await test.client().get(`/api/payments/${paymentId}`)).body.data.refunds[0].expected;
    expect(await promised()).toEqual({ from: addBankDays(today, 3, NONE), to: addBankDays(today, 5, NONE) });
    const closed = addBankDays(today, 2, NONE);
    expect((await admin.post(PATH, { day: closed, name: 'State holiday' })).status).toBe(201);
    const holidays = new Set([closed]);
    expect(await promised()).toEqual({ from: addBankDays(today, 3, holidays), to: addBankDays(today, 5, holidays) });
    // Its fifth bank day without the holiday is over, with it it is not.
    const until = addBankDays(today, 5, holidays);
    const days = (Date.parse(until) - Date.parse(today)) / (24 * HOUR);
    test.clock.advance(days * 24 * HOUR);
    admin = await test.as(ADMIN);
    const isOverdue = async () =>
      (await admin.get(`/api/payments/${paymentId}/refunds`)).body.data.refunds[0].isOverdue;
    expect([istDayOf(test.clock.now()), await isOverdue()]).toEqual([until, false]);
    test.clock.advance(24 * HOUR);
    admin = await test.as(ADMIN);
    expect([istDayOf(test.clock.now()), await isOverdue()]).toEqual([addDays(until, 1), true]);
  });
});
