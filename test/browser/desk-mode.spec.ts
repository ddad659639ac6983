import { describe, expect, it } from '@jest/globals';
import type { Locator, Route } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { API } from '../../src/contracts/routes.js';
import { WAITING_MESSAGES } from '../../src/contracts/messages-waiting.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import {
  createButton,
  fillCustomer,
  fitsEveryWidth,
  focusedName,
  LAPTOP,
  linkOf,
  nextCustomer,
  PHONE,
  sell,
  seller,
  showsCodeOf,
  somebody,
} from './desk-steps.js';
import { stage } from './stage.js';
import { bankButton, bankPay, goToBank, heading, refusal, sees, soon, stopClock, VERIFIED, watchFor } from './steps.js';
import { formIsReady } from './waiting-steps.js';

/** From the bank's confirmation to green on the seller's screen. */
const GREEN_LIMIT_MS = 3000;
/** Until the page has drawn what came last. */
const FRAMES = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))`;

describe('the desk', () => {
  const on = stage();

  it('from the form to the code, and green by itself', async () => {
    const { page } = await seller(on, '/customer-form');
    const person = somebody('Asha Menon');
    const link = await sell(page, person);
    await heading(page, MESSAGES.desk.title(person.name));
    await sees(page, /^Not opened · created/);
    expect(await showsCodeOf(page, link)).toBe(true);
    await eventually('the next customer is one key away', async () =>
      (await focusedName(page)).startsWith('Next customer'),
    );
    await soon(async () => expect(await page.getByRole('button', { name: 'Create Another' }).count()).toBe(1));
    const text = await page.getByRole('main').innerText();
    for (const part of ['₹51,000', 'Gold', person.email, 'Link works until']) expect(text).toContain(part);
    await fitsEveryWidth(page, 'desk-waiting');

    await page.reload();
    expect(await showsCodeOf(page, link)).toBe(true);
    const customer = (await on.browser.visitor(PHONE)).page;
    await customer.goto(link);
    await sees(page, /^Opened \d/);
    await goToBank(customer);
    await sees(page, /^At the bank since/);
    await fitsEveryWidth(page, 'desk-bank');
    const green = await watchFor(page, /^Paid .+ · GO-\d{6}$/m);
    await bankPay(customer).click();
    await heading(customer, VERIFIED);
    await sees(page, /^Paid .+ · GO-\d{6}$/);
    const { updatedAt: paidAt } = await on.statusOf(new URL(page.url()).pathname.replace('/sales/', ''));
    expect((await green()) - Date.parse(paidAt)).toBeLessThan(GREEN_LIMIT_MS);
    await heading(page, MESSAGES.desk.paidBy(person.name));
    await soon(async () => expect(await page.locator('[data-celebrates]').count()).toBe(1));
    await fitsEveryWidth(page, 'desk-paid');
    await page.reload();
    await sees(page, /^Paid .+ · GO-\d{6}$/);
    await soon(async () => expect(await page.locator('[data-celebrates]').count()).toBe(0));
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('/dashboard');
  });

  it('a payment that failed says what to do, and the same code is paid again', async () => {
    const { page } = await seller(on, '/customer-form', PHONE);
    const link = await sell(page, somebody());
    const customer = (await on.browser.visitor(PHONE)).allow(refusal(400, '/api/payments/verify-callback')).page;
    await customer.goto(link);
    await goToBank(customer);
    await bankButton(customer, 'Decline').click();
    await heading(page, MESSAGES.desk.failedFor('Payment failed', 'Asha Menon'));
    await sees(page, 'Asha can pay again: the same code still works.');
    expect(await showsCodeOf(page, link)).toBe(true);
    await inspect(page, 'desk-failed');
    await customer.goto(link);
    await goToBank(customer);
    await bankPay(customer).click();
    await sees(page, /^Paid .+ · GO-\d{6}$/);
  });

  it('on a laptop the word of the new link covers nothing, and can be put away; on a phone the headline says it', async () => {
    const { page } = await seller(on, '/customer-form', LAPTOP);
    const person = somebody('Leela Nair');
    await sell(page, person);
    const toast = page.getByRole('alert').filter({ hasText: MESSAGES.link.created(person.name) });
    await toast.waitFor();
    // Wherever the page is scrolled to, what lies at the toast's points is the toast itself, and all else is beside it.
    const covered = `(() => {
      const toast = document.querySelector('[role="alert"][data-toast]').getBoundingClientRect();
      const others = document.querySelectorAll('main a, main button, main input, main textarea, main h1, main svg, header');
      return [...others].map((each) => each.getBoundingClientRect()).filter((box) => box.width > 1 &&
        box.left < toast.right - 1 && box.right > toast.left + 1 && box.top < toast.bottom - 1 && box.bottom > toast.top + 1).length;
    })()`;
    await soon(async () => expect(await page.evaluate(covered)).toBe(0));
    await inspect(page, 'desk-toast');
    const headline = page.getByRole('heading', { level: 1 });
    const before = (await headline.boundingBox())!.y;
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
    const after = (await headline.boundingBox())!.y;
    expect(after).toBeLessThan(before);
    const crumbs = (await page.getByRole('navigation', { name: 'Breadcrumb' }).boundingBox())!;
    expect(after - crumbs.y - crumbs.height).toBeLessThanOrEqual(32);
    const onPhone = (await seller(on, '/customer-form', PHONE)).page;
    await sell(onPhone, somebody('Leela Roy'));
    await heading(onPhone, MESSAGES.desk.title('Leela Roy'));
    await soon(async () => expect(await onPhone.getByRole('alert').filter({ hasText: 'Leela Roy' }).count()).toBe(0));
  });

  it('on a phone, from the dashboard to the code: four taps and the typing', async () => {
    const { page } = await seller(on, '/dashboard', PHONE);
    let taps = 0;
    const tap = async (place: Locator) => {
      taps += 1;
      await place.tap();
    };
    const { name, email, phone = '' } = somebody('Kiran Das');
    await tap(page.getByRole('link', { name: /Add New/ }).filter({ visible: true }).first());
    await page.waitForURL('/customer-form');
    await tap(page.getByText('Gold', { exact: true }));
    await tap(page.getByLabel('Customer name'));
    // A phone's keyboard leads on with its key for the next field.
    for (const text of [name, phone, email]) {
      if (text !== name) await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await soon(async () => expect(await page.getByLabel('Customer email').inputValue()).toBe(email));
    await tap(createButton(page));
    await page.waitForURL(/\/sales\//);
    expect(await showsCodeOf(page, linkOf(page))).toBe(true);
    expect(taps).toBeLessThanOrEqual(4);
  }); // prettier-ignore

  it('with the keyboard alone: form, code, next customer', async () => {
    const { page } = await seller(on, '/dashboard');
    await sees(page, 'Recent Customers');
    await page.keyboard.press('n');
    await page.waitForURL('/customer-form');
    await eventually('the form waits for the tier', async () => (await focusedName(page)) === 'tierCode');
    const { name, email } = somebody('Kiran Das');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sales\//);
    await heading(page, MESSAGES.desk.title(name));
    await eventually('the next customer has the focus', async () =>
      (await focusedName(page)).startsWith('Next customer'),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL('/customer-form');
    // The tier of the last customer stands already, so the name is next.
    await eventually('the form waits for a name', async () => (await focusedName(page)) === 'customerName');
    await soon(async () => expect(await page.getByRole('radio', { name: /^Gold/ }).isChecked()).toBe(true));
    await soon(async () => expect(await page.getByLabel('Customer name').inputValue()).toBe(''));
  });

  it('turns green by asking where nothing is told: the connection for news is gone', async () => {
    const { page } = await on.visitorAs(on.priya, '/customer-form', {
      ...LAPTOP,
      allow: [/\/api\/events/, /ERR_FAILED/],
      before: async (newPage) => {
        await newPage.clock.install();
        await newPage.route('**/api/events', (route) => route.abort());
      },
    });
    const link = await sell(page, somebody());
    const customer = (await on.browser.visitor(PHONE)).page;
    await customer.goto(link);
    await goToBank(customer);
    const asked = page.waitForResponse(`**${API.desk(link.split('/').pop() ?? '')}`);
    await stopClock(page);
    await asked;
    await bankPay(customer).click();
    await heading(customer, VERIFIED);
    // By the page's own clock, whatever the machine needs beside it.
    await page.clock.runFor(GREEN_LIMIT_MS);
    await sees(page, /^Paid .+ · GO-\d{6}$/);
  });

  it('what the bank could not do yet stands on the screen, after a reload too', async () => {
    const { page } = await seller(on, '/customer-form');
    await on.product.bank({ op: 'fault', on: 'create', kind: 'http-500', times: 1 });
    await sell(page, somebody());
    await sees(page, SERVER_MESSAGES.link.bankUnavailable);
    await page.reload();
    await sees(page, SERVER_MESSAGES.link.bankUnavailable);
    await inspect(page, 'desk-warning');
  });

  it("another seller's link is as unknown as none", async () => {
    const { page } = await seller(on, '/customer-form');
    await sell(page, somebody());
    const { pathname } = new URL(page.url());
    const other = await seller(on, '/dashboard', PHONE, on.rahul);
    other.allow(refusal(404, pathname), refusal(404, '/slip'));
    for (const path of [pathname, `${pathname.replace('/sales/', '/payments/')}/slip`]) {
      await other.page.goto(path);
      await heading(other.page, 'Page not found');
    }
  });

  it('a link whose screen cannot be fetched is not lost', async () => {
    const visitor = await seller(on, '/customer-form');
    visitor.allow(/\/sales\//, /ERR_FAILED/);
    const { page } = visitor;
    await page.route('**/sales/*', (route) => route.abort(), { times: 1 });
    const person = somebody();
    await fillCustomer(page, person);
    await createButton(page).click();
    await sees(page, 'Its screen could not be opened');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show QR' }).click();
    await page.waitForURL(/\/sales\//);
    expect(await showsCodeOf(page, linkOf(page))).toBe(true);
    await nextCustomer(page).click();
    await page.waitForURL('/customer-form');
  });

  it('the form is one phone screen: tiers, fields and Create without scrolling; the rest behind one line', async () => {
    const { page } = await seller(on, '/customer-form', { ...PHONE, viewport: { width: 360, height: 640 } });
    // The ribbon of the sandbox is not there in production.
    await page.getByText(/practice bank/).evaluate((each) => each.remove());
    const bottomOf = async (each: Locator) => {
      const { y, height } = (await each.boundingBox())!;
      return y + height;
    };
    const create = createButton(page);
    expect(await bottomOf(create)).toBeLessThanOrEqual(640);
    const { y: top } = (await create.boundingBox())!;
    for (const name of ['Customer name', /^Mobile number/, 'Customer email'])
      expect(await bottomOf(page.getByLabel(name))).toBeLessThanOrEqual(top);
    const tiers = await page
      .getByRole('radio', { name: /₹/ })
      .evaluateAll((all) => all.map((each) => each.closest('label')!.getBoundingClientRect().top));
    expect(new Set(tiers).size).toBe(1);
    await soon(async () => expect(await page.getByRole('radio', { name: 'Channel partner' }).isVisible()).toBe(false));
    await page.getByText('Direct · 72 hours').waitFor();
    await inspect(page, 'form-phone');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('radio', { name: 'Channel partner' }).check();
    await page.getByText('Channel partner · 72 hours').waitFor();
  });

  it('a phone is turned to the customer: code, sum and name fill it, and it turns green', async () => {
    const { page } = await seller(on, '/customer-form', PHONE);
    const person = somebody('Ravi Teja');
    const link = await sell(page, person);
    const code = page.getByRole('img', { name: /^QR code/ });
    const copy = page.getByRole('button', { name: 'Copy the link' });
    await copy.waitFor();
    expect((await code.boundingBox())!.width).toBeGreaterThan(280);
    const { y, height } = (await copy.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(740);
    await inspect(page, 'desk-phone');
    await page.getByRole('button', { name: 'Show to the customer' }).click();
    const screen = page.getByRole('dialog', { name: 'Scan to pay' });
    await screen.getByText('₹51,000').waitFor();
    await screen.getByText('Gold token · Ravi Teja').waitFor();
    expect((await screen.getByRole('img', { name: /^QR code/ }).boundingBox())!.width).toBeGreaterThan(300);
    await expectAccessible(page);
    const customer = (await on.browser.visitor(PHONE)).page;
    await customer.goto(link);
    await goToBank(customer);
    await bankPay(customer).click();
    await screen.getByText(/^Paid .+ · GO-\d{6}$/).waitFor();
    await page.keyboard.press('Escape');
    await screen.waitFor({ state: 'detached' });
  });

  it('the cross of that screen is as dark as its words, in the dark theme too', async () => {
    const { page } = await seller(on, '/customer-form', { ...PHONE, colorScheme: 'dark' });
    await sell(page, somebody('Ila Sen'));
    await page.getByRole('button', { name: 'Show to the customer' }).click();
    const screen = page.getByRole('dialog', { name: 'Scan to pay' });
    const colourOf = (each: Locator) =>
      each.evaluate((element) => element.ownerDocument.defaultView!.getComputedStyle(element).color);
    const words = await colourOf(screen.getByText('₹51,000'));
    expect(await colourOf(screen.getByRole('button', { name: 'Close' }))).toBe(words);
  });

  it('Next customer loses nobody: earlier sales stand above the form and turn green', async () => {
    const { page } = await seller(on, '/customer-form', PHONE);
    const link = await sell(page, somebody('Uma Iyer'));
    await nextCustomer(page).click();
    await page.waitForURL('/customer-form');
    const earlier = page.getByRole('region', { name: 'Earlier customers of this desk' });
    const uma = earlier.getByRole('link', { name: /^Uma/ });
    await uma.getByText(/^Not opened/).waitFor();
    await inspect(page, 'form-with-earlier-sale');
    const customer = (await on.browser.visitor(PHONE)).page;
    await customer.goto(link);
    await goToBank(customer);
    await bankPay(customer).click();
    await uma.getByText(/^Paid .+ · GO-\d{6}$/).waitFor();
    // Until somebody has looked at it, wherever they went meanwhile.
    await page.goto('/dashboard');
    await page.goto('/customer-form');
    await uma.getByText(/^Paid .+ · GO-\d{6}$/).waitFor();
    await uma.click();
    await heading(page, MESSAGES.desk.paidBy('Uma Iyer'));
    await page.getByRole('button', { name: /^Next customer/ }).click();
    await page.waitForURL('/customer-form');
    await earlier.waitFor({ state: 'detached' });
  });

  it('Next customer loses nobody whose contact was corrected', async () => {
    const { page } = await seller(on, '/customer-form', PHONE);
    const person = somebody('Asha Menon');
    const old = await sell(page, person);
    await page.getByRole('button', { name: 'Correct contact details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct contact details' });
    await soon(async () => expect(await dialog.getByLabel('Customer email').inputValue()).toBe(person.email));
    await dialog.getByLabel('Customer email').fill(person.email.replace('desk', 'right'));
    await dialog.getByRole('button', { name: 'Make the new link' }).click();
    await soon(async () => expect(linkOf(page)).not.toBe(old));
    await heading(page, MESSAGES.desk.title(person.name));
    const corrected = new URL(page.url()).pathname;
    await nextCustomer(page).click();
    await page.waitForURL('/customer-form');
    const earlier = page.getByRole('region', { name: 'Earlier customers of this desk' });
    await earlier.getByRole('link', { name: /^Asha/ }).waitFor();
    await soon(async () => expect(await earlier.getByRole('link').count()).toBe(1));
    expect(await earlier.getByRole('link').getAttribute('href')).toBe(corrected);
  });

  it('an older answer about an earlier customer, slower than a newer one, takes nothing back', async () => {
    const { page } = await seller(on, '/customer-form', PHONE);
    const sales = [await sellTo('Uma Iyer'), await sellTo('Tara Sen')];
    // The first question about each is answered at once, and its answer arrives when it is let through.
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = sales.map(({ paymentId }) => {
      const path = `**${API.desk(paymentId)}`;
      return new Promise<void>((resolve, reject) => {
        const hold = async (route: Route) => {
          const response = await route.fetch();
          await released;
          await route.fulfill({ response });
        };
        void page.route(path, (route) => hold(route).then(resolve, reject), { times: 1 });
      });
    });
    await page.goto('/customer-form');
    const earlier = page.getByRole('region', { name: 'Earlier customers of this desk' });
    const [uma, tara] = ['Uma', 'Tara'].map((name) => earlier.getByRole('link', { name: new RegExp(`^${name}`) }));
    for (const { paymentId } of sales) await on.settle(paymentId);
    for (const customer of [uma!, tara!]) await customer.getByText(/^Paid .+ · GO-\d{6}$/).waitFor();
    await earlier.getByRole('button', { name: 'Dismiss: Uma' }).click();
    await uma!.waitFor({ state: 'detached' });
    release();
    await Promise.all(held);
    await page.evaluate(FRAMES);
    expect(await earlier.getByRole('link').allInnerTexts()).toEqual([expect.stringMatching(/^Tara\s+Gold · Paid /)]);

    async function sellTo(name: string) {
      const link = await sell(page, somebody(name));
      await nextCustomer(page).click();
      await page.waitForURL('/customer-form');
      return { paymentId: link.split('/').pop()! };
    }
  });

  it('offline: the sale waits on the device, the form is free at once, and the code comes with the network', async () => {
    const visitor = await seller(on, '/customer-form', PHONE);
    visitor.allow(/ERR_INTERNET_DISCONNECTED/);
    const { page, context } = visitor;
    const person = somebody('Nila Roy');
    await fillCustomer(page, person);
    await formIsReady(page);
    const before = (await on.product.invoices()).length;
    await context.setOffline(true);
    await sees(page, MESSAGES.connection.offline);
    await sees(page, MESSAGES.connection.selling);
    await createButton(page).click();
    const strip = page.getByRole('region', { name: 'Sales on this device' });
    await strip.getByText(WAITING_MESSAGES.waiting).waitFor();
    await inspect(page, 'form-offline');
    await soon(async () => expect(await page.getByLabel('Customer name').inputValue()).toBe(''));
    expect((await on.product.invoices()).length).toBe(before);
    await context.setOffline(false);
    await page.getByText(MESSAGES.connection.offline).first().waitFor({ state: 'hidden' });
    await page.waitForURL(/\/sales\//);
    await heading(page, MESSAGES.desk.title(person.name));
    expect((await on.product.invoices()).length).toBe(before + 1);
    await strip.waitFor({ state: 'detached' });
  });
});
