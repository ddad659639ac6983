import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settingsFrom } from '../../src/config/env.js';
import { Vault } from '../../src/runtime/vault.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { createLink } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const OLD = 'Zt4-the-key-that-was-used-until-now-2W';
const NEW = 'Qy7-the-key-that-is-used-from-now-on-8B';

describe('tokendesk secrets reseal', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start({ env: { ENCRYPTION_KEY: OLD } });
    const seller = await test.as(SALES);
    for (const panCard of ['ABCDE1234F', 'PQRST9876Z']) await createLink(seller, 'silver', { panCard });
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  const reseal = (env: Record<string, string>) =>
    tokendesk(['secrets', 'reseal', '--json'], { ...environmentOf(test), ...env }, test.settings.dataDir);
  const pans = async (key: string) => {
    const vault = new Vault(settingsFrom({ DATA_DIR: test.settings.dataDir, ENCRYPTION_KEY: key }).encryptionKey);
    const rows = await query<{ pan: string }>(
      test,
      'SELECT pan_ciphertext AS pan FROM payments WHERE pan_ciphertext IS NOT NULL ORDER BY id',
    );
    return rows.map(({ pan }) => vault.open(pan));
  };

  it('without the old key nothing is touched, and it says so', async () => {
    const { code, stdout } = await reseal({ ENCRYPTION_KEY: NEW });
    expect([code, JSON.parse(stdout)]).toEqual([1, { checked: 2, resealed: 0, unreadable: 2 }]);
    expect(await pans(OLD)).toEqual(['ABCDE1234F', 'PQRST9876Z']);
  });

  it('with both keys everything comes under the new one, once', async () => {
    const keys = { ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_PREVIOUS: OLD };
    const first = await reseal(keys);
    expect([first.code, JSON.parse(first.stdout)]).toEqual([0, { checked: 2, resealed: 2, unreadable: 0 }]);
    expect(await pans(NEW)).toEqual(['ABCDE1234F', 'PQRST9876Z']);
    expect(JSON.parse((await reseal(keys)).stdout)).toEqual({ checked: 2, resealed: 0, unreadable: 0 });
    const audit = await query<{ reason: string }>(
      test,
      "SELECT reason FROM audit_log WHERE action = 'secrets.resealed'",
    );
    expect(audit).toEqual([{ reason: '2 values' }]);
  });
});
