import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import type { Client } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { rowOf } from '../support/links.js';
import { ANY_AMOUNT, refund, sellAndPay } from '../support/refunds.js';
import { decide, reverse } from '../support/reviews.js';
import { type Link, pressPay, statusOf } from '../support/sales.js';
import { ADMIN, type TestApp } from '../support/test-app.js';
import {
  askUpgrade,
  createUpgrade,
  onUpgradeStage,
  payAt,
  payOn,
  reviewOf,
  tokenOf,
  upgradeTokens,
} from '../support/upgrades.js';

/**
 * What stands on a gold payment when the bank reverses it, and what each decision of the admin leads to:
 *
 * | upgrade when the reversal arrives | while undecided | confirmed | declared an error |
 * |---|---|---|---|
 * | none, or failed | no link, no payment, no refund | gold refunded, token void | as before |
 * | open | cannot be paid; money on its way completes it | gold refunded, upgrade ended; money after that is returned | payable again |
 * | paid | stands | gold refunded, platinum void, the difference comes up for review | stands |
 * | paid and reversed itself | stands | either order: both refunded, both void | stands |
 */
describe('a reversal of a gold payment, and its upgrade', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let customer: Client;

  onUpgradeStage((stage) => ({ test, seller, admin, customer } = stage));

  const reviewId = async (paymentId: string, reason = 'bank_reversal'): Promise<string> => {
    const [row] = await test
      .get(DataSource)
      .query(
        "SELECT r.public_id AS id FROM reviews r JOIN payments p ON p.id = r.payment_id WHERE p.public_id = ? AND r.reason = ? AND r.state = 'open'",
        [paymentId, reason],
      );
    return row?.id as string;
  };
  const confirm = async (paymentId: string, amount: number) =>
    decide(admin, await reviewId(paymentId), 'confirm_reversal', { confirmedAmount: amount });
  const declareError = async (paymentId: string) => decide(admin, await reviewId(paymentId), 'reversal_error');
  const invoiceOf = async (paymentId: string): Promise<Link> => {
    const [row] = await test
      .get(DataSource)
      .query(
        'SELECT a.invoice_no AS invoiceNo FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ? ORDER BY a.id DESC',
        [paymentId],
      );
    return { paymentId, invoiceNo: row.invoiceNo, amount: 49000, data: null };
  };
  const reversed = async (link: Link) => {
    await reverse(test, link);
    expect(await reviewId(link.paymentId)).toBeDefined();
  };
  const expectOnHold = async (upgradeId: string) => {
    const pressed = await customer.post(`/api/payments/${upgradeId}/initiate`);
    expect([pressed.status, pressed.body.error]).toEqual([409, 'REVERSAL_UNDECIDED']);
    const renewed = await seller.post(`/api/payments/${upgradeId}/reissue-link`);
    expect(renewed.status).toBe(409);
    const shown = (await customer.get(`/api/payments/${upgradeId}`)).body.data;
    expect(shown).toMatchObject({ canPay: false, onHold: true });
    const { data: desk } = (await seller.get(`/api/payments/${upgradeId}/desk`)).body;
    expect(desk).toMatchObject({ canPay: false, warning: SERVER_MESSAGES.upgrade.reversalOpen });
    // Neither list offers a code that the page would not show.
    expect((await rowOf(seller, upgradeId)).canPay).toBe(false);
    const { body: list } = await admin.get(`/api/payments/admin/all?search=${upgradeId}`);
    expect(list.data.payments).toMatchObject([{ canPay: false }]);
    for (const path of ['upgrade', 'payment', 'customer-payment']) {
      const { text } = await customer.get(`/${path}/${upgradeId}`);
      expect(text).toContain('This upgrade cannot be paid at the moment');
      expect(text).not.toContain(`/payment/${upgradeId}/initiate`);
    }
  };

  describe.each(['confirmed', 'an error'])('%s', (decision) => {
    const isConfirmed = decision === 'confirmed';

    it('no upgrade: nothing can be built on it while it is undecided', async () => {
      const gold = await sellAndPay(test, seller);
      await reversed(gold);
      const asked = await askUpgrade(seller, gold.paymentId);
      expect([asked.status, asked.body.error]).toEqual([409, 'REVERSAL_UNDECIDED']);
      expect((await upgradeTokens(seller, gold.paymentId)).availableUpgrades).toEqual([]);
      const { body } = await seller.get(`/api/sales-manager/dashboard?search=${gold.paymentId}`);
      expect(body.data.allCustomers[0].upgradeState).toBeNull();
      expect((await refund(seller, gold.paymentId, ANY_AMOUNT)).body.error).toBe('REVERSAL_UNDECIDED');
      const decided = isConfirmed ? await confirm(gold.paymentId, 51000) : await declareError(gold.paymentId);
      expect(decided.status).toBe(200);
      const after = await askUpgrade(seller, gold.paymentId);
      expect([after.status, after.body.error ?? null]).toEqual(isConfirmed ? [409, 'TOKEN_HAS_REFUND'] : [201, null]);
    });

    it('a failed upgrade: its link is not payable, and not issued anew, while it is undecided', async () => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      await payAt(test, upgradeId, 'decline');
      await reversed(gold);
      await expectOnHold(upgradeId);
      expect((await askUpgrade(seller, gold.paymentId)).body.error).toBe('REVERSAL_UNDECIDED');
      const decided = isConfirmed ? await confirm(gold.paymentId, 51000) : await declareError(gold.paymentId);
      expect(decided.status).toBe(200);
      test.clock.advance(3000);
      const pressed = await customer.post(`/api/payments/${upgradeId}/initiate`);
      expect([pressed.status, pressed.body.error ?? null]).toEqual(isConfirmed ? [409, 'LINK_EXPIRED'] : [200, null]);
    });

    it('an open upgrade: not payable while it is undecided; then it ends, or goes on', async () => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      await reversed(gold);
      await expectOnHold(upgradeId);
      const decided = isConfirmed ? await confirm(gold.paymentId, 51000) : await declareError(gold.paymentId);
      expect(decided.status).toBe(200);
      if (isConfirmed) {
        expect(await statusOf(customer, gold.paymentId)).toBe('refunded');
        expect((await tokenOf(test, gold.paymentId))?.status).toBe('void');
        const { allUpgradeTokens } = await upgradeTokens(seller, gold.paymentId);
        expect(allUpgradeTokens).toMatchObject([
          { upgradeStatus: 'failed', upgradeNotes: 'The bank took back the payment of the gold token.' },
        ]);
        expect((await customer.post(`/api/payments/${upgradeId}/initiate`)).body.error).toBe('LINK_EXPIRED');
      } else {
        await payAt(test, upgradeId);
        expect((await tokenOf(test, gold.paymentId))?.status).toBe('upgraded');
      }
    });

    it('an upgrade at the bank: money that comes first completes it; both decisions stay possible', async () => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const page = await pressPay(customer, upgradeId);
      await reversed(gold);
      await expectOnHold(upgradeId);
      await payOn(test, page);
      expect(await statusOf(customer, upgradeId)).toBe('completed');
      const decided = isConfirmed ? await confirm(gold.paymentId, 51000) : await declareError(gold.paymentId);
      expect(decided.status).toBe(200);
      expect((await tokenOf(test, upgradeId))?.status).toBe(isConfirmed ? 'void' : 'active');
      expect((await tokenOf(test, gold.paymentId))?.status).toBe(isConfirmed ? 'void' : 'upgraded');
    });

    it('an upgrade at the bank: money that comes after the decision', async () => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const page = await pressPay(customer, upgradeId);
      await reversed(gold);
      const decided = isConfirmed ? await confirm(gold.paymentId, 51000) : await declareError(gold.paymentId);
      expect(decided.status).toBe(200);
      test.clock.advance(3000);
      await payOn(test, page);
      const shown = (await customer.get(`/api/payments/${upgradeId}`)).body.data;
      if (isConfirmed) {
        expect(shown).toMatchObject({ status: 'initiated', tokenNumber: 'N/A', returning: { amount: 49000 } });
        expect(await reviewOf(test, upgradeId)).toBe('upgrade_source_refunded');
      } else {
        expect(shown).toMatchObject({ status: 'completed', returning: null });
      }
    });

    it('a paid upgrade: the platinum token falls with its gold payment, and the difference is given back; or it stands', async () => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      await payAt(test, upgradeId);
      await reversed(gold);
      const decided = isConfirmed ? await confirm(gold.paymentId, 51000) : await declareError(gold.paymentId);
      expect(decided.status).toBe(200);
      if (!isConfirmed) {
        expect((await tokenOf(test, upgradeId))?.status).toBe('active');
        expect(await reviewOf(test, upgradeId)).toBeNull();
        return;
      }
      expect(await statusOf(customer, gold.paymentId)).toBe('refunded');
      expect((await tokenOf(test, upgradeId))?.status).toBe('void');
      expect(await reviewOf(test, upgradeId)).toBe('upgrade_source_refunded');
      const shown = (await customer.get(`/api/payments/${upgradeId}`)).body.data;
      expect(shown.returning).toMatchObject({ amount: 49000, state: 'preparing' });
      for (const path of [
        `/payment/${upgradeId}`,
        `/upgrade/${upgradeId}`,
        `/upgrade/${gold.paymentId}`,
        `/payment/success?payment=${upgradeId}`,
      ]) {
        const { text } = await customer.get(path);
        expect(text).toContain('is being returned to the account');
        expect(text).not.toContain('Your token number');
      }
      const back = await decide(admin, await reviewId(upgradeId, 'upgrade_source_refunded'), 'refund_duplicate', {
        confirmedAmount: 49000,
      });
      expect(back.status).toBe(200);
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(HOUR);
      await test.poll();
      expect(await statusOf(customer, upgradeId)).toBe('refunded');
      expect(await reviewOf(test, upgradeId)).toBeNull();
    });
  });

  it.each(['gold first', 'upgrade first'])(
    'both reversed, %s: both are refunded, and both tokens void',
    async (order) => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      await payAt(test, upgradeId);
      await reversed(gold);
      await reversed(await invoiceOf(upgradeId));
      const steps = [() => confirm(gold.paymentId, 51000), () => confirm(upgradeId, 49000)];
      if (order === 'upgrade first') steps.reverse();
      for (const step of steps) expect((await step()).status).toBe(200);
      for (const id of [gold.paymentId, upgradeId]) {
        expect(await statusOf(customer, id)).toBe('refunded');
        expect((await tokenOf(test, id))?.status).toBe('void');
        expect(await reviewOf(test, id)).toBeNull();
      }
    },
  );

  it('money for the upgrade and the confirmation at the same moment: never a valid platinum token', async () => {
    for (let round = 0; round < 5; round += 1) {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const page = await pressPay(customer, upgradeId);
      await reversed(gold);
      admin = await test.staff(ADMIN);
      const [decided] = await Promise.all([confirm(gold.paymentId, 51000), payOn(test, page)]);
      expect(decided.status).toBe(200);
      await test.settle();
      expect([undefined, 'void']).toContain((await tokenOf(test, upgradeId))?.status);
      expect(await reviewOf(test, upgradeId)).toBe('upgrade_source_refunded');
      await expectInvariants(test);
    }
  });

  it('a link asked for while the reversal arrives: refused, or there before it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const gold = await sellAndPay(test, seller);
      const [asked] = await Promise.all([askUpgrade(seller, gold.paymentId), reverse(test, gold)]);
      expect([201, 409]).toContain(asked.status);
      expect((await confirm(gold.paymentId, 51000)).status).toBe(200);
      await expectInvariants(test);
    }
  });
});
