import { afterEach, describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import { createLink, pressPay, statusOf } from '../support/sales.js';
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
});
