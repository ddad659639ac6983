import { describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { createButton, fillCustomer, linkOf, nextCustomer, sell } from './desk-steps.js';
import { PROFILES } from '../support/merchants.js';
import { SecondLaunch } from './second-launch.js';
import { stage } from './stage.js';
import { SALES, bankButton, bankPay, goToBank, heading, says, sees, signIn } from './steps.js';
import { Walk } from './walk.js';

const TABLET: BrowserContextOptions = { viewport: { width: 1024, height: 720 } };
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true };

const MEERA = { name: 'Meera Krishnan', email: 'meera.krishnan@example.com', phone: '9812345670' };
const ARJUN = { name: 'Arjun Shetty', email: 'arjun.shetty@example.com', phone: '9812345671' };

describe('the walk through a day at the desk', () => {
  const on = stage({ settings: async () => PROFILES });
  const walk = new Walk();

  it('goes through sales and what follows them', async () => {
    walk.begin();
    const desk = await on.browser.visitor(TABLET);
    const phone = (await on.browser.visitor(PHONE)).page;
    const link = await fromLoginToCode(desk.page);
    await customerPays(phone, desk.page, link);
    await whatCanHappen(desk.page);
    await afterTheSale(desk.page);
  }, 240_000);

  it('goes through the launch of a second project', () => new SecondLaunch(on, walk).go(), 240_000);

  it('goes as docs/walkthrough.md tells', () => {
    const { expected, found } = walk.finish();
    expect(found).toBe(expected);
  });

  async function fromLoginToCode(page: Page): Promise<string> {
    walk.part('A sale');
    await page.goto('/');
    await walk.step(page, 'Sign in', 'Priya signs in on her tablet at the event.');
    await signIn(page, SALES);
    await page.waitForURL('/dashboard');
    await heading(page, 'Dashboard');
    await walk.step(
      page,
      'The dashboard',
      'Her counters and her own customers, newest first. The list renews itself; **Add New** (or the key `n`) starts a sale.',
    );
    await page.getByRole('link', { name: 'Add New' }).first().click();
    await heading(page, 'Add New Customer');
    await fillCustomer(page, MEERA);
    await walk.step(
      page,
      'Add New Customer',
      'Tier, name, e-mail, and if she likes a number and how long the link lives. A reload loses nothing, and sending twice makes one link.',
      { whole: true },
    );
    await createButton(page).click();
    await page.waitForURL(/\/sales\/[a-z0-9]{26}$/);
    await heading(page, MESSAGES.desk.title(MEERA.name));
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    await walk.step(
      page,
      'The code',
      'Meera scans the code from the screen; copy, WhatsApp, e-mail, a file or a printed slip are beside it. **Next customer** is one key away.',
      { whole: true },
    );
    return linkOf(page);
  }

  async function customerPays(phone: Page, desk: Page, link: string): Promise<void> {
    walk.part('The customer pays');
    await phone.goto(link);
    await heading(phone, 'Gold token');
    await walk.step(
      phone,
      'The payment page',
      'On her phone: what is paid, to whom, how much in figures and words, and whom to ask. It works without JavaScript.',
    );
    await goToBank(phone);
    await walk.step(
      phone,
      "The bank's page",
      'She pays at the bank. Here it is the sandbox bank, whose buttons choose the ending.',
    );
    await bankPay(phone).click();
    await heading(phone, CUSTOMER_MESSAGES.verify.success);
    await sees(desk, /^Paid .+ · GO-\d{6}$/);
    await walk.step(
      desk,
      'Paid',
      "The product has asked the bank itself; the desk turns green within three seconds of the bank's word, and shows the token number.",
      { whole: true },
    );
    await phone.waitForURL(/\/payment\/success/);
    await walk.step(phone, 'Payment successful', 'Meera sees her token number and the way to her receipt.', {
      whole: true,
    });
    await phone.goto(`${link}/receipt`);
    await heading(phone, /receipt/i);
    await walk.step(
      phone,
      'The receipt',
      'Numbered, to print, to download as PDF or to be mailed to the recorded address.',
      {
        whole: true,
      },
    );
  }

  async function whatCanHappen(desk: Page): Promise<void> {
    walk.part('When it does not go straight through');
    await nextCustomer(desk).click();
    await desk.waitForURL('/customer-form');
    const link = await sell(desk, ARJUN);
    const declined = (await on.browser.visitor(PHONE)).allow(/verify-callback/).page;
    await declined.goto(link);
    await goToBank(declined);
    await bankButton(declined, 'Decline').click();
    await heading(declined, CUSTOMER_MESSAGES.verify.failedTitle);
    await declined.goto(link);
    await heading(declined, 'Payment Failed');
    await walk.step(
      declined,
      'Declined',
      'The bank said no: the page says so in plain words, that nothing was charged, and what to do next. The same link can be paid again.',
    );
    await goToBank(declined);
    await bankButton(declined, 'Stay pending, then succeed').click();
    await heading(declined, CUSTOMER_MESSAGES.verify.confirmingTitle);
    await declined.goto(link);
    await sees(declined, /do not pay again/i);
    await walk.step(
      declined,
      'Was I charged?',
      'The bank has not decided: when it was asked, what it said, when it is asked next, and not to pay again meanwhile. Nobody has to do anything.',
      { whole: true },
    );
    await desk.goto('/customer-form');
    await fillCustomer(desk, ARJUN);
    await sees(desk, /already has an open gold link/);
    await walk.step(
      desk,
      'Not twice',
      'Typing the same person again shows the link that is open. It can be reopened; a second one needs a reason.',
      { whole: true },
    );
  }

  async function afterTheSale(desk: Page): Promise<void> {
    walk.part('After the sale');
    await on.refundsOn();
    await desk.goto(`/dashboard?search=${encodeURIComponent(MEERA.name)}`);
    await desk.getByRole('button', { name: `More: ${MEERA.name}`, exact: true }).click();
    await desk.getByRole('menu').waitFor();
    await walk.step(
      desk,
      'One row',
      'Everything that can be done for Meera: what costs money stands last and names amount and person.',
    );
    await desk.getByRole('menuitem', { name: 'Upgrade to Platinum' }).click();
    const upgrade = desk.getByRole('dialog', { name: 'Upgrade to Platinum' });
    await upgrade.getByRole('button', { name: /^Create/ }).click();
    await upgrade.getByRole('link', { name: /\/upgrade\// }).waitFor();
    await walk.step(
      desk,
      'Upgrade',
      'A gold token becomes platinum for the difference of ₹49,000, by a link of its own.',
    );
    // Her gold token alone: the upgrade's own row comes and goes by live news.
    await desk.goto('/dashboard?search=GO-000001');
    await choose(desk, MEERA.name, 'Payment history');
    await desk.getByRole('dialog', { name: 'Payment History' }).getByText('Total Spent').waitFor();
    await walk.step(desk, 'Payment history', 'All payments behind one token, and what they come to.');
    await desk.keyboard.press('Escape');
    await cancelUpgrade(desk);
    await choose(desk, MEERA.name, /^Refund ₹51,000/);
    const refund = desk.getByRole('dialog', { name: 'Process Refund' });
    await refund.getByLabel('Refund Amount').fill('1000');
    await refund.getByLabel('Refund Reason').fill('Goodwill: booked twice');
    await walk.step(
      desk,
      'Refund',
      'Only while an admin has switched refunds on. The running remainder is shown; the money is reserved before the bank is asked.',
    );
    await refund.getByRole('button', { name: /^Process Refund: ₹1,000/ }).click();
    await says(desk, /3-5 business days/);
    await desk.goto('/transactions');
    await heading(desk, 'Transaction History');
    await walk.step(desk, 'Transactions', 'All of them with search, status filter and sums over all rows.', {
      whole: true,
    });
  }

  async function cancelUpgrade(desk: Page): Promise<void> {
    // The open upgrade holds the gold payment: it is taken back first.
    await desk.goto(`/dashboard?search=${encodeURIComponent(MEERA.email)}`);
    await desk
      .getByRole('button', { name: `More: ${MEERA.name}`, exact: true })
      .first()
      .click();
    await desk.getByRole('menuitem', { name: 'Cancel link' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Cancel link' });
    await dialog.getByLabel('Reason (optional)').waitFor();
    await walk.step(
      desk,
      'Cancel a link',
      'A link that is no longer wanted is taken back: refused while its customer is at the bank.',
    );
    await dialog.getByRole('button', { name: /^Cancel link: / }).click();
    await dialog.waitFor({ state: 'hidden' });
    await desk.goto('/dashboard?search=GO-000001');
  }

  async function choose(page: Page, name: string, item: string | RegExp): Promise<void> {
    await page
      .getByRole('button', { name: `More: ${name}`, exact: true })
      .last()
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  }
});
