import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { GatewaySettings } from '../../src/modules/gateway/index.js';
import { MerchantProfileCheck } from '../../src/modules/payments/checkout/merchant-profile-check.js';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { NORTH, PROFILES, SOUTH } from '../support/merchants.js';
import { payAsCustomer, refund, refundRow, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, pressPay, statusOf, verify } from '../support/sales.js';
import { forgetSettlements, openExceptions, reconcile } from '../support/settlements.js';
import { HOUR } from '../support/fake-clock.js';
import { moveToProject } from '../support/projects.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const PROJECT = '/api/admin/projects/default';
const LAKE = 2;

interface AttemptRow {
  merchant_profile: string | null;
  invoice_no: string;
  status: string;
}

describe('two projects, each at its own merchant', () => {
  let test: TestApp;
  let admin: Client;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start({ env: PROFILES });
    await query(
      test,
      `INSERT INTO projects (id, code, state, merchant_profile, version, created_at, updated_at)
        VALUES (${LAKE}, 'lake', 'selling', 'south', 0, '2026-11-23 00:00:00.000', '2026-11-23 00:00:00.000')`,
    );
    await switchRefunds(test, true);
  });
  beforeEach(async () => {
    [admin, seller, customer] = [await test.staff(ADMIN), await test.staff(SALES), test.client()];
    await setProfile('north');
  });
  afterEach(async () => {
    await test.bank.clearFaults();
    await test.settle();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const setProfile = async (merchantProfile: string) => {
    const { status } = await admin.call('PUT', PROJECT, { body: { merchantProfile } });
    expect(status).toBe(200);
  };

  const attemptsOf = (paymentId: string) =>
    query<AttemptRow>(
      test,
      `SELECT a.merchant_profile, a.invoice_no, a.status FROM payment_attempts a JOIN payments p ON p.id = a.payment_id
        WHERE p.public_id = ? ORDER BY a.id`,
      [paymentId],
    );

  /** A sale of the other project. Its creation is refused by the bank, so that its attempt is opened by the press of Pay. */
  const linkOfLake = async () => {
    await test.bank.fault('create', 'code');
    const { paymentId } = await createLink(seller, 'silver');
    await moveToProject(test, paymentId, LAKE);
    return paymentId;
  };

  const ownerAtBank = async (invoiceNo: string): Promise<string | undefined> => {
    const { invoices } = (await test.bank.list()) as { invoices: { invoiceNo: string; owner?: string }[] };
    const found = invoices.filter((invoice) => invoice.invoiceNo === invoiceNo);
    expect(found).toHaveLength(1);
    return found[0]?.owner;
  };

  /** The message of the bank's return, signed anew. */
  const signedBy = (fields: URLSearchParams | null, secretKey: string, change: Record<string, string> = {}) => {
    const message = Object.fromEntries([...(fields ?? [])].filter(([name]) => name.toLowerCase() !== 'securehash'));
    const changed = { ...message, ...change };
    return new URLSearchParams({ ...changed, secureHash: secureHashV1(changed, secretKey) });
  };

  const lastNotice = async () =>
    (
      await query<{ problem: string | null; attempt_id: number | null }>(
        test,
        'SELECT problem, attempt_id FROM gateway_notices ORDER BY id DESC LIMIT 1',
      )
    )[0];

  it('invoice, return and STATUS of each are at its own', async () => {
    const here = await createLink(seller, 'silver');
    expect(here.data.merchantId).toBe(NORTH.merchantId);
    const there = await linkOfLake();
    for (const [paymentId, profile, merchant] of [
      [here.paymentId, 'north', NORTH],
      [there, 'south', SOUTH],
    ] as const) {
      const fields = await test.bank.press(await pressPay(customer, paymentId), 'pay-nb');
      expect(fields?.get('merchantId')).toBe(merchant.merchantId);
      const { body } = await verify(customer, await comeBack(customer, fields));
      expect(body.data.state).toBe('completed');
      const attempt = (await attemptsOf(paymentId)).at(-1);
      expect(attempt).toMatchObject({ merchant_profile: profile, status: 'captured' });
      expect(await ownerAtBank(attempt?.invoice_no ?? '')).toBe(merchant.merchantId);
      // Records of exchanges are written behind the answer.
      await test.settle();
      const calls = await query<{ request: string }>(test, 'SELECT request FROM gateway_calls WHERE reference = ?', [
        attempt?.invoice_no,
      ]);
      expect(calls.length).toBeGreaterThan(1);
      for (const { request } of calls) expect(request).toContain(merchant.merchantId);
    }
  });

  it('an advice completes a payment of each', async () => {
    for (const paymentId of [(await createLink(seller, 'silver')).paymentId, await linkOfLake()]) {
      await test.bank.press(await pressPay(customer, paymentId), 'pay-close-tab');
      const attempt = (await attemptsOf(paymentId)).at(-1);
      await test.bank.control({ op: 'configure', adviceUrl: `${test.url}/api/gateway/callback` });
      await test.bank.advise(attempt?.invoice_no ?? '');
      await test.bank.control({ op: 'configure', adviceUrl: null });
      await test.settle();
      expect(await statusOf(customer, paymentId)).toBe('completed');
    }
  });

  describe('a callback', () => {
    it.each<[string, string, Record<string, string>]>([
      ['signed with the key of another profile', SOUTH.secretKey, {}],
      [
        'signed with the key of another profile, whose merchant it names',
        SOUTH.secretKey,
        { merchantId: SOUTH.merchantId },
      ],
      ['signed with the default key', 'sandbox-key-1', { merchantId: 'T_SANDBOX1' }],
      ['signed with a key of nobody', 'key-of-nobody', {}],
    ])('%s is refused like any forgery', async (_case, key, change) => {
      const { paymentId } = await createLink(seller, 'silver');
      const fields = await test.bank.press(await pressPay(customer, paymentId), 'pay-nb');
      const forged = signedBy(fields, key, change);
      const { status, body } = await customer.postForm('/api/gateway/callback', forged);
      expect([status, body.error]).toEqual([400, 'BAD_HASH']);
      expect(await lastNotice()).toEqual({ problem: 'bad_hash', attempt_id: null });
      const answer = await verify(customer, await comeBack(customer, forged));
      expect([answer.status, answer.body.error]).toEqual([400, 'VERIFICATION_FAILED']);
      expect(await lastNotice()).toEqual({ problem: 'bad_hash', attempt_id: null });
      await test.settle();
      expect(await statusOf(customer, paymentId)).toBe('initiated');
      expect((await customer.postForm('/api/gateway/callback', fields ?? {})).status).toBe(200);
      await test.settle();
      expect(await statusOf(customer, paymentId)).toBe('completed');
    });

    it('with the right key and another merchant’s id is acknowledged, and STATUS decides', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const fields = await test.bank.press(await pressPay(customer, paymentId), 'decline');
      const odd = signedBy(fields, NORTH.secretKey, { merchantId: SOUTH.merchantId, responseCode: '0000' });
      expect((await customer.postForm('/api/gateway/callback', odd)).status).toBe(200);
      expect((await lastNotice())?.problem).toBe('other_merchant');
      await test.settle();
      expect(await statusOf(customer, paymentId)).toBe('failed');
    });

    it('about an unknown reference is acknowledged when a merchant of ours signed it', async () => {
      const { paymentId } = await createLink(seller, 'silver');
      const fields = await test.bank.press(await pressPay(customer, paymentId), 'pay-nb');
      const unknown = { invoiceNo: 'TDUNKNOWN1', merchantTxnNo: 'TDUNKNOWN1' };
      expect(
        (await customer.postForm('/api/gateway/callback', signedBy(fields, SOUTH.secretKey, unknown))).status,
      ).toBe(200);
      expect((await lastNotice())?.attempt_id).toBeNull();
      expect((await customer.postForm('/api/gateway/callback', signedBy(fields, 'nobody', unknown))).status).toBe(400);
      await payAsCustomer(test, (await createLink(seller, 'silver')).paymentId);
      await verify(customer, await comeBack(customer, fields));
    });
  });

  it('STATUS completes only with the merchant id of the attempt’s profile', async () => {
    const { paymentId } = await createLink(seller, 'silver');
    const page = await pressPay(customer, paymentId);
    // Until it is looked at: a customer who returns may make the bank be asked twice.
    await test.bank.fault('status', 'wrong-merchant', { times: 0 });
    const fields = await test.bank.press(page, 'pay-nb');
    await verify(customer, await comeBack(customer, fields));
    expect(await statusOf(customer, paymentId)).toBe('initiated');
    const reviews = await query(
      test,
      'SELECT r.reason FROM reviews r JOIN payments p ON p.id = r.payment_id WHERE p.public_id = ?',
      [paymentId],
    );
    expect(reviews).toEqual([{ reason: 'merchant_mismatch' }]);
    await test.bank.clearFaults();
    test.clock.advance(HOUR);
    await test.poll();
    expect(await statusOf(customer, paymentId)).toBe('completed');
  });

  it('an attempt keeps its merchant when the project gets another', async () => {
    const { paymentId } = await createLink(seller, 'silver');
    await setProfile('south');
    await payAsCustomer(test, paymentId);
    expect(await attemptsOf(paymentId)).toMatchObject([{ merchant_profile: 'north', status: 'captured' }]);
    const next = await createLink(seller, 'silver');
    await setProfile('');
    await payAsCustomer(test, next.paymentId);
    expect(await attemptsOf(next.paymentId)).toMatchObject([{ merchant_profile: 'south', status: 'captured' }]);
    const last = await createLink(seller, 'silver');
    expect(last.data.merchantId).toBe('T_SANDBOX1');
    expect(await attemptsOf(last.paymentId)).toMatchObject([{ merchant_profile: null }]);
    expect(await ownerAtBank(last.invoiceNo)).toBeUndefined();
  });

  it('refunds go where the money is, whatever the project says now', async () => {
    const here = (await createLink(seller, 'gold')).paymentId;
    await payAsCustomer(test, here);
    const there = await linkOfLake();
    await payAsCustomer(test, there);
    await setProfile('');
    for (const [paymentId, amount, merchant] of [
      [here, 51_000, NORTH],
      [there, 100, SOUTH],
    ] as const) {
      const { status, body } = await refund(admin, paymentId, amount);
      expect(status).toBe(200);
      const [{ reference }] = (await query<{ reference: string }>(
        test,
        'SELECT bank_reference AS reference FROM refunds WHERE public_id = ?',
        [body.data.refundId],
      )) as [{ reference: string }];
      const { refunds } = (await test.bank.list()) as { refunds: { refundRef: string; owner?: string }[] };
      expect(refunds.find(({ refundRef }) => refundRef === reference)?.owner).toBe(merchant.merchantId);
      await test.bank.control({ op: 'settle-refunds', refundRef: reference });
      test.clock.advance(HOUR);
      admin = await test.staff(ADMIN);
      await test.poll();
      expect((await refundRow(admin, paymentId, body.data.refundId)).status).toBe('completed');
    }
  });

  describe('a settlement', () => {
    const day = () => istDayOf(test.clock.now());
    const payouts = async () => {
      const { settlements } = await test.bank.control({ op: 'settle', date: day() });
      return settlements as { settlementId: string; owner?: string; lines: { txnId: string }[] }[];
    };
    const upload = (text: string, profile?: string) =>
      admin.call('POST', `/api/settlements/file?day=${day()}&name=report.csv${profile ? `&profile=${profile}` : ''}`, {
        body: text,
        headers: { 'content-type': 'text/csv' },
      });
    const settlementOf = async (paymentId: string) =>
      (
        await query<{ id: string | null }>(
          test,
          `SELECT a.settlement_id AS id FROM payment_attempts a JOIN payments p ON p.id = a.payment_id
            WHERE p.public_id = ? AND a.status = 'captured'`,
          [paymentId],
        )
      )[0]?.id;

    beforeEach(async () => {
      await payouts();
      await forgetSettlements(test);
      await query(test, 'UPDATE payment_attempts SET settlement_id = NULL WHERE settlement_id IS NOT NULL');
    });

    it('is asked for at each merchant, and matched with that one’s payments alone', async () => {
      const here = (await createLink(seller, 'silver')).paymentId;
      await payAsCustomer(test, here);
      const there = await linkOfLake();
      await payAsCustomer(test, there);
      const made = await payouts();
      expect(made.map(({ owner }) => owner)).toEqual([NORTH.merchantId, SOUTH.merchantId]);
      const { body } = await reconcile(admin, test);
      expect(body.data).toMatchObject({ status: 'completed', payouts: 2, lines: 2, matched: 2, exceptions: 0 });
      expect(await settlementOf(here)).toBe(made[0]?.settlementId);
      expect(await settlementOf(there)).toBe(made[1]?.settlementId);
      const batches = await query(test, 'SELECT merchant_profile AS profile FROM settlement_batches ORDER BY id');
      expect(batches).toEqual([{ profile: 'north' }, { profile: 'south' }]);
    });

    it('one merchant without an answer leaves the run incomplete and the other’s payout in', async () => {
      const here = (await createLink(seller, 'silver')).paymentId;
      await payAsCustomer(test, here);
      await payouts();
      await test.bank.fault('settlement-list', 'http-500');
      const { body } = await reconcile(admin, test);
      expect(body.data).toMatchObject({ status: 'incomplete', matched: 1 });
      expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'completed', matched: 1 });
    });

    it('in a file is the merchant’s whom the upload names; a mistake can be put right until something matched', async () => {
      const here = (await createLink(seller, 'silver')).paymentId;
      await payAsCustomer(test, here);
      const [capture] = await query<{ invoice: string; txn: string }>(
        test,
        `SELECT a.invoice_no AS invoice, a.bank_txn_id AS txn FROM payment_attempts a JOIN payments p ON p.id = a.payment_id
          WHERE p.public_id = ? AND a.status = 'captured'`,
        [here],
      );
      const [year, month, date] = day().split('-');
      const text = [
        'settlementID,utr_no,settlementDate,transactionType,merchantTxnNo,txnID,txnAmount,settledAmount,txnCharges,serviceTax,transmissionDateTime',
        `STL1,UTR1,${date}-${month}-${year},SALE,${capture?.invoice},${capture?.txn},100.00,98.94,0.90,0.16,${day()} 10:00:00`,
      ].join('\n');
      const nobody = await upload(text, 'east');
      expect([nobody.status, nobody.body.error]).toEqual([422, 'MERCHANT_PROFILE_UNKNOWN']);
      expect((await upload(text)).body.data).toMatchObject({ status: 'completed', matched: 0, exceptions: 1 });
      expect((await openExceptions(test)).map(({ kind }) => kind)).toEqual(['unknown']);
      expect((await upload(text, 'north')).body.data).toMatchObject({ status: 'completed', matched: 1, exceptions: 0 });
      expect(await settlementOf(here)).toBe('STL1');
      const { body } = await upload(text, 'south');
      expect(body.data.status).toBe('incomplete');
      expect(body.data.problem).toContain('STL1 was matched as one of merchant profile north before');
    });

    it('in a file leaves what another merchant has not settled to that one’s report', async () => {
      // Runs begin: what is paid from now on is expected in a settlement.
      expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'completed', lines: 0 });
      await query(test, "UPDATE payment_attempts SET settlement_id = 'earlier' WHERE settlement_id IS NULL");
      const here = (await createLink(seller, 'silver')).paymentId;
      await payAsCustomer(test, here);
      const there = await linkOfLake();
      await payAsCustomer(test, there);
      for (const paymentId of [here, there]) expect((await refund(admin, paymentId, 50)).status).toBe(200);
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(HOUR);
      await test.poll();
      test.clock.advance(5 * 24 * HOUR);
      admin = await test.staff(ADMIN);
      const other = (settlementId: string) =>
        `settlementID,settlementDate,txnID,txnAmount,settledAmount\n${settlementId},${day()},${settlementId},1,1\n`;
      const overdue = async () =>
        query<{ kind: string; profile: string }>(
          test,
          `SELECT e.kind, a.merchant_profile AS profile FROM settlement_exceptions e
             JOIN payment_attempts a ON a.payment_id = e.payment_id AND a.status = 'captured'
             JOIN payments p ON p.id = e.payment_id
            WHERE e.status = 'open' AND p.public_id IN (?, ?) ORDER BY a.merchant_profile, e.kind`,
          // Refunds of earlier tests are missing too.
          [here, there],
        );
      const of = (profile: string) => ['not_settled', 'refund_missing'].map((kind) => ({ kind, profile }));
      expect((await upload(other('N1'), 'north')).body.data.status).toBe('completed');
      expect(await overdue()).toEqual(of('north'));
      expect((await upload(other('D1'))).body.data.status).toBe('completed');
      expect(await overdue()).toEqual(of('north'));
      expect((await reconcile(admin, test)).body.data.status).toBe('completed');
      expect(await overdue()).toEqual([...of('north'), ...of('south')]);
    });
  });

  describe('the profile of a project', () => {
    it('is a choice among those of the settings', async () => {
      const refused = await admin.call('PUT', PROJECT, { body: { merchantProfile: 'east' } });
      expect([refused.status, refused.body.error]).toEqual([422, 'MERCHANT_PROFILE_UNKNOWN']);
      expect(refused.body.details.merchantProfile).toContain('north, south');
      expect((await seller.call('PUT', PROJECT, { body: { merchantProfile: 'south' } })).status).toBe(403);
      await setProfile('south');
      expect((await admin.get('/admin/project')).text).toContain('merchantProfiles');
      const [entry] = await query(
        test,
        "SELECT from_value, to_value, reason FROM audit_log WHERE action = 'project.changed' ORDER BY id DESC LIMIT 1",
      );
      expect(entry).toEqual({ from_value: 'north', to_value: 'south', reason: 'merchantProfile' });
      await setProfile('default');
      expect(await query(test, 'SELECT merchant_profile FROM projects WHERE id = 1')).toEqual([
        { merchant_profile: null },
      ]);
    });
  });

  describe('a profile that was taken out of the settings', () => {
    afterEach(async () => {
      await query(test, "UPDATE projects SET state = 'selling' WHERE id = 2");
    });

    it('ends the start while something needs it', async () => {
      await createLink(seller, 'silver');
      const settings = test.get(GatewaySettings) as { profiles?: GatewaySettings['profiles'] };
      const all = settings.profiles ?? [];
      const startWith = async (...names: string[]) => {
        settings.profiles = all.filter(({ name }) => names.includes(name));
        await test.get(MerchantProfileCheck).onApplicationBootstrap();
      };
      try {
        await expect(startWith('south')).rejects.toThrow(
          /^GATEWAY_PROFILES must list north: project default names it, \d+ of its payment attempts may still be paid/,
        );
        await expect(startWith()).rejects.toThrow(/must list south: project lake names it/);
        await startWith('north', 'south');
      } finally {
        settings.profiles = all;
      }
    });

    it('loses nothing while it is missing', async () => {
      const paid = (await createLink(seller, 'silver')).paymentId;
      await payAsCustomer(test, paid);
      const { paymentId } = await createLink(seller, 'silver');
      const fields = await test.bank.press(await pressPay(customer, paymentId), 'pay-nb');
      const settings = test.get(GatewaySettings) as { profiles?: GatewaySettings['profiles'] };
      const all = settings.profiles ?? [];
      settings.profiles = [];
      try {
        expect((await customer.postForm('/api/gateway/callback', fields ?? {})).status).toBe(400);
        test.clock.advance(HOUR);
        await test.poll();
        expect(await statusOf(customer, paymentId)).toBe('initiated');
        admin = await test.staff(ADMIN);
        seller = await test.staff(SALES);
        const answer = await refund(admin, paid, 100);
        expect([answer.status, answer.body.error]).toEqual([503, 'MERCHANT_PROFILE_MISSING']);
        const link = await createLink(seller, 'silver');
        expect(await attemptsOf(link.paymentId)).toMatchObject([{ merchant_profile: 'north', status: 'refused' }]);
        expect((await customer.post(`/api/payments/${link.paymentId}/initiate`)).body.error).toBe('BANK_UNAVAILABLE');
      } finally {
        settings.profiles = all;
      }
      test.clock.advance(HOUR);
      await test.poll();
      expect(await statusOf(customer, paymentId)).toBe('completed');
      admin = await test.staff(ADMIN);
      expect((await refund(admin, paid, 100)).status).toBe(200);
    });
  });
});
