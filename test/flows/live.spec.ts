import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import type { LivePayment } from '../../src/contracts/live.js';
import type { Principal } from '../../src/http/index.js';
import { LiveEvents } from '../../src/live/index.js';
import type { LiveHello } from '../../src/contracts/live.js';
import { LiveStreams } from '../../src/modules/live/live-streams.js';
import { StaffService } from '../../src/modules/auth/index.js';
import { Overloaded } from '../../src/runtime/overloaded.js';
import { Client } from '../support/client.js';
import { EventReader } from '../support/event-reader.js';
import { HOUR } from '../support/fake-clock.js';
import { eventually } from '../support/product-process.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink, pressPay } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt } from '../support/upgrades.js';

describe('live events', () => {
  let test: TestApp;
  const readers: EventReader[] = [];

  beforeAll(async () => {
    test = await TestApp.start();
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await eventually('all streams are gone', () => test.get(LiveStreams).size === 0);
  });
  afterAll(() => test.close());

  async function listen(client: Client): Promise<EventReader> {
    const reader = await EventReader.open(client);
    readers.push(reader);
    return reader;
  }
  /** The reader hears everything in order: what was said before the mark has arrived when the mark has. */
  async function mark(...to: EventReader[]): Promise<void> {
    const seller = await test.as(SALES);
    const other = await test.as(OTHER_SALES);
    for (const each of [seller, other]) {
      const { paymentId } = await createLink(each, 'silver');
      await test.client().get(`/payment/${paymentId}`);
    }
    for (const reader of to) await reader.until('the mark', () => reader.named('payment').some(isOpened));
  }
  const isOpened = ({ data }: { data: { kind: string } }) => data.kind === 'opened';

  it('nobody but staff', async () => {
    const { status, body } = await test.client().get('/api/events');
    expect([status, body.error]).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('answers as a stream that nothing on the way holds back', async () => {
    const reader = await listen(await test.as(SALES));
    const { headers } = reader.response;
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-encoding')).toBeNull();
    expect(reader.text).toMatch(/^retry: \d{4}\n\nid: 1\nevent: hello\ndata: \{"changedAt":"[^"]+Z"\}\n\n$/);
    await test.get(LiveStreams).beat();
    await reader.until('a comment', () => reader.text.endsWith(': beat\n\n'));
  });

  it('begins with the time of the last change', async () => {
    const seller = await test.as(SALES);
    const changedAt = async () => {
      const reader = await listen(seller);
      const [hello] = reader.named('hello');
      if (!hello) throw new Error('a stream without a beginning');
      return Date.parse((hello.data as LiveHello).changedAt);
    };
    const before = await changedAt();
    expect(await changedAt()).toBe(before);
    await sellAndPay(test, seller, 'silver');
    expect(await changedAt()).toBeGreaterThan(before);
  });

  it('a HEAD request opens nothing', async () => {
    const seller = await test.as(SALES);
    expect((await seller.call('HEAD', '/api/events', {})).status).toBe(200);
    expect(test.get(LiveStreams).size).toBe(0);
  });

  it('the sale is told to its seller and to admins, to nobody else', async () => {
    const seller = await test.as(SALES);
    const [own, other, admin] = [
      await listen(seller),
      await listen(await test.as(OTHER_SALES)),
      await listen(await test.as(ADMIN)),
    ];
    const { paymentId } = await createLink(seller, 'gold');
    const customer = test.client();
    await customer.get(`/payment/${paymentId}`);
    await customer.get(`/payment/${paymentId}`);
    await payAt(test, paymentId);
    for (const reader of [own, admin]) {
      await reader.until('completed', () => reader.about(paymentId).some(({ status }) => status === 'completed'));
      const events = reader.about(paymentId).map(({ kind, status }) => `${kind} ${status}`);
      expect(events).toEqual(['opened pending', 'status initiated', 'status completed']);
    }
    const { data } = (await seller.get('/api/sales-manager/dashboard')).body;
    const [row] = (data.customers ?? data.allCustomers ?? data).filter(
      (each: { paymentId: string }) => each.paymentId === paymentId,
    );
    expect(own.about(paymentId).at(-1)).toEqual({
      paymentId,
      kind: 'status',
      status: 'completed',
      statusLabel: 'Payment Completed',
      tokenNumber: row.tokenNumber,
      tokenType: 'gold',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(own.named('payment').map(({ id }) => Number(id))).toEqual([2, 3, 4]);
    await mark(other);
    expect(other.about(paymentId)).toEqual([]);
  });

  it('refunds and upgrades are told as changes of the payment', async () => {
    const seller = await test.as(SALES);
    await switchRefunds(test, true);
    const [part, gold] = [await sellAndPay(test, seller, 'silver'), await sellAndPay(test, seller, 'gold')];
    const reader = await listen(seller);
    expect((await refund(seller, part.paymentId, 40)).status).toBe(200);
    await reader.until('the refund', () => reader.about(part.paymentId).length >= 2);
    expect(new Set(reader.about(part.paymentId).map(({ kind }) => kind))).toEqual(new Set(['changed']));
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    await reader.until('the upgrade', () => reader.about(gold.paymentId).length === 1);
    await payAt(test, upgradeId);
    await reader.until('the paid upgrade', () => reader.about(gold.paymentId).length >= 2);
    expect(reader.about(gold.paymentId).map(({ kind }) => kind)).not.toContain('status');
    expect(reader.about(upgradeId).map(({ status }) => status)).toContain('completed');
  });

  it('what is undone is not told', async () => {
    const seller = await test.as(SALES);
    await switchRefunds(test, true);
    const { paymentId } = await sellAndPay(test, seller, 'silver');
    const reader = await listen(seller);
    // Reserves first and refuses then.
    expect((await refund(seller, paymentId, 100.01)).status).toBe(400);
    await mark(reader);
    expect(reader.about(paymentId)).toEqual([]);
  });

  describe('ends with its session', () => {
    it('at logout, at once, for the cookie as well', async () => {
      const browser = await signedInByForm();
      const stays = await listen(await test.as(SALES));
      const reader = await listen(browser);
      expect((await browser.post('/api/logout')).status).toBe(200);
      await reader.until('the end', () => reader.ended);
      expect(reader.named('end').map(({ data }) => data)).toEqual([{ reason: 'session' }]);
      expect(stays.ended).toBe(false);
    });

    it('with the account', async () => {
      const staff = test.get(StaffService);
      const person = { name: 'Leela Das', email: 'leela@example.com', password: 'a long enough phrase' };
      const { id } = await staff.create({ ...person, role: 'sales_manager' });
      const reader = await listen(await test.as(person));
      await staff.disable(id);
      await reader.until('the end', () => reader.ended);
      await staff.enable(id);
      const again = await listen(await test.as(person));
      await staff.resetPassword(id);
      await again.until('the end', () => again.ended);
    });

    it('when it has been idle for too long: listening is no use of it', async () => {
      const reader = await listen(await test.as(SALES));
      test.clock.advance(0.4 * HOUR);
      await test.get(LiveStreams).beat();
      expect(reader.ended).toBe(false);
      test.clock.advance(0.2 * HOUR);
      await test.get(LiveStreams).beat();
      await reader.until('the end', () => reader.ended);
    });
  });

  it('a ninth stream of one user takes the place of the first, which is told not to come back', async () => {
    const seller = await test.as(SALES);
    const nine: EventReader[] = [];
    for (let at = 0; at < 9; at += 1) nine.push(await listen(seller));
    await nine[0]?.until('replaced', () => nine[0]?.ended === true);
    expect(nine[0]?.named('end').map(({ data }) => data)).toEqual([{ reason: 'replaced' }]);
    expect(nine.slice(1).some(({ ended }) => ended)).toBe(false);
    expect(test.get(LiveStreams).size).toBe(8);
  });

  it('a reader that takes nothing is cut off, the others stay', async () => {
    const seller = await test.as(SALES);
    const reader = await listen(seller);
    const socket = connect(test.settings.port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${seller.token}\r\n\r\n`);
    await eventually('both are open', () => test.get(LiveStreams).size === 2);
    const { paymentId } = await createLink(seller, 'silver');
    await test.client().get(`/payment/${paymentId}`);
    await reader.until('an event', () => reader.about(paymentId).length === 1);
    const [event] = reader.about(paymentId);
    const { userId } = await principalOf(seller);
    const payment = { ...(event as LivePayment), statusLabel: 'x'.repeat(4_000) };
    // More than the buffers of the system take.
    for (let batch = 0; batch < 3_000 && test.get(LiveStreams).size === 2; batch += 1) {
      for (let at = 0; at < 4; at += 1)
        test.get(LiveEvents).publish({ type: 'payment', salesManagerId: userId, payment });
      await pause(1);
    }
    await eventually('one is left', () => test.get(LiveStreams).size === 1);
    socket.destroy();
    expect(reader.ended).toBe(false);
  });

  it('a link that is pressed but not paid is told as well', async () => {
    const seller = await test.as(SALES);
    const reader = await listen(seller);
    const { paymentId } = await createLink(seller, 'silver');
    await test.bank.press(await pressPay(test.client(), paymentId), 'decline');
    await seller.post(`/api/payments/check-status/${paymentId}`);
    await reader.until('failed', () => reader.about(paymentId).some(({ status }) => status === 'failed'));
  });

  async function principalOf(client: Client): Promise<{ userId: number }> {
    const { body } = await client.get('/api/auth/me');
    return { userId: Number(body.data.id) };
  }

  async function signedInByForm(): Promise<Client> {
    const browser = test.client();
    await browser.get('/login');
    const { status } = await browser.post('/login', { email: SALES.email, password: SALES.password });
    expect(status).toBeLessThan(400);
    return browser;
  }
});

it('opens none during a stop, not even in the place of another', async () => {
  const own = await TestApp.start();
  const seller = await own.as(SALES);
  const streams = own.get(LiveStreams);
  const readers: EventReader[] = [];
  for (let at = 0; at < 8; at += 1) readers.push(await EventReader.open(seller));
  const { body } = await seller.get('/api/auth/me');
  streams.onModuleDestroy();
  // At once, while the eight have not closed yet.
  const late = { req: { method: 'GET' } } as Response;
  expect(() => streams.open({ userId: Number(body.data.id) } as Principal, late)).toThrow(Overloaded);
  expect((await seller.get('/api/events')).status).toBe(503);
  for (const reader of readers) await reader.until('the end', () => reader.ended);
  expect(readers.flatMap((reader) => reader.named('end'))).toEqual([]);
  await own.close();
});

it('does not hold up a stop', async () => {
  const own = await TestApp.start();
  const reader = await EventReader.open(await own.as(SALES));
  const started = Date.now();
  await own.close();
  // Requests under way are waited for that long.
  expect(Date.now() - started).toBeLessThan(10_000);
  await reader.until('the end', () => reader.ended);
  // The browser comes back by itself, to whatever serves then.
  expect(reader.named('end')).toEqual([]);
});
