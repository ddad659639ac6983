import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settingsFrom } from '../../src/config/env.js';
import { Vault } from '../../src/runtime/vault.js';
import { switchOn } from '../support/accounts.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const OLD = 'Zt4-the-key-that-was-used-until-now-2W';
const NEW = 'Qy7-the-key-that-is-used-from-now-on-8B';

describe('tokendesk secrets reseal', () => {
  let test: TestApp;
  let seed: string;
  beforeAll(async () => {
    // No mail server answers there: the invitation waits, with its link.
    test = await TestApp.start({ isOnTime: true, env: { ENCRYPTION_KEY: OLD, SMTP_URL: 'smtp://127.0.0.1:1' } });
    const seller = await test.as(SALES);
    for (const panCard of ['ABCDE1234F', 'PQRST9876Z']) await createLink(seller, 'silver', { panCard });
    ({ secret: seed } = await switchOn(test, seller));
    const invitation = { name: 'Nina Rao', email: 'nina@example.com', role: 'sales_manager' };
    const admin = await test.as(ADMIN);
    expect((await admin.post('/api/admin/staff', invitation)).status).toBe(201);
    await test.settle();
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  const reseal = (env: Record<string, string>) =>
    tokendesk(['secrets', 'reseal', '--json'], { ...environmentOf(test), ...env }, test.settings.dataDir);
  /** PANs, seed and link as somebody reads them who has this key alone. */
  const readWith = async (key: string) => {
    const vault = new Vault(settingsFrom({ DATA_DIR: test.settings.dataDir, ENCRYPTION_KEY: key }).encryptionKey);
    const open = async (sql: string, of = (sealed: string) => sealed) =>
      (await query<{ sealed: string }>(test, sql)).map(({ sealed }) => vault.open(of(sealed)));
    return {
      pans: await open('SELECT pan_ciphertext AS sealed FROM payments WHERE pan_ciphertext IS NOT NULL ORDER BY id'),
      seeds: await open('SELECT totp_secret AS sealed FROM users WHERE totp_secret IS NOT NULL'),
      links: await open(
        "SELECT data AS sealed FROM mail_outbox WHERE template = 'staff-invitation'",
        (data) => (JSON.parse(data) as { link: string }).link,
      ),
    };
  };
  const everything = () => ({
    pans: ['ABCDE1234F', 'PQRST9876Z'],
    seeds: [seed],
    links: [expect.stringContaining('?token=')],
  });
  const verified = async (env: Record<string, string>) =>
    (await tokendesk(['audit', 'verify'], { ...environmentOf(test), ...env }, test.settings.dataDir)).code;

  it('without the old key nothing is touched, and it says so', async () => {
    const { code, stdout } = await reseal({ ENCRYPTION_KEY: NEW });
    expect([code, JSON.parse(stdout)]).toEqual([1, { checked: 5, resealed: 0, unreadable: 5 }]);
    expect(await readWith(OLD)).toEqual(everything());
    expect(await verified({ ENCRYPTION_KEY: NEW })).toBe(1);
  });

  it('with both keys everything comes under the new one, once', async () => {
    const keys = { ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_PREVIOUS: OLD };
    const first = await reseal(keys);
    expect([first.code, JSON.parse(first.stdout)]).toEqual([0, { checked: 5, resealed: 5, unreadable: 0 }]);
    expect(await readWith(NEW)).toEqual(everything());
    expect(JSON.parse((await reseal(keys)).stdout)).toEqual({ checked: 5, resealed: 0, unreadable: 0 });
    const audit = await query(
      test,
      "SELECT subject_id, reason FROM audit_log WHERE action = 'secrets.resealed' ORDER BY id",
    );
    expect(audit).toEqual([
      { subject_id: 'payments.pan_ciphertext', reason: expect.stringMatching(/^by \S+; 2 values$/) },
      { subject_id: 'users.totp_secret', reason: expect.stringMatching(/^by \S+; 1 values$/) },
      { subject_id: 'audit_anchor.chain_keys', reason: expect.stringMatching(/^by \S+; 1 values$/) },
      { subject_id: 'mail_outbox.data', reason: expect.stringMatching(/^by \S+; 1 values$/) },
    ]);
  });

  it('the audit chain is whole under the new key alone', async () => {
    expect(await verified({ ENCRYPTION_KEY: NEW })).toBe(0);
  });
});
