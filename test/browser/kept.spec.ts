import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { textsIn } from '../../src/contracts/words/index.js';
import { inspect } from '../support/browser.js';
import { createUpgrade } from '../support/upgrades.js';
import { stage } from './stage.js';
import { heading, says, sees, soon } from './steps.js';

const WORDS = textsIn('en');
const PNG = '89504e470d0a1a0a';

/** What the customer keeps: the number as a picture, the receipt, and the page that says it is genuine. */
describe('what the customer keeps', () => {
  const on = stage();

  it('the token number is the first thing on a paid page, and is saved as a picture of its own', async () => {
    const { path, tokenNumber } = await on.paid('platinum');
    const page = await on.visit(path);
    const first = await page.getByRole('main').innerText();
    expect(first.indexOf(tokenNumber)).toBeGreaterThanOrEqual(0);
    expect(first.indexOf(tokenNumber)).toBeLessThan(first.indexOf('Platinum token'));
    expect(first.indexOf(tokenNumber)).toBeLessThan(first.indexOf('Payment Completed'));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: WORDS.saveToken }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${tokenNumber}.png`);
    const picture = readFileSync(await file.path());
    expect(picture.subarray(0, 8).toString('hex')).toBe(PNG);
    // Square, and more than an empty sheet.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1080]);
    expect(picture.length).toBeGreaterThan(10_000);
    expect(picture.length).toBeLessThan(200_000);
    await inspect(page, 'kept-paid');
  });

  it('a picture that cannot be made is said, with what to do instead', async () => {
    const { path } = await on.paid('silver');
    const page = await on.visit(path, {
      before: (each) => each.addInitScript('HTMLCanvasElement.prototype.toBlob = (done) => done(null);'),
    });
    await page.getByRole('button', { name: WORDS.saveToken }).click();
    await says(page, WORDS.script.saveFailed);
  });

  it('the code on the receipt leads to the page that says how it stands', async () => {
    const { path, paymentId, tokenNumber } = await on.paid();
    const page = await on.visit(`${path}/receipt`);
    await page.getByRole('link', { name: WORDS.receipt.check }).click();
    await heading(page, WORDS.receiptCheck.genuine);
    expect(new URL(page.url()).pathname).toBe(`/receipt/${paymentId}`);
    await sees(page, WORDS.receiptCheck.states.valid);
    await sees(page, tokenNumber);
    await inspect(page, 'kept-check');
    const upgrade = await createUpgrade(await on.program(), paymentId);
    await on.settle(upgrade);
    await page.reload();
    await sees(page, WORDS.receiptCheck.states.upgraded);
    await sees(page, /^PL-\d{6}$/);
    await page.goto(`/payment/${upgrade}/receipt`);
    await heading(page, /^Receipt RC-/);
    await inspect(page, 'kept-upgrade-receipt');
  });

  it('a fresh link has no warning, and names the customer and the last moment to pay', async () => {
    const { path } = await on.link('gold', {
      customerData: { name: 'Ravi Teja', email: `ravi${Date.now()}@example.com` },
    });
    const page = await on.visit(path);
    const card = page.locator('.pub-card').first();
    await card.getByText('Ravi', { exact: true }).waitFor();
    await card.getByText(WORDS.facts.payUntil).waitFor();
    await soon(async () => expect(await card.locator('.pub-status').count()).toBe(0));
    await soon(async () => expect(await page.getByText('Teja').count()).toBe(0));
    await heading(page, WORDS.payment.alreadyPaid);
    await inspect(page, 'kept-fresh');
  });
});
