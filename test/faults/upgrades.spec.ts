import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { PaymentsRepository } from '../../src/modules/payments/index.js';
import type { Client } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectBooksAgree } from '../support/invariants.js';
import { refund, sellAndPay } from '../support/refunds.js';
import { pressPay, statusOf } from '../support/sales.js';
import type { TestApp } from '../support/test-app.js';
import {
  askUpgrade,
  createUpgrade,
  endUpgrade,
  onUpgradeStage,
  payAt,
  payOn,
  reset,
  reviewOf,
  tokenOf,
  upgradeTokens,
} from '../support/upgrades.js';

const ROUNDS = 6;

describe('upgrades at odds', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;
  const upgradesOf = async (paymentId: string) => {
    const rows = (await test
      .get(DataSource)
      .query(
        'SELECT u.status AS status FROM upgrades u JOIN payments p ON p.id = u.source_payment_id WHERE p.public_id = ? ORDER BY u.id',
        [paymentId],
      )) as { status: string }[];
    return rows.map(({ status }) => status);
  };

  onUpgradeStage((stage) => ({ test, seller, customer } = stage));

  const declined = async (paymentId: string) => endUpgrade(test, await createUpgrade(seller, paymentId));

  it('twenty calls at once make one upgrade; the others are led to it', async () => {
    const gold = await sellAndPay(test, seller);
    const answers = await Promise.all(Array.from({ length: 20 }, () => askUpgrade(seller, gold.paymentId)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const link = made[0]?.body.data.upgradeLink as string;
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ status, body }) => `${status} ${body.error} ${body.details?.upgradeLink}`))).toEqual(
      new Set([`409 UPGRADE_PENDING ${link}`]),
    );
    expect(await upgradesOf(gold.paymentId)).toEqual(['pending']);
  });

  it('a double click under one key makes one upgrade', async () => {
    const gold = await sellAndPay(test, seller);
    const answers = await Promise.all(Array.from({ length: 5 }, () => askUpgrade(seller, gold.paymentId, 'click')));
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    expect((await askUpgrade(seller, gold.paymentId, 'click')).status).toBe(201);
    expect(await upgradesOf(gold.paymentId)).toEqual(['pending']);
  });

  it('a refund and an upgrade of one token at the same moment: exactly one wins', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const gold = await sellAndPay(test, seller);
      const [upgrade, money] = await Promise.all([
        askUpgrade(seller, gold.paymentId),
        refund(seller, gold.paymentId, 51000),
      ]);
      const won = [upgrade.status === 201, money.status < 300];
      expect({ won: won.filter(Boolean).length, codes: [upgrade.status, money.status] }).toMatchObject({ won: 1 });
      expect(won[0] ? money.status : upgrade.status).toBe(409);
      expect(await upgradesOf(gold.paymentId)).toEqual(won[0] ? ['pending'] : []);
    }
  });

  it('money held back between the look at the token and its claim is noticed', async () => {
    const gold = await sellAndPay(test, seller);
    const payments = test.get(PaymentsRepository);
    const uow = test.get(UnitOfWork);
    const seen = await payments.getByPublicId(gold.paymentId);
    await uow.run(() => payments.reserveRefund(seen.id, 100));
    expect(await uow.run(() => payments.claimUnrefunded(seen))).toBe(false);
    const fresh = await payments.getByPublicId(gold.paymentId);
    expect(await uow.run(() => payments.claimUnrefunded(fresh))).toBe(false);
    await uow.run(() => payments.releaseRefund(seen.id, 100));
    expect(await uow.run(async () => payments.claimUnrefunded(await payments.getByPublicId(gold.paymentId)))).toBe(
      true,
    );
  });

  it('late money on a failed upgrade still makes the token platinum', async () => {
    const gold = await sellAndPay(test, seller);
    const { upgradeId, page } = await declined(gold.paymentId);
    await reset(seller, gold.paymentId);
    await payOn(test, page);
    expect(await statusOf(customer, upgradeId)).toBe('completed');
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
    expect(await upgradesOf(gold.paymentId)).toEqual(['completed']);
  });

  it.each(['reset', 'made anew'])('money on the page of a failed upgrade is found before it is %s', async (act) => {
    const gold = await sellAndPay(test, seller);
    const { upgradeId, page } = await declined(gold.paymentId);
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(3000);
    const answer = act === 'reset' ? await reset(seller, gold.paymentId) : await askUpgrade(seller, gold.paymentId);
    expect([answer.status, answer.body.error]).toEqual([409, 'ALREADY_UPGRADED']);
    expect(await statusOf(customer, upgradeId)).toBe('completed');
    expect(await upgradesOf(gold.paymentId)).toEqual(['completed']);
  });

  it('late money after a reset and a second, paid upgrade: kept for review, never a second platinum token', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await declined(gold.paymentId);
    await reset(seller, gold.paymentId);
    const second = await createUpgrade(seller, gold.paymentId);
    await payAt(test, second);
    await payOn(test, first.page);
    expect(await statusOf(customer, first.upgradeId)).toBe('failed');
    expect(await reviewOf(test, first.upgradeId)).toBe('upgrade_duplicate');
    expect(await tokenOf(test, first.upgradeId)).toBeNull();
    expect((await tokenOf(test, second))?.status).toBe('active');
    const page = await customer.get(`/upgrade/${first.upgradeId}`);
    expect(page.text).toContain('is being returned');
    expect(page.text).not.toContain('Your token number');
    // Given back, it leaves the upgrade that stands alone.
    expect((await refund(seller, first.upgradeId, 49000)).body.error).toBe('NOT_PAID');
    const charge = (await seller.get(`/api/payments/${first.upgradeId}/refunds`)).body.data.duplicateCharges[0];
    const given = await refund(seller, first.upgradeId, 49000, { duplicateChargeId: charge.id });
    expect(given.status).toBeLessThan(300);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    expect(await statusOf(customer, first.upgradeId)).toBe('failed');
    expect(await reviewOf(test, first.upgradeId)).toBeNull();
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
  });

  it('late money while a second link is open: the second one ends, and money that comes on it too is kept for review', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await declined(gold.paymentId);
    const second = await createUpgrade(seller, gold.paymentId);
    const secondPage = await pressPay(customer, second);
    await payOn(test, first.page);
    expect((await tokenOf(test, first.upgradeId))?.status).toBe('active');
    expect(await upgradesOf(gold.paymentId)).toEqual(['completed', 'failed']);
    const again = await customer.post(`/api/payments/${second}/initiate`);
    expect(again.status).toBe(409);
    test.clock.advance(3000);
    await payOn(test, secondPage);
    expect(await statusOf(customer, second)).toBe('initiated');
    expect(await reviewOf(test, second)).toBe('upgrade_duplicate');
    expect((await tokenOf(test, first.upgradeId))?.status).toBe('active');
  });

  it.each(['not opened', 'at the bank'])(
    'the page of the second link, %s when late money came, leads to the token',
    async (where) => {
      const gold = await sellAndPay(test, seller);
      const first = await declined(gold.paymentId);
      const second = await createUpgrade(seller, gold.paymentId);
      const secondPage = where === 'at the bank' ? await pressPay(customer, second) : null;
      test.clock.advance(3000);
      await payOn(test, first.page);
      const led = await customer.get(`/upgrade/${second}`);
      expect([led.status, led.headers.get('location')]).toEqual([303, `/upgrade/${gold.paymentId}`]);
      const shown = await customer.get(`/upgrade/${gold.paymentId}`);
      expect(shown.status).toBe(200);
      expect(shown.text).toContain((await tokenOf(test, first.upgradeId))!.number);
      for (const text of ['Your token now', 'Payment link expired']) expect(shown.text).not.toContain(text);
      expect((await customer.get(`/upgrade/${first.upgradeId}`)).status).toBe(200);
      if (secondPage === null) return;
      // Its own page tells of its own money.
      await payOn(test, secondPage);
      const own = await customer.get(`/upgrade/${second}`);
      expect([own.status, own.text.includes('Your money is being returned')]).toEqual([200, true]);
    },
  );

  it('money on the page of a failed upgrade is found when a newer link is paid: nobody is sent to pay twice', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await declined(gold.paymentId);
    const second = await createUpgrade(seller, gold.paymentId);
    await test.bank.press(first.page, 'pay-close-tab');
    test.clock.advance(3000);
    const pressed = await customer.post(`/api/payments/${second}/initiate`);
    expect([pressed.status, pressed.body.error]).toEqual([409, 'LINK_EXPIRED']);
    expect(await statusOf(customer, first.upgradeId)).toBe('completed');
    expect(await upgradesOf(gold.paymentId)).toEqual(['completed', 'failed']);
    expect(await reviewOf(test, first.upgradeId)).toBeNull();
  });

  it('a second link that nobody had opened when the late money came is not issued anew', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await declined(gold.paymentId);
    const second = await createUpgrade(seller, gold.paymentId);
    await payOn(test, first.page);
    expect(await statusOf(customer, second)).toBe('pending');
    const renewed = await seller.post(`/api/payments/${second}/reissue-link`);
    expect([renewed.status, renewed.body.error]).toEqual([409, 'UPGRADE_CLOSED']);
    expect((await customer.post(`/api/payments/${second}/initiate`)).status).toBe(409);
  });

  it('late money for a gold token that was refunded meanwhile is kept for review', async () => {
    const gold = await sellAndPay(test, seller);
    const { upgradeId, page } = await declined(gold.paymentId);
    expect((await refund(seller, gold.paymentId, 51000)).status).toBeLessThan(300);
    const shut = await customer.post(`/api/payments/${upgradeId}/initiate`);
    expect([shut.status, shut.body.error]).toEqual([409, 'LINK_EXPIRED']);
    await payOn(test, page);
    expect(await statusOf(customer, upgradeId)).toBe('failed');
    expect(await reviewOf(test, upgradeId)).toBe('upgrade_source_refunded');
    expect(await tokenOf(test, upgradeId)).toBeNull();
  });

  it('both links paid at the same moment: one promotion, one review', async () => {
    const gold = await sellAndPay(test, seller);
    const first = await declined(gold.paymentId);
    const second = await createUpgrade(seller, gold.paymentId);
    const secondPage = await pressPay(customer, second);
    await Promise.all([payOn(test, first.page), payOn(test, secondPage)]);
    test.clock.advance(HOUR);
    await test.poll();
    const reviews = [await reviewOf(test, first.upgradeId), await reviewOf(test, second)];
    expect(reviews.filter((reason) => reason === 'upgrade_duplicate')).toHaveLength(1);
    expect(reviews.filter((reason) => reason === null)).toHaveLength(1);
    expect((await upgradesOf(gold.paymentId)).sort()).toEqual(['completed', 'failed']);
  });

  it('the failed link paid again while staff make another: never two open ones', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const gold = await sellAndPay(test, seller);
      const { upgradeId } = await declined(gold.paymentId);
      const [made, pressed] = await Promise.all([
        askUpgrade(seller, gold.paymentId),
        customer.post(`/api/payments/${upgradeId}/initiate`),
      ]);
      expect([201, 409]).toContain(made.status);
      expect([200, 409]).toContain(pressed.status);
      expect([made.status, pressed.status]).not.toEqual([201, 200]);
      expect((await upgradesOf(gold.paymentId)).filter((status) => status === 'pending')).toHaveLength(1);
      expect((await upgradeTokens(seller, gold.paymentId)).availableUpgrades).toEqual([]);
    }
  });

  it('the completion and its repetitions promote once', async () => {
    const gold = await sellAndPay(test, seller);
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    const page = await pressPay(customer, upgradeId);
    const fields = await test.bank.press(page, 'pay-nb');
    await Promise.all([
      ...Array.from({ length: 10 }, () => customer.postForm('/payment/verify', fields ?? {})),
      ...Array.from({ length: 5 }, () => customer.postForm('/api/gateway/callback', fields ?? {})),
      ...Array.from({ length: 5 }, () => seller.post(`/api/payments/check-status/${upgradeId}`)),
      test.poll(),
    ]);
    await test.settle();
    await seller.post(`/api/payments/check-status/${upgradeId}`);
    expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
    const [row] = (await test
      .get(DataSource)
      .query("SELECT COUNT(*) AS n FROM audit_log WHERE action = 'token.upgraded' AND subject_id = ?", [
        (await tokenOf(test, gold.paymentId))?.number,
      ])) as { n: number | string }[];
    expect(Number(row?.n)).toBe(1);
  });

  it('the books agree', async () => {
    test.clock.advance(HOUR);
    await test.poll();
    await expectBooksAgree(test);
  });
});
