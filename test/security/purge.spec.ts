import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { audited, staffId } from '../support/accounts.js';
import { DAY, HOUR } from '../support/fake-clock.js';
import { query } from '../support/links.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await TestApp.start();
});
afterAll(() => test.close());

const count = async (table: string) => {
  const [row] = await query<{ n: number | string }>(test, `SELECT COUNT(*) AS n FROM ${table}`);
  return Number(row?.n);
};

it('forgets links after 30 days and sessions after 90, never one that is alive, nor the words about them', async () => {
  const admin = await test.as(ADMIN);
  const invite = { name: 'Kavya Iyer', email: 'kavya@tokendesk.test', role: 'sales_manager' };
  expect((await admin.post('/api/admin/staff', invite)).status).toBe(201);
  const seller = await test.as(SALES);
  await seller.post('/api/logout');
  expect([await count('one_time_tokens'), await count('sessions')]).toEqual([1, 2]);
  // An invitation lives for two days, a session for half of one.
  test.clock.advance(31 * DAY);
  await test.poll();
  expect([await count('one_time_tokens'), await count('sessions')]).toEqual([1, 2]);
  test.clock.advance(2 * DAY);
  await test.poll();
  expect([await count('one_time_tokens'), await count('sessions')]).toEqual([0, 2]);
  test.clock.advance(57 * DAY);
  const late = await test.as(ADMIN);
  await test.poll();
  expect(await count('sessions')).toBe(3);
  test.clock.advance(13 * HOUR);
  await test.poll();
  expect(await count('sessions')).toBe(1);
  expect((await late.get('/api/auth/me')).status).toBe(401);
  expect(await audited(test, 'auth.login')).toHaveLength(3);
  expect(await audited(test, 'auth.logout')).toHaveLength(1);
  expect(await audited(test, 'staff.invited')).toHaveLength(1);
  // Whoever was invited is still there to be invited again.
  const again = await (
    await test.as(ADMIN)
  ).post(`/api/admin/staff/${await staffId(test, invite.email)}/resend-invitation`);
  expect(again.status).toBe(200);
});

it('takes many at a time, at most once an hour', async () => {
  const [user] = await query<{ id: number }>(test, 'SELECT id FROM users WHERE email_key = ?', [SALES.email]);
  const past = '2020-01-01 00:00:00.000';
  for (let at = 0; at < 1100; at += 100) {
    const rows = Array.from({ length: 100 }, (_, each) => String(at + each).padStart(64, '0'));
    const values = rows.map((hash) => `('reset', ${user?.id}, '${hash}', 0, '${past}', '${past}')`).join(',');
    await query(
      test,
      `INSERT INTO one_time_tokens (kind, user_id, token_hash, attempts, expires_at, created_at) VALUES ${values}`,
    );
  }
  await test.poll();
  const within = await count('one_time_tokens');
  test.clock.advance(HOUR);
  await test.poll();
  expect([within > 1100, await count('one_time_tokens')]).toEqual([true, 1]);
});
