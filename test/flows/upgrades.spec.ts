import { describe, expect, it } from '@jest/globals';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { istMoment } from '../../src/domain/calendar/ist-time.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectBooksAgree } from '../support/invariants.js';
import { ANY_AMOUNT, refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { rowOf } from '../support/links.js';
import { createLink, pressPay, statusOf } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import {
  askUpgrade,
  createUpgrade,
  endUpgrade,
  GOLD_TO_PLATINUM,
  onUpgradeStage,
  payAt,
  reset,
  reviewOf,
  tokenOf,
  upgradeTokens,
} from '../support/upgrades.js';

const UNKNOWN = '00000000000000000000000000';

describe('upgrading a gold token', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let customer: Client;

  onUpgradeStage((stage) => ({ test, seller, admin, customer } = stage));

  const upgraded = async () => {
    const gold = await sellAndPay(test, seller);
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    await payAt(test, upgradeId);
    return { gold, upgradeId };
  };

  it('available, link, bank, platinum number; the gold number is kept', async () => {
    const gold = await sellAndPay(test, seller);
    const before = await upgradeTokens(seller, gold.paymentId);
    expect(before.availableUpgrades).toEqual([
      expect.objectContaining({ upgradeStatus: 'available', upgradeType: 'gold_to_platinum', upgradeAmount: 49000 }),
    ]);
    const { status, body } = await askUpgrade(seller, gold.paymentId);
    expect(status).toBe(201);
    const { upgradePaymentId } = body.data;
    expect(body).toMatchObject({
      success: true,
      data: {
        upgradeLink: `${test.settings.appUrl}/upgrade/${upgradePaymentId}`,
        upgradeAmount: 49000,
        hasRedirectionURL: true,
        warning: null,
      },
    });
    expect(Date.parse(body.data.paymentLinkExpiresAt)).toBeGreaterThan(test.clock.now().getTime());
    const during = await upgradeTokens(seller, gold.paymentId);
    expect(during.availableUpgrades).toEqual([]);
    expect(during.allUpgradeTokens).toMatchObject([
      { upgradeStatus: 'pending', upgradePaymentId, upgradeLink: body.data.upgradeLink, upgradeNotes: null },
    ]);
    const { reply } = await payAt(test, upgradePaymentId);
    expect(reply.body.data).toMatchObject({
      state: 'completed',
      paymentId: upgradePaymentId,
      tokenNumber: 'PL-000001',
    });
    expect(await tokenOf(test, gold.paymentId)).toEqual({ number: 'GO-000001', status: 'upgraded' });
    expect(await tokenOf(test, upgradePaymentId)).toEqual({ number: 'PL-000001', status: 'active' });
    const shown = (await customer.get(`/api/payments/${upgradePaymentId}`)).body.data;
    expect(shown).toMatchObject({
      paymentType: 'upgrade',
      originalTokenNumber: 'GO-000001',
      upgradeFrom: 'gold',
      upgradeTo: 'platinum',
      amount: 49000,
    });
    const after = await upgradeTokens(seller, gold.paymentId);
    expect(after.availableUpgrades).toEqual([]);
    expect(after.allUpgradeTokens).toMatchObject([{ upgradeStatus: 'completed', paymentStatus: 'completed' }]);
  });

  it('a second call while one waits answers with the link that is there', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await askUpgrade(seller, gold.paymentId);
    const second = await askUpgrade(seller, gold.paymentId);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      success: false,
      error: 'UPGRADE_PENDING',
      message: SERVER_MESSAGES.upgrade.pending,
      details: { upgradeLink: first.body.data.upgradeLink, upgradePaymentId: first.body.data.upgradePaymentId },
    });
  });

  it('one Idempotency-Key gives one link and the same answer; another payment under it is refused', async () => {
    const [gold, other] = [await sellAndPay(test, seller), await sellAndPay(test, seller)];
    const first = await askUpgrade(seller, gold.paymentId, 'upgrade-1');
    const again = await askUpgrade(seller, gold.paymentId, 'upgrade-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    const mixed = await askUpgrade(seller, other.paymentId, 'upgrade-1');
    expect([mixed.status, mixed.body.error]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });

  it('happens once', async () => {
    const { gold } = await upgraded();
    const again = await askUpgrade(seller, gold.paymentId);
    expect([again.status, again.body.error]).toEqual([409, 'ALREADY_UPGRADED']);
    const undone = await reset(seller, gold.paymentId);
    expect([undone.status, undone.body.error]).toEqual([409, 'ALREADY_UPGRADED']);
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
  });

  it.each([
    ['decline', 'failed', SERVER_MESSAGES.upgrade.notes.declined],
    ['cancel', 'cancelled', SERVER_MESSAGES.upgrade.notes.cancelled],
  ])('%s at the bank: gold stays gold, and the same link can be paid again', async (outcome, status, notes) => {
    const gold = await sellAndPay(test, seller);
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    await payAt(test, upgradeId, outcome);
    expect(await statusOf(customer, upgradeId)).toBe(status);
    const failed = await upgradeTokens(seller, gold.paymentId);
    expect(failed.allUpgradeTokens[0]).toMatchObject({ upgradeStatus: 'failed', upgradeNotes: notes });
    expect(failed.availableUpgrades).toHaveLength(1);
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('active');
    await pressPay(customer, upgradeId);
    expect((await upgradeTokens(seller, gold.paymentId)).allUpgradeTokens).toMatchObject([
      { upgradeStatus: 'pending' },
    ]);
    await payAt(test, upgradeId);
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
  });

  it('failed, reset, a new link: the old one cannot be paid any more', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await createUpgrade(seller, gold.paymentId);
    await payAt(test, first, 'decline');
    const done = await reset(seller, gold.paymentId);
    expect([done.status, done.body]).toEqual([
      200,
      { success: true, data: { resetCount: 1 }, message: SERVER_MESSAGES.upgrade.reset },
    ]);
    const again = await reset(seller, gold.paymentId);
    expect([again.status, again.body]).toEqual([
      200,
      { success: true, data: { resetCount: 0 }, message: SERVER_MESSAGES.upgrade.alreadyReset },
    ]);
    const second = await createUpgrade(seller, gold.paymentId);
    const old = await customer.post(`/api/payments/${first}/initiate`);
    expect([old.status, old.body.error]).toEqual([409, 'LINK_EXPIRED']);
    const { reply } = await payAt(test, second);
    expect(reply.body.data.tokenNumber).toMatch(/^PL-/);
  });

  it('a failed link is not issued anew beside a newer one', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await createUpgrade(seller, gold.paymentId);
    await payAt(test, first, 'decline');
    await createUpgrade(seller, gold.paymentId);
    const renewed = await seller.post(`/api/payments/${first}/reissue-link`);
    expect([renewed.status, renewed.body.error]).toEqual([409, 'UPGRADE_CLOSED']);
    expect(await statusOf(customer, first)).toBe('failed');
    expect((await rowOf(seller, first)).denials.reissue).toBe(renewed.body.message);
  });

  it('a failed link offers to be issued anew until its token has a refund', async () => {
    const gold = await sellAndPay(test, seller);
    const { upgradeId } = await endUpgrade(test, await createUpgrade(seller, gold.paymentId));
    expect((await rowOf(seller, upgradeId)).denials.reissue).toBeNull();
    expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).status).toBe(200);
    const renewed = await seller.post(`/api/payments/${upgradeId}/reissue-link`);
    expect([renewed.status, renewed.body.error]).toEqual([409, 'UPGRADE_CLOSED']);
    expect((await rowOf(seller, upgradeId)).denials.reissue).toBe(renewed.body.message);
    const { body } = await admin.get(`/api/payments/admin/all?search=${upgradeId}`);
    expect(body.data.payments[0].denials.reissue).toBe(renewed.body.message);
  });

  it('a failed link ends with a refund of its token: nobody is shown, mailed or sent to a page of the bank', async () => {
    const gold = await sellAndPay(test, seller);
    const { upgradeId } = await endUpgrade(test, await createUpgrade(seller, gold.paymentId));
    expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).status).toBe(200);
    const { invoices } = await test.bank.list();
    const refused = await customer.post(`/api/payments/${upgradeId}/initiate`);
    expect([refused.status, refused.body.error]).toEqual([409, 'LINK_EXPIRED']);
    expect((await test.bank.list()).invoices).toHaveLength(invoices.length);
    const { data } = (await customer.get(`/api/payments/${upgradeId}`)).body;
    expect(data).toMatchObject({ status: 'failed', canPay: false, gatewayResponse: { redirectionURL: null } });
    expect((await customer.get(`/upgrade/${upgradeId}`)).text).not.toContain('Pay Now');
    expect((await rowOf(seller, upgradeId)).denials.sendLink).not.toBeNull();
  });

  it('a reset touches nothing but what has failed', async () => {
    const gold = await sellAndPay(test, seller);
    const none = await reset(seller, gold.paymentId);
    expect([none.status, none.body.error]).toEqual([409, 'NO_FAILED_UPGRADE']);
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    const pending = await reset(seller, gold.paymentId);
    expect([pending.status, pending.body.error]).toEqual([409, 'UPGRADE_PENDING']);
    expect(pending.body.details.upgradePaymentId).toBe(upgradeId);
    await pressPay(customer, upgradeId);
    expect((await reset(seller, gold.paymentId)).status).toBe(409);
    expect(await statusOf(customer, upgradeId)).toBe('initiated');
  });

  it('a link that ran out: shown as failed, given up after a last look at the bank, then replaced', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await createUpgrade(seller, gold.paymentId);
    test.clock.advance(73 * HOUR);
    seller = await test.staff(SALES);
    const { availableUpgrades, allUpgradeTokens } = await upgradeTokens(seller, gold.paymentId);
    expect(allUpgradeTokens[0]).toMatchObject({
      upgradeStatus: 'failed',
      upgradeNotes: SERVER_MESSAGES.upgrade.notes.expired,
    });
    // What the row says as well: the dialog offers to try again.
    expect(availableUpgrades).toMatchObject([{ upgradeType: 'gold_to_platinum' }]);
    expect((await rowOf(seller, gold.paymentId)).upgradeState).toBe('available');
    // Until the bank has been asked, no second link is made.
    await test.bank.fault('status', 'http-500', { times: 0 });
    const unasked = [await reset(seller, gold.paymentId), await askUpgrade(seller, gold.paymentId)];
    for (const { status, body } of unasked) expect([status, body.error]).toEqual([409, 'UPGRADE_PENDING']);
    await test.bank.clearFaults();
    test.clock.advance(MINUTE);
    expect((await reset(seller, gold.paymentId)).status).toBe(200);
    expect(await statusOf(customer, first)).toBe('cancelled');
    await createUpgrade(seller, gold.paymentId);
  });

  it('an expired link for which the bank never made a page is replaced as well', async () => {
    const gold = await sellAndPay(test, seller);
    await test.bank.fault('create', 'http-500', { times: 0 });
    const { status, body } = await askUpgrade(seller, gold.paymentId);
    expect([status, body.data.hasRedirectionURL, body.data.warning]).toEqual([
      201,
      false,
      SERVER_MESSAGES.link.bankUnavailable,
    ]);
    await test.bank.clearFaults();
    test.clock.advance(73 * HOUR);
    seller = await test.staff(SALES);
    const second = await createUpgrade(seller, gold.paymentId);
    await payAt(test, second);
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
  });

  it.each(['silver', 'platinum'] as const)('a paid %s token has no upgrade', async (tier) => {
    const sold = await sellAndPay(test, seller, tier);
    expect(await upgradeTokens(seller, sold.paymentId)).toEqual({ availableUpgrades: [], allUpgradeTokens: [] });
    const { status, body } = await askUpgrade(seller, sold.paymentId);
    expect([status, body.message]).toEqual([400, 'No upgrade available for this token.']);
    expect((await reset(seller, sold.paymentId)).status).toBe(400);
  });

  it('an upgrade is not upgraded again', async () => {
    const { upgradeId } = await upgraded();
    expect((await askUpgrade(seller, upgradeId)).status).toBe(400);
  });

  it('a gold token has to be paid first', async () => {
    const link = await createLink(seller, 'gold');
    expect((await upgradeTokens(seller, link.paymentId)).availableUpgrades).toEqual([]);
    const { status, body } = await askUpgrade(seller, link.paymentId);
    expect([status, body.error]).toEqual([409, 'TOKEN_NOT_PAID']);
  });

  it.each([
    [{ upgradeType: 'silver_to_gold' }, 400],
    [{ upgradeType: ['gold_to_platinum'] }, 400],
    [{ ...GOLD_TO_PLATINUM, amount: 1 }, 400],
    [{ ...GOLD_TO_PLATINUM, tokenNumber: 'PL-000001' }, 400],
    [{}, 422],
  ])('%j is refused', async (body, status) => {
    const gold = await sellAndPay(test, seller);
    const reply = await seller.post(`/api/payments/${gold.paymentId}/create-upgrade-link`, body);
    expect(reply.status).toBe(status);
    expect((await upgradeTokens(seller, gold.paymentId)).availableUpgrades).toHaveLength(1);
  });

  it('another seller gets the answer for an unknown payment, an admin may do it, the seller stays the owner', async () => {
    const gold = await sellAndPay(test, seller);
    const [other, admin, nobody] = [await test.as(OTHER_SALES), await test.as(ADMIN), test.client()];
    const calls = [
      (client: Client, id: string) => client.get(`/api/payments/${id}/upgrade-tokens`),
      (client: Client, id: string) => askUpgrade(client, id),
      (client: Client, id: string) => reset(client, id),
    ];
    for (const call of calls) {
      const [foreign, unknown, anonymous] = [
        await call(other, gold.paymentId),
        await call(other, UNKNOWN),
        await call(nobody, gold.paymentId),
      ];
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
      expect([401, 403]).toContain(anonymous.status);
    }
    const upgradeId = await createUpgrade(admin, gold.paymentId);
    const { body } = await seller.get(`/api/sales-manager/dashboard?search=${upgradeId}`);
    expect(body.data.allCustomers).toHaveLength(1);
    expect(body.data.allCustomers[0]).toMatchObject({ paymentType: 'upgrade', amount: 49000, status: 'pending' });
  });

  it('a refund of the gold payment stands in the way, and the other way round', async () => {
    const refunded = await sellAndPay(test, seller);
    expect((await refund(seller, refunded.paymentId, ANY_AMOUNT)).status).toBeLessThan(300);
    expect((await upgradeTokens(seller, refunded.paymentId)).availableUpgrades).toEqual([]);
    const late = await askUpgrade(seller, refunded.paymentId);
    expect([late.status, late.body.error]).toEqual([409, 'TOKEN_HAS_REFUND']);

    const gold = await sellAndPay(test, seller);
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).status).toBe(409);
    await payAt(test, upgradeId);
    expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).status).toBe(409);
  });

  it('the upgrade given back in full: gold is valid again, and may be upgraded anew or refunded', async () => {
    const { gold, upgradeId } = await upgraded();
    expect((await refund(seller, upgradeId, 48999)).status).toBeLessThan(300);
    await followRefunds();
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
    expect((await refund(seller, upgradeId, ANY_AMOUNT)).status).toBeLessThan(300);
    await followRefunds();
    expect(await statusOf(customer, upgradeId)).toBe('refunded');
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('active');
    expect((await tokenOf(test, upgradeId))?.status).toBe('void');
    const tokens = await upgradeTokens(seller, gold.paymentId);
    expect(tokens.availableUpgrades).toHaveLength(1);
    expect(tokens.allUpgradeTokens[0]).toMatchObject({
      upgradeStatus: 'completed',
      paymentStatus: 'refunded',
      upgradeNotes: SERVER_MESSAGES.upgrade.notes.refunded('gold'),
    });
    const second = await createUpgrade(seller, gold.paymentId);
    await payAt(test, second);
    const [first, next] = [await tokenOf(test, upgradeId), await tokenOf(test, second)];
    expect(next?.number).not.toBe(first?.number);
    expect(await reviewOf(test, second)).toBeNull();
  });

  const followRefunds = async () => {
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    seller = await test.staff(SALES);
  };

  it('the customer sees what is held, what is paid and what it comes to, with and without a script', async () => {
    const gold = await sellAndPay(test, seller);
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    const page = await customer.get(`/upgrade/${upgradeId}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toContain('no-store');
    const number = (await tokenOf(test, gold.paymentId))?.number ?? '';
    for (const text of [number, '₹1,00,000', '₹51,000', '₹49,000', 'Pay Now', `/payment/${upgradeId}/initiate`]) {
      expect(page.text).toContain(text);
    }
    await payAt(test, upgradeId);
    const paid = await customer.get(`/upgrade/${upgradeId}`);
    expect(paid.text).toContain((await tokenOf(test, upgradeId))?.number ?? '-');
    expect(paid.text).not.toContain('Pay Now');
    expect((await customer.get(`/payment/${upgradeId}`)).status).toBe(200);
  });

  it('the page of a gold token that is being refunded speaks of the refund, not of upgrades', async () => {
    const gold = await sellAndPay(test, seller);
    await switchRefunds(test, true);
    expect((await refund(seller, gold.paymentId, 51_000)).status).toBe(200);
    const page = await customer.get(`/upgrade/${gold.paymentId}`);
    expect(page.text).toContain('Your refund is on its way');
    expect(page.text).not.toContain('No upgrade is open');
  });

  it('the gold payment leads to its open upgrade, else shows the token and that none is open, or that it was upgraded', async () => {
    const gold = await sellAndPay(test, seller);
    const number = (await tokenOf(test, gold.paymentId))?.number ?? '-';
    const address = `/upgrade/${gold.paymentId}`;
    const expectNone = async (shown: string) => {
      const page = await customer.get(address);
      expect(page.status).toBe(200);
      for (const text of ['No upgrade is open', shown]) expect(page.text).toContain(text);
      // The price of the gold token is not that of an upgrade.
      expect(/<title[^>]*>([^<]*)/.exec(page.text)?.[1]).toMatch(/^Gold token ₹51,000/);
      for (const text of ['Pay Now', '/initiate']) expect(page.text).not.toContain(text);
    };
    await expectNone(number);
    const none = await test.client().get(address, { headers: { 'Accept-Language': 'hi' } });
    expect(none.text).toContain('कोई अपग्रेड खुला नहीं है');
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    const led = await customer.get(address);
    expect([led.status, led.headers.get('location')]).toEqual([303, `/upgrade/${upgradeId}`]);
    await payAt(test, upgradeId, 'decline');
    await expectNone(number);
    test.clock.advance(5 * MINUTE);
    await payAt(test, upgradeId);
    const platinum = (await tokenOf(test, upgradeId))?.number ?? '-';
    const upgraded = await customer.get(address);
    expect(/<title[^>]*>([^<]*)/.exec(upgraded.text)?.[1]).toMatch(/^Gold token ₹51,000/);
    for (const text of ['Upgraded to Platinum', platinum, number]) expect(upgraded.text).toContain(text);
    for (const text of ['No upgrade is open', 'Pay Now', '/initiate']) expect(upgraded.text).not.toContain(text);
    // The picture that the customer may keep.
    const { paidAt } = (await customer.get(`/api/payments/${upgradeId}`)).body.data;
    const saved = /data-save-token="([^"]*)" data-tier="([^"]*)"/.exec(upgraded.text);
    expect(saved?.[2]).toBe('platinum');
    expect(JSON.parse(saved?.[1]?.replaceAll('&quot;', '"').replaceAll('\u00a0', ' ') ?? '[]')).toEqual(
      expect.arrayContaining([platinum, 'Platinum token', istMoment(paidAt)]),
    );
    const hindi = await test.client().get(address, { headers: { 'Accept-Language': 'hi' } });
    expect(hindi.text).toContain('प्लैटिनम में अपग्रेड हो चुका है');
    expect(hindi.text).not.toContain('कोई अपग्रेड खुला नहीं है');
    const link = await createLink(seller, 'gold');
    expect((await customer.get(`/upgrade/${link.paymentId}`)).text).not.toContain('Pay Now');
  });

  it('the upgrade page knows nothing but upgrades', async () => {
    const silver = await sellAndPay(test, seller, 'silver');
    for (const id of [silver.paymentId, UNKNOWN, 'x', '%3Cscript%3E']) {
      const page = await customer.get(`/upgrade/${id}`);
      expect(page.status).toBe(404);
      expect(page.text).not.toContain('Pay Now');
    }
  });

  it('what the bank took is what the books say', async () => {
    test.clock.advance(HOUR);
    await test.poll();
    await expectBooksAgree(test);
  });
});
