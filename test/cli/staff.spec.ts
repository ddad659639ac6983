import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { StaffService } from '../../src/modules/auth/index.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { query } from '../support/links.js';
import { sellAndPay } from '../support/refunds.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

describe('accounts of staff on the command line', () => {
  let test: TestApp;
  const outbox = () => join(test.settings.dataDir, 'outbox');
  const run = (...args: string[]) => tokendesk(args, environmentOf(test), test.settings.dataDir);

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
  });
  afterAll(() => test.close());

  it('a first admin without an email address is refused before a password is asked for', async () => {
    const { code, stdout, stderr } = await run('admin', 'seed', '--email', 'bad', '--name', 'Asha Menon');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--email bad is no email address');
    expect(stderr).not.toContain('password');
  });

  it.each(['A', 'A'.repeat(121), 'A\nB', '\u200b\u200b\u200b'])(
    'a name that is none (%j) is told both limits',
    async (name) => {
      const person = { email: 'asha@example.com', name, role: 'admin', password: 'a long and fine password' } as const;
      await expect(test.get(StaffService).create(person)).rejects.toMatchObject({
        code: 'STAFF_NAME_INVALID',
        message: 'A name is one line of 2 to 120 characters, at least 2 of them visible',
      });
    },
  );

  it('every change names the operating system user in the audit log', async () => {
    const by = `by ${userInfo().username}`;
    for (const command of ['disable', 'enable', 'reset-password'])
      expect((await run('staff', command, OTHER_SALES.email)).code).toBe(0);
    const rows = await query<{ action: string }>(
      test,
      `SELECT action, actor_kind AS kind, actor_user_id AS userId, reason FROM audit_log
       WHERE action IN ('staff.disabled', 'staff.enabled', 'staff.password-reset') ORDER BY id`,
    );
    expect(rows).toEqual([
      { action: 'staff.disabled', kind: 'cli', userId: null, reason: by },
      { action: 'staff.enabled', kind: 'cli', userId: null, reason: by },
      { action: 'staff.password-reset', kind: 'cli', userId: null, reason: by },
    ]);
  });

  it('a command that makes no documents leaves receipts to a process that does', async () => {
    const { paymentId } = await sellAndPay(test, await test.as(SALES));
    await test.settle();
    const mailOf = async (dedupeKey: string) => {
      const sql = 'SELECT template, status, attempts FROM mail_outbox WHERE dedupe_key LIKE ? ORDER BY id';
      return query(test, sql, [dedupeKey]);
    };
    const due =
      "UPDATE mail_outbox SET status = 'queued', attempts = 0, next_attempt_at = created_at WHERE dedupe_key = ?";
    await test.get(DataSource).query(due, [`receipt:${paymentId}`]);
    await test.get(DataSource).query('UPDATE users SET totp_enabled_at = created_at WHERE email = ?', [SALES.email]);
    const { code, stderr } = await run('staff', 'reset-second-factor', SALES.email);
    expect([code, stderr]).toEqual([0, expect.stringContaining('signs in with the password alone')]);
    expect(await mailOf('account:%')).toEqual([{ template: 'account-notice', status: 'sent', attempts: 1 }]);
    expect(await mailOf('receipt:%')).toEqual([{ template: 'receipt', status: 'queued', attempts: 0 }]);
    await test.poll();
    await test.settle();
    expect(await mailOf('receipt:%')).toEqual([{ template: 'receipt', status: 'sent', attempts: 1 }]);
    const [file = ''] = readdirSync(outbox()).filter((name) => name.includes('-receipt-'));
    expect(readFileSync(join(outbox(), file), 'utf8')).toContain('application/pdf');
  });

  describe('an admin of some projects', () => {
    beforeAll(async () => {
      const admin = await test.as(ADMIN);
      expect((await admin.post('/api/admin/projects', { code: 'lake-view' })).status).toBe(201);
      const staff = test.get(StaffService);
      await staff.create({
        name: 'Lata Rao',
        email: 'lata@tokendesk.test',
        role: 'admin',
        password: 'quiet harbour lantern 7',
      });
    });
    const limit = (projects: string, email = 'lata@tokendesk.test') =>
      run('staff', 'limit', email, '--projects', projects);
    const listed = async () => {
      const rows = JSON.parse((await run('staff', 'list', '--json')).stdout) as {
        email: string;
        projects?: string[];
      }[];
      return rows.find(({ email }) => email === 'lata@tokendesk.test')?.projects;
    };

    it('is limited to them, and the limits are lifted', async () => {
      expect(await listed()).toBeUndefined();
      expect((await run('staff', 'list')).stdout).not.toContain('PROJECTS');
      expect((await limit('lake-view, default')).stderr).toContain('is an admin of lake-view, default from now on');
      expect(await listed()).toEqual(['default', 'lake-view']);
      expect((await run('staff', 'list')).stdout).toMatch(/PROJECTS\n[\s\S]*Lata Rao +default, lake-view/);
      expect((await limit('none')).code).toBe(0);
      expect(await listed()).toEqual([]);
      expect((await limit('all')).code).toBe(0);
      expect(await listed()).toBeUndefined();
    });

    it('is not limited to what is no list of projects, nor is anybody else', async () => {
      for (const wrong of ['', 'lake-view,', ',']) expect([wrong, (await limit(wrong)).code]).toEqual([wrong, 2]);
      for (const [projects, email] of [
        ['no-project', 'lata@tokendesk.test'],
        ['default', OTHER_SALES.email],
        ['default', 'nobody@tokendesk.test'],
      ] as const)
        expect([projects, email, (await limit(projects, email)).code]).toEqual([projects, email, 1]);
      expect((await limit('default')).code).toBe(0);
      const last = await limit('default', ADMIN.email);
      expect([last.code, last.stderr]).toEqual([1, expect.stringContaining('last active admin')]);
    });
  });
});
