import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IdempotencyKeyEntity } from '../../src/database/entities/idempotency-key.entity.js';
import { OutboxRepository } from '../../src/mail/outbox.repository.js';
import { AttemptsRepository, PollService } from '../../src/modules/payments/index.js';
import { RefundsRepository } from '../../src/modules/refunds/refunds.repository.js';
import type { Client } from '../support/client.js';
import { DAY, HOUR, MINUTE, SECOND } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { correctContact } from '../support/links.js';
import { sampled } from '../support/long.js';
import { MailCatcher } from '../support/mail-catcher.js';
import { refund, refundRow, refundsAtBank, sellAndPay, switchRefunds } from '../support/refunds.js';
import { oneReview } from '../support/reviews.js';
import { comeBack, createLink, linkBody, pressPay, statusOf, verify } from '../support/sales.js';
import { reconcile } from '../support/settlements.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, endUpgrade, tokenOf } from '../support/upgrades.js';

/** The clock runs ahead, work is done and written down, and then the clock is set right. */
describe.each(
  sampled(
    [
      ['a day', DAY],
      ['five and a half hours', 5.5 * HOUR],
    ] as const,
    ([, ahead]) => ahead === DAY,
  ),
)('a clock that ran %s ahead', (_name, ahead) => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({ env: { SMTP_URL: catcher.url } });
    await switchRefunds(test, true);
    customer = test.client();
  });
  beforeEach(async () => {
    seller = await test.staff(SALES);
  });
  afterEach(async () => {
    catcher.refusing = false;
    await test.bank.clearFaults();
    await test.settle();
    await expectInvariants(test);
  });
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const query = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  /** Sessions of the other time are not alive any more. */
  const whileAhead = async (work: () => Promise<unknown>) => {
    test.clock.advance(ahead);
    seller = await test.staff(SALES);
    await work();
    await test.settle();
    test.clock.advance(-ahead);
    seller = await test.staff(SALES);
  };
  const isFoundWithinADay = async (paymentId: string) => {
    for (let hour = 0; hour < 25; hour += 1) {
      test.clock.advance(HOUR);
      await test.poll();
      if ((await statusOf(customer, paymentId)) === 'completed') break;
    }
    expect(await statusOf(customer, paymentId)).toBe('completed');
  };
  const checkStatus = async (paymentId: string) =>
    (await seller.post(`/api/payments/check-status/${paymentId}`)).body.data.status as string;

  it('check-status asks the bank at once', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await whileAhead(() => checkStatus(link.paymentId));
    await test.bank.press(page, 'pay-close-tab');
    expect(await checkStatus(link.paymentId)).toBe('completed');
  });

  it('the poll job asks on its ordinary schedule, whoever asked while it ran ahead', async () => {
    const [polled, checked] = [await createLink(seller, 'silver'), await createLink(seller, 'silver')];
    const pages = [await pressPay(customer, polled.paymentId), await pressPay(customer, checked.paymentId)];
    await whileAhead(async () => {
      await test.poll();
      for (let round = 0; round < 8; round += 1) {
        test.clock.advance(MINUTE);
        await test.poll();
        test.clock.advance(-MINUTE);
      }
      await checkStatus(checked.paymentId);
    });
    for (const page of pages) await test.bank.press(page, 'pay-close-tab');
    await test.poll();
    for (const { paymentId } of [polled, checked]) expect(await statusOf(customer, paymentId)).toBe('completed');
  });

  it('the lease of a process that died then holds nobody up', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await whileAhead(async () => {
      const leased = await test.get(AttemptsRepository).leaseDue(100, 'dead', MINUTE);
      expect(leased.map(({ invoiceNo }) => invoiceNo)).toContain(link.invoiceNo);
    });
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(MINUTE);
    await test.poll();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
  });

  it('a lease that is still held keeps others away', async () => {
    const link = await createLink(seller, 'silver');
    await pressPay(customer, link.paymentId);
    const attempts = test.get(AttemptsRepository);
    test.clock.advance(MINUTE);
    const [row] = await query('SELECT id FROM payment_attempts WHERE invoice_no = ?', [link.invoiceNo]);
    expect(await attempts.lease(Number(row.id), MINUTE)).not.toBeNull();
    expect(await attempts.lease(Number(row.id), MINUTE)).toBeNull();
    test.clock.advance(2 * MINUTE);
  });

  it('what was closed then is watched for late money', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await whileAhead(async () => {
      await test.bank.press(page, 'decline');
      expect(await checkStatus(link.paymentId)).toBe('failed');
    });
    await test.bank.press(page, 'pay-close-tab');
    await isFoundWithinADay(link.paymentId);
  });

  it.each([0, 4])('what was closed %i days before a clock that ran nine days ahead is watched on', async (days) => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await test.bank.press(page, 'decline');
    expect(await checkStatus(link.paymentId)).toBe('failed');
    for (let day = 0; day < days; day += 1) {
      test.clock.advance(DAY);
      await test.poll();
    }
    test.clock.advance(9 * DAY);
    await test.poll();
    await test.poll();
    test.clock.advance(-9 * DAY);
    await test.bank.press(page, 'pay-close-tab');
    await isFoundWithinADay(link.paymentId);
    seller = await test.staff(SALES);
  });

  it.each([72, 5])(
    'a sale that was paid then on the link before this one, with %s h left, is not paid again',
    async (left) => {
      const link = await createLink(seller, 'silver');
      test.clock.advance((72 - left) * HOUR);
      seller = await test.staff(SALES);
      const page = await pressPay(customer, link.paymentId);
      await test.bank.press(page, 'decline');
      expect(await checkStatus(link.paymentId)).toBe('failed');
      const contact = { name: 'Asha Rao', email: 'asha.rao@example.com' };
      const { body } = await correctContact(seller, link.paymentId, contact);
      const inPlace = body.data.paymentId as string;
      await whileAhead(async () => {
        await test.bank.press(page, 'pay-close-tab');
        expect(await checkStatus(link.paymentId)).toBe('completed');
      });
      expect(await statusOf(customer, inPlace)).toBe('pending');
      const pay = await customer.post(`/api/payments/${inPlace}/initiate`);
      expect([pay.status, pay.body.error]).toEqual([409, 'ALREADY_PAID']);
      // Given back in full, the sale can be paid again.
      await refund(seller, link.paymentId, 100);
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(HOUR);
      await test.poll();
      expect(await statusOf(customer, link.paymentId)).toBe('refunded');
      expect(await pressPay(customer, inPlace)).toContain(test.bank.url);
    },
  );

  it('an upgrade that was paid then is not paid again on the link after it', async () => {
    const gold = await sellAndPay(test, seller);
    const { upgradeId, page } = await endUpgrade(test, await createUpgrade(seller, gold.paymentId));
    const later = await createUpgrade(seller, gold.paymentId);
    await pressPay(customer, later);
    await whileAhead(async () => {
      await test.bank.press(page, 'pay-close-tab');
      expect(await checkStatus(upgradeId)).toBe('completed');
    });
    expect(await statusOf(customer, later)).toBe('initiated');
    const pay = await customer.post(`/api/payments/${later}/initiate`);
    expect([pay.status, pay.body.error]).toEqual([409, 'UPGRADE_CLOSED']);
    expect(await tokenOf(test, gold.paymentId)).toMatchObject({ status: 'upgraded' });
  });

  it('a return of now is not answered by a refusal of then', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await whileAhead(async () => {
      await test.bank.press(page, 'decline');
      expect(await checkStatus(link.paymentId)).toBe('failed');
    });
    const { body } = await verify(customer, await comeBack(customer, await test.bank.press(page, 'pay-nb')));
    expect(body.data.state).toBe('completed');
  });

  it('nor by one of an instance whose clock is ahead by less than a minute, which may be older than the return', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    test.clock.advance(50 * SECOND);
    await test.bank.press(page, 'decline');
    expect(await checkStatus(link.paymentId)).toBe('failed');
    test.clock.advance(-50 * SECOND);
    const fields = await test.bank.press(page, 'pay-nb');
    // The check that follows the return takes a while; the page asks meanwhile.
    await test.bank.fault('status', 'slow-drip', { ms: 2 });
    const { body } = await verify(customer, await comeBack(customer, fields));
    expect(body.data.state).toBe('completed');
  });

  it('refunds are followed, also one whose lease was taken then', async () => {
    const [one, other] = [await sellAndPay(test, seller, 'silver'), await sellAndPay(test, seller, 'silver')];
    const ids = [(await refund(seller, one.paymentId, 100)).body.data.refundId as string];
    ids.push((await refund(seller, other.paymentId, 100)).body.data.refundId as string);
    await whileAhead(async () => {
      for (let round = 0; round < 3; round += 1) {
        test.clock.advance(HOUR);
        await test.poll();
        test.clock.advance(-HOUR);
      }
      test.clock.advance(2 * HOUR);
      const leased = await test.get(RefundsRepository).leaseDue(100, 'dead', MINUTE);
      expect(leased.length).toBeGreaterThan(0);
      test.clock.advance(-2 * HOUR);
    });
    await test.bank.control({ op: 'settle-refunds' });
    await test.poll();
    expect(await refundRow(seller, one.paymentId, ids[0]!)).toMatchObject({ status: 'completed' });
    expect(await refundRow(seller, other.paymentId, ids[1]!)).toMatchObject({ status: 'completed' });
  });

  it('a refund that the bank refuses at the second order ends within the ordinary time', async () => {
    const link = await sellAndPay(test, seller, 'silver');
    await test.bank.fault('refund', 'reset-before');
    let refundId = '';
    await whileAhead(async () => {
      const { body } = await refund(seller, link.paymentId, 100);
      refundId = body.data.refundId as string;
    });
    await test.bank.fault('refund', 'code', { code: 'P1112', text: 'Refund not allowed', times: 0 });
    await test.poll();
    test.clock.advance(HOUR);
    await test.poll();
    test.clock.advance(HOUR);
    await test.poll();
    seller = await test.staff(SALES);
    expect(await refundRow(seller, link.paymentId, refundId)).toMatchObject({ status: 'rejected' });
    expect(await refundsAtBank(test, link.paymentId)).toEqual([]);
  });

  it('a refund whose second order failed then ends within the ordinary time', async () => {
    const link = await sellAndPay(test, seller, 'silver');
    await test.bank.fault('refund', 'code', { code: '0399', text: 'Failed', times: 0 });
    let refundId = '';
    await whileAhead(async () => {
      const { body } = await refund(seller, link.paymentId, 100);
      refundId = body.data.refundId as string;
      test.clock.advance(MINUTE);
      await test.poll();
      test.clock.advance(-MINUTE);
    });
    for (let round = 0; round < 2; round += 1) {
      await test.poll();
      test.clock.advance(HOUR);
    }
    await test.poll();
    seller = await test.staff(SALES);
    expect(await refundRow(seller, link.paymentId, refundId)).toMatchObject({ status: 'rejected', failure: 'Failed' });
    expect(await refundsAtBank(test, link.paymentId)).toEqual([]);
  });

  it('a refund that was completed then is asked about on the next day', async () => {
    const link = await sellAndPay(test, seller, 'silver');
    await refund(seller, link.paymentId, 100);
    await whileAhead(async () => {
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(HOUR);
      await test.poll();
      test.clock.advance(-HOUR);
    });
    const [sent] = await refundsAtBank(test, link.paymentId);
    await test.bank.control({ op: 'return-refund', refundRef: sent?.refundRef });
    test.clock.advance(DAY);
    await test.poll();
    expect(await oneReview(test, link.paymentId)).toMatchObject({ reason: 'refund_reversed' });
  });

  it('mails go out: new ones, those that were tried in vain, and those that a dead process held', async () => {
    catcher.refusing = true;
    const receipts = () => catcher.mails.filter(({ subject }) => /receipt|payment/i.test(subject)).length;
    await test.poll();
    await test.settle();
    const before = receipts();
    await whileAhead(async () => {
      await sellAndPay(test, seller, 'silver');
      await sellAndPay(test, seller, 'silver');
      await test.settle();
      test.clock.advance(MINUTE + SECOND);
      await test.get(OutboxRepository).leaseDue(1);
      test.clock.advance(-MINUTE - SECOND);
    });
    catcher.refusing = false;
    await test.poll();
    await test.settle();
    expect(receipts()).toBeGreaterThanOrEqual(before + 2);
    expect(await query('SELECT id FROM mail_outbox WHERE next_attempt_at IS NOT NULL')).toEqual([]);
  });

  it('a reconciliation that was cut off then does not hold the next one up', async () => {
    const admin = await test.staff(ADMIN);
    expect((await reconcile(admin, test)).status).toBe(200);
    const later = new Date(test.clock.now().getTime() + ahead).toISOString().replace('T', ' ').replace('Z', '');
    await query(
      "UPDATE settlement_runs SET status = 'running', open_day = day, finished_at = NULL, started_at = ?, alive_at = ? WHERE id = (SELECT id FROM (SELECT MAX(id) AS id FROM settlement_runs) AS last)",
      [later, later],
    );
    expect((await reconcile(admin, test)).body.data?.status).toBe('completed');
  });

  it('a key whose first call died then is free again', async () => {
    const key = `ahead-${ahead}`;
    const body = linkBody('silver');
    const { status } = await seller.post('/api/payments/create-link', body, { 'idempotency-key': key });
    expect(status).toBe(201);
    await test
      .get(DataSource)
      .getRepository(IdempotencyKeyEntity)
      .update(
        { keyValue: key },
        { state: 'running', responseBody: null, updatedAt: new Date(test.clock.now().getTime() + ahead) },
      );
    const again = await seller.post('/api/payments/create-link', body, { 'idempotency-key': key });
    expect(again.body.error).not.toBe('IDEMPOTENCY_RUNNING');
  });

  it('whoever chose a password then can sign in with it, and go on', async () => {
    const newPassword = `velvet-anchor-${ahead}-plum`;
    await whileAhead(async () => {
      const other = await test.as(OTHER_SALES);
      const changed = await other.post('/api/account/password', {
        currentPassword: OTHER_SALES.password,
        newPassword,
      });
      expect(changed.status).toBe(200);
    });
    const other = await test.as({ ...OTHER_SALES, password: newPassword });
    expect((await other.get('/api/auth/me')).status).toBe(200);
    await other.post('/api/account/password', { currentPassword: newPassword, newPassword: OTHER_SALES.password });
    // The change of the password has ended the session that was there before it.
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await (await test.as(OTHER_SALES)).get('/api/auth/me')).status).toBe(200);
  });

  it('a wrong password then holds nobody up, and counts', async () => {
    const guess = async (password: string) => {
      const { status, body } = await test.client().post('/api/login', { ...OTHER_SALES, password });
      return status === 200 ? 200 : (body.error as string);
    };
    await whileAhead(() => guess('a typing mistake'));
    expect(await guess(OTHER_SALES.password)).toBe(200);
    // A delay of a second must not pass by itself.
    await whileAhead(() =>
      test.clock.hold(async () => {
        for (let failures = 0; failures < 5; failures += 1) await guess('a typing mistake');
        expect(await guess(OTHER_SALES.password)).toBe('LOGIN_THROTTLED');
      }),
    );
    await test.clock.hold(async () => {
      expect(await guess('a typing mistake')).toBe('INVALID_CREDENTIALS');
      // The sixth.
      test.clock.advance(SECOND);
      expect(await guess(OTHER_SALES.password)).toBe('LOGIN_THROTTLED');
      test.clock.advance(SECOND);
      expect(await guess(OTHER_SALES.password)).toBe(200);
    });
  });

  it('a session that began then knows the end of 30 idle minutes', async () => {
    let then = test.client();
    await whileAhead(async () => {
      then = await test.as(OTHER_SALES);
      expect((await then.get('/api/auth/me')).status).toBe(200);
    });
    test.clock.advance(31 * MINUTE);
    expect((await then.get('/api/auth/me')).status).toBe(401);
    const { body } = await (await test.as(OTHER_SALES)).get('/api/account/sessions');
    const times = (body.data as { lastSeenAt: string }[]).map(({ lastSeenAt }) => Date.parse(lastSeenAt));
    expect(Math.max(...times)).toBeLessThanOrEqual(test.clock.now().getTime());
  });

  it('but one that an instance whose clock is ahead by less than a minute has used goes on', async () => {
    const other = await test.as(OTHER_SALES);
    test.clock.advance(2 * MINUTE);
    expect((await other.get('/api/auth/me')).status).toBe(200);
    test.clock.advance(-50 * SECOND);
    expect((await other.get('/api/auth/me')).status).toBe(200);
    test.clock.advance(29 * MINUTE);
    expect((await other.get('/api/auth/me')).status).toBe(200);
  });

  it('one gateway call a payment and run, however the due times were written', async () => {
    const link = await createLink(seller, 'silver');
    await pressPay(customer, link.paymentId);
    await whileAhead(() => test.poll());
    const asked = async () => {
      const [row] = await query("SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = 'status' AND reference = ?", [
        link.invoiceNo,
      ]);
      return Number(row.n);
    };
    const before = await asked();
    for (let run = 0; run < 3; run += 1) await test.get(PollService).runOnce();
    expect(await asked()).toBe(before + 1);
  });

  it('a run of the poll job then does not keep the head of the audit chain out of the log', async () => {
    const logged = jest.spyOn(Logger.prototype, 'log');
    const heads = () => logged.mock.calls.filter(([line]) => (line as { msg?: string }).msg === 'audit chain').length;
    try {
      await whileAhead(() => test.poll());
      const before = heads();
      await createLink(seller, 'silver');
      await test.settle();
      await test.poll();
      expect(heads()).toBe(before + 1);
    } finally {
      logged.mockRestore();
    }
  });

  it('nor the old links and sessions in the database', async () => {
    await whileAhead(() => test.poll());
    await query(
      `INSERT INTO one_time_tokens (kind, user_id, token_hash, attempts, expires_at, created_at)
       SELECT 'reset', MIN(id), ?, 0, '2020-01-01 00:00:00.000', '2020-01-01 00:00:00.000' FROM users`,
      ['0'.repeat(64)],
    );
    await test.poll();
    expect(await query("SELECT id FROM one_time_tokens WHERE expires_at < '2021-01-01 00:00:00.000'")).toEqual([]);
  });
});
