import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { textsIn } from '../../src/contracts/words/index.js';
import { HOUR } from '../support/fake-clock.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt } from '../support/upgrades.js';

const HI = textsIn('hi');
/** Names, numbers and addresses, which no language translates. */
const NAMES =
  /ICICI Bank|IST|UPI|PDF|\bRF[1-9A-Z]{18}\b|\b[ap]m\b|\b(?:RC|GO|PL|SI)-\d{6}|\b(?:GO|PL|SI)\b|\S+@\S+|Customer|English|[0-9a-z]{26}/g;

/** What a reader sees of a document, its title first. */
function linesOf(html: string): string[] {
  return (
    html
      .replaceAll(/<(script|style|noscript)[^>]*>.*?<\/\1>/gs, '')
      // What the bank said stays in its own language.
      .replaceAll(/<bdi lang="en".*?<\/bdi>/gs, '')
      .replaceAll(/<wbr\/?>/g, '')
      .replaceAll(/<[^>]*>/g, '\n')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  );
}

/** The pages of a customer in every state that a payment can be in. */
describe('the customers’ pages in Hindi', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  afterAll(() => test.close());

  async function read(path: string): Promise<string> {
    const { text } = await test.client().get(path, { headers: { 'Accept-Language': 'hi-IN' } });
    const lines = linesOf(text);
    const { company } = test.settings;
    const own = [company.name, company.officeAddress];
    const logo = company.name.charAt(0);
    const english = lines.filter((line) => {
      const rest = own.reduce((left, name) => left.replaceAll(name, ''), line).replaceAll(NAMES, '');
      return line !== logo && /[A-Za-z]/.test(rest);
    });
    expect(english).toEqual([]);
    return lines.join(' ');
  }

  it('an upgrade: offered, and paid', async () => {
    const seller = await test.as(SALES);
    const { paymentId } = await sellAndPay(test, seller);
    const upgrade = await createUpgrade(seller, paymentId);
    const offered = await read(`/upgrade/${upgrade}`);
    expect(offered).toContain('टोकन अपग्रेड: गोल्ड से प्लैटिनम');
    expect(offered).toContain('उनचास हज़ार रुपये');
    expect(offered).toContain('अभी ₹49,000 का भुगतान करें');
    await payAt(test, upgrade);
    expect(await read(`/upgrade/${upgrade}`)).toContain(HI.yourToken);
    const receipt = await read(`/payment/${upgrade}/receipt`);
    expect(receipt).toContain('टोकन अपग्रेड: गोल्ड से प्लैटिनम');
    expect(receipt).toContain(HI.receipt.modes.NB);
  });

  it('a refund in part', async () => {
    const seller = await test.as(SALES);
    await switchRefunds(test, true);
    const { paymentId } = await sellAndPay(test, seller);
    expect((await refund(seller, paymentId, 1000)).status).toBe(200);
    const inPart = await read(`/payment/${paymentId}`);
    expect(inPart).toContain(HI.refunds.states.accepted);
    expect(await read(`/payment/${paymentId}/receipt`)).toContain(HI.refunds.title(1));
  });

  it.each([
    ['decline', HI.failures.declined.text],
    ['cancel', HI.failures.cancelled.text],
  ])('%s at the bank', async (outcome, text) => {
    const { paymentId } = await createLink(await test.as(SALES), 'silver');
    await payAt(test, paymentId, outcome);
    expect(await read(`/payment/${paymentId}`)).toContain(text);
  });

  it('a link that was withdrawn, and one that ran out', async () => {
    const seller = await test.as(SALES);
    const { paymentId } = await createLink(seller, 'platinum');
    const { status } = await seller.post(`/api/payments/${paymentId}/cancel-link`, { reason: 'Changed their mind' });
    expect(status).toBe(200);
    expect(await read(`/payment/${paymentId}`)).toContain(HI.state.withdrawn);
    const { paymentId: late } = await createLink(seller, 'silver');
    test.clock.advance(100 * HOUR);
    expect(await read(`/payment/${late}`)).toContain(HI.state.expired);
  });
});
