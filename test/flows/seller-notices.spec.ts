import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StaffProjects, StaffService } from '../../src/modules/auth/index.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants, expectRefundsAgree } from '../support/invariants.js';
import { query } from '../support/links.js';
import { textPartOf, MailCatcher } from '../support/mail-catcher.js';
import { outOfReach, refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { sellWithFault } from '../support/reviews.js';
import { comeBack, createLink, pressPay, statusOf, verify } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const password = 'quiet harbour lantern 7';
/** Admin of all projects. */
const BALA = { name: 'Bala Iyer', email: 'bala@tokendesk.test' };
/** Admin of another project. */
const LATA = { name: 'Lata Rao', email: 'lata@tokendesk.test' };
/** Admin of the project of the sales, among others. */
const MEENA = { name: 'Meena Nair', email: 'meena@tokendesk.test' };
/** An admin who has left. */
const OMAR = { name: 'Omar Khan', email: 'omar@tokendesk.test' };
const ADMINS = [ADMIN.email, BALA.email, MEENA.email];

describe('notices to sellers', () => {
  const catcher = new MailCatcher();
  const ids: Record<string, number> = {};
  let test: TestApp;
  let seller: Client;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({ env: { SMTP_URL: catcher.url } });
    await switchRefunds(test, true);
    const admin = await test.staff(ADMIN);
    expect((await admin.post('/api/admin/projects', { code: 'lake-view' })).status).toBe(201);
    const staff = test.get(StaffService);
    for (const person of [BALA, LATA, MEENA, OMAR]) await staff.create({ ...person, password, role: 'admin' });
    for (const { id, email } of await query<{ id: number; email: string }>(test, 'SELECT id, email FROM users'))
      ids[email] = Number(id);
    await test.get(StaffProjects).set(idOf(LATA), ['lake-view']);
    await test.get(StaffProjects).set(idOf(MEENA), ['default', 'lake-view']);
    await staff.disable(idOf(OMAR));
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    await test.get(StaffService).enable(idOf(SALES));
    seller = await test.staff(SALES);
    await test.settle();
    catcher.mails.length = 0;
  });
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
    await expectRefundsAgree(test);
  });
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const idOf = ({ email }: { email: string }) => ids[email] ?? 0;
  const disable = ({ email }: { email: string }) => test.get(StaffService).disable(idOf({ email }));
  const rejectLater = async () => {
    await test.bank.control({ op: 'settle-refunds', result: 'REJ' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    await test.settle();
  };
  const noticesAbout = (subject: string) => catcher.mails.filter((mail) => mail.subject.startsWith(subject));
  /** Who got it, in the order of their addresses. */
  const toldOf = (subject: string) =>
    noticesAbout(subject)
      .flatMap(({ to }) => to)
      .sort((one, other) => (one < other ? -1 : 1));
  const keysOf = async (kind: string, publicId: string) => {
    const sql = 'SELECT dedupe_key AS name FROM mail_outbox WHERE dedupe_key LIKE ? ORDER BY id';
    return (await query<{ name: string }>(test, sql, [`${kind}:${publicId}%`])).map(({ name }) => name);
  };

  it('a refund that never left names no decision of the bank', async () => {
    const { paymentId } = await sellAndPay(test, seller);
    await outOfReach(test, () => refund(seller, paymentId, 30_000));
    await test.settle();
    const [mail] = noticesAbout('A refund of ₹30,000 was not carried out');
    const words = textPartOf(mail?.raw ?? '').replaceAll(/\s+/g, ' ');
    expect(words).toContain('A refund was never sent: the bank was not reached. Nothing was given back');
    expect(words).not.toContain('The bank did not carry out');
  });

  describe('a refund that the bank rejects later', () => {
    const REJECTED = 'A refund of ₹30,000 was not carried out';
    const rejected = async (who: { email: string; password: string }, leave: { email: string }[] = []) => {
      const { paymentId } = await sellAndPay(test, seller);
      const { body } = await refund(await test.staff(who), paymentId, 30_000);
      for (const person of leave) await disable(person);
      await rejectLater();
      return body.data.refundId as string;
    };

    it('is told to the seller who requested it, once', async () => {
      const refundId = await rejected(SALES);
      expect(toldOf(REJECTED)).toEqual([SALES.email]);
      expect(await keysOf('refund-rejected', refundId)).toEqual([`refund-rejected:${refundId}`]);
    });

    it('is told to the seller and to the admin who requested it', async () => {
      const refundId = await rejected({ ...MEENA, password });
      expect(toldOf(REJECTED)).toEqual([MEENA.email, SALES.email]);
      const [meena, priya] = ['Dear Meena,', 'Dear Priya,'].map((greeting) => catcher.about(greeting)[0]);
      expect(textPartOf(meena?.raw ?? '')).toMatch(/\/admin\/dashboard\s/);
      expect(textPartOf(priya?.raw ?? '')).not.toContain('/admin');
      // Both are found by the first part of the key, by which a customer's mails are erased.
      expect(await keysOf('refund-rejected', refundId)).toEqual([
        `refund-rejected:${refundId}`,
        `refund-rejected:${refundId}:user-${idOf(MEENA)}`,
      ]);
    });

    it('is told to the active admins of the project once the seller has left', async () => {
      await rejected(SALES, [SALES]);
      expect(toldOf(REJECTED)).toEqual(ADMINS);
    });

    it('is told once to an admin who requested it and stands in for the seller', async () => {
      await rejected(ADMIN, [SALES]);
      expect(toldOf(REJECTED)).toEqual(ADMINS);
    });

    it('is not told to an admin who requested it and may not see it any more', async () => {
      await test.get(StaffProjects).set(idOf(LATA), null);
      const { paymentId } = await sellAndPay(test, seller);
      expect((await refund(await test.as({ ...LATA, password }), paymentId, 30_000)).status).toBe(200);
      await test.get(StaffProjects).set(idOf(LATA), ['lake-view']);
      await rejectLater();
      expect(toldOf(REJECTED)).toEqual([SALES.email]);
    });
  });

  it('of a review go to the active admins of the project once the seller has left', async () => {
    const link = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-nb');
    await disable(SALES);
    await test.bank.fault('status', 'different-amount', { times: 0 });
    await verify(test.client(), await comeBack(test.client(), fields));
    await test.settle();
    expect(toldOf('Please look: a Silver payment needs review')).toEqual(ADMINS);
  });

  it('of a review go to the seller alone while the account is active', async () => {
    await sellWithFault(test, seller, 'different-amount');
    expect(toldOf('Please look')).toEqual([SALES.email]);
  });

  it('of late money go to the active admins of the project once the seller has left', async () => {
    const { paymentId } = await createLink(seller, 'silver');
    const page = await pressPay(test.client(), paymentId);
    await test.bank.press(page, 'decline');
    await seller.post(`/api/payments/check-status/${paymentId}`);
    await test.bank.press(page, 'pay-close-tab');
    await disable(SALES);
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    expect(await statusOf(test.client(), paymentId)).toBe('completed');
    expect(toldOf('Late payment: token SI-')).toEqual(ADMINS);
    expect(await keysOf('payment-late', paymentId)).toEqual(
      ADMINS.map((email) => `payment-late:${paymentId}:user-${idOf({ email })}`),
    );
  });
});
