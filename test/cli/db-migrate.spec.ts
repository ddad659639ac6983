import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { query } from '../support/links.js';
import { TestApp } from '../support/test-app.js';

describe('tokendesk db migrate beside the running product', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
  });
  afterAll(() => test.close());

  const migrate = (...options: string[]) =>
    tokendesk(['db', 'migrate', ...options], environmentOf(test), test.settings.dataDir);

  it('has nothing to do in a schema that is up to date', async () => {
    const { code, stdout, stderr } = await migrate('--json');
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ applied: [] });
    const told = await migrate();
    expect([told.code, told.stdout]).toEqual([0, '']);
    expect(told.stderr).toContain('The schema is up to date.');
  });

  it('changes an embedded database only while no product runs on it', async () => {
    await query(test, 'DROP TRIGGER audit_log_no_delete');
    const { code, stderr } = await migrate();
    if (!test.settings.databaseUrl.startsWith('sqlite:')) expect(code).toBe(0);
    else expect([code, stderr]).toEqual([1, expect.stringContaining('is in use by another TokenDesk process')]);
  });
});
