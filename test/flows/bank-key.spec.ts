import { afterEach, describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import { createLink, pressPay, statusOf, verify } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const OLD_KEY = 'the-key-before-this-one';

/** While the bank changes a merchant's key, messages signed before the change still arrive after it. */
describe('a change of the bank key', () => {
  let test: TestApp;
  afterEach(() => test.close());

  /** The bank's advice of a payment, signed with the key it had then. @returns the status of our answer */
  const adviseWithOldKey = async () => {
    const link = await createLink(await test.as(SALES), 'silver');
    const fields = await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-nb');
    const message = Object.fromEntries([...(fields ?? [])].filter(([name]) => name.toLowerCase() !== 'securehash'));
    const secureHash = secureHashV1(message, OLD_KEY);
    const { status } = await test.client().postForm('/api/gateway/callback', { ...message, secureHash });
    await test.settle();
    return { status, payment: await statusOf(test.client(), link.paymentId) };
  };

  it('a message signed with the key before is believed enough to ask the bank', async () => {
    test = await TestApp.start({ env: { GATEWAY_SECRET_KEY_PREVIOUS: OLD_KEY } });
    expect(await adviseWithOldKey()).toEqual({ status: 200, payment: 'completed' });
  });

  it('and is a forgery once that key is retired', async () => {
    test = await TestApp.start();
    expect(await adviseWithOldKey()).toEqual({ status: 400, payment: 'initiated' });
  });

  it.each(['/api/gateway/callback', '/payment/verify'])(
    'a message to %s that could not be read when it first came is believed when it can be',
    async (address) => {
      test = await TestApp.start();
      const link = await createLink(await test.as(SALES), 'silver');
      const fields = await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-nb');
      const send = async (type: string) => {
        const body = new URLSearchParams([...(fields ?? [])] as [string, string][]).toString();
        const answer = await fetch(test.url + address, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': type },
          body,
        });
        await test.settle();
        return { status: answer.status, event: answer.headers.get('location') };
      };
      const first = await send('application/json');
      expect(await statusOf(test.client(), link.paymentId)).toBe('initiated');
      const again = await send('application/x-www-form-urlencoded');
      expect(again.event).toBe(first.event);
      if (address !== '/payment/verify') expect([first.status, again.status]).toEqual([400, 200]);
      else {
        const event = new URL(again.event ?? '', test.url).searchParams.get('event') ?? '';
        expect((await verify(test.client(), event)).body.data.state).toBe('completed');
      }
      expect(await statusOf(test.client(), link.paymentId)).toBe('completed');
    },
  );
});
