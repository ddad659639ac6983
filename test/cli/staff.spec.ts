import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { query } from '../support/links.js';
import { OTHER_SALES, TestApp } from '../support/test-app.js';

describe('accounts of staff on the command line', () => {
  let test: TestApp;
  const run = (...args: string[]) => tokendesk(args, environmentOf(test), test.settings.dataDir);

  beforeAll(async () => {
    test = await TestApp.start();
  });
  afterAll(() => test.close());

  it('a first admin without an email address is refused before a password is asked for', async () => {
    const { code, stdout, stderr } = await run('admin', 'seed', '--email', 'bad', '--name', 'Asha Menon');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--email bad is no email address');
    expect(stderr).not.toContain('password');
  });

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
});
