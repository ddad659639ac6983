import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Cast } from '../gallery/cast.js';
import { createButton, LAPTOP, linkOf, nextCustomer, type Person, PHONE } from './desk-steps.js';
import {
  fillEvent,
  fillTerms,
  limitPlatinum,
  LOTUS,
  makeEvent,
  makeLotus,
  makeLotusCatalogue,
} from './launch-steps.js';
import {
  ADMIN,
  SALES,
  atBank,
  bankPay,
  goToBank,
  heading,
  isLive,
  refusal,
  says,
  sees,
  signIn,
  soon,
} from './steps.js';
import type { Walk } from './walk.js';

const LAUNCH = 'Launch weekend';
const KABIR = { name: 'Kabir Anand', email: 'kabir.anand@example.com', phone: '9812345680' };
const LEELA = { name: 'Leela Thomas', email: 'leela.thomas@example.com', phone: '9812345681' };
const NITIN = { name: 'Nitin Gowda', email: 'nitin.gowda@example.com', phone: '9812345682' };
const AGREE = { name: 'I have read the terms and agree to them.' };

/** Another project, from its making to its export: an admin at a laptop, a seller and the customers on their phones. */
export class SecondLaunch {
  constructor(
    private readonly on: Cast,
    private readonly walk: Walk,
  ) {}

  async go(): Promise<void> {
    const admin = await this.visitor(LAPTOP);
    await this.project(admin);
    await this.whatIsSold(admin);
    await this.terms(admin);
    const desk = await this.visitor(PHONE, refusal(409, '/api/payments/create-link'));
    await this.event(desk);
    const kabirs = await this.platinum(desk);
    const silver = await this.lastPlatinum(desk);
    await this.upgrade(desk, silver);
    await this.refund(desk, kabirs);
    await this.whatAdminsSee(admin);
  }

  private async visitor(options: BrowserContextOptions, ...allowed: RegExp[]): Promise<Page> {
    return (await this.on.browser.visitor(options)).allow(...allowed).page;
  }

  private async project(page: Page): Promise<void> {
    const { walk } = this;
    walk.part('A second launch');
    await page.goto('/');
    await signIn(page, ADMIN);
    await page.waitForURL('/admin/dashboard');
    await page.goto('/admin/projects');
    await isLive(page);
    await makeLotus(page);
    await page.getByLabel('RERA number').fill(LOTUS.rera);
    await page.getByLabel('State').selectOption('selling');
    await page.getByLabel('Merchant at the bank').selectOption('north');
    await walk.step(
      page,
      'A project',
      'An admin opens a second project beside the first: its name, its registration, and its own merchant at the bank where the settings list several. It sells once its state says so.',
    );
    await page.getByRole('button', { name: 'Save the project' }).click();
    await says(page, 'The project has been changed.');
    const firstDay = istDayOf(new Date());
    const launch = { name: LAUNCH, place: 'Nashik', hours: '10:00 to 19:00', firstDay, lastDay: addDays(firstDay, 2) };
    await fillEvent(page, { ...launch, seller: /^Priya/ });
    await walk.step(page, 'An event', 'Where it is sold, on which days, and by whom. Priya is assigned to it.');
    await makeEvent(page, LAUNCH);
    await fillEvent(page, { name: 'Site office', place: 'Igatpuri', seller: /^Priya/ });
    await makeEvent(page, 'Site office');
  }

  private async whatIsSold(page: Page): Promise<void> {
    const { walk } = this;
    await page.getByRole('link', { name: 'Catalogue' }).click();
    await heading(page, `Catalogue of ${LOTUS.name}`);
    await makeLotusCatalogue(page, () =>
      walk.step(
        page,
        'Its catalogue',
        'Names, prices and number series of its own, and an upgrade from silver to gold. What changes is shown first: a version is never changed afterwards.',
        { whole: true },
      ),
    );
    await page.getByRole('link', { name: 'Project', exact: true }).click();
    await heading(page, LOTUS.name);
    await limitPlatinum(page, 2);
    await walk.step(page, 'A limit', 'Two platinum tokens, and no more: links that can be paid count with those sold.');
  }

  private async terms(page: Page): Promise<void> {
    await fillTerms(page);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await heading(page, 'What a token is');
    await this.walk.step(
      page,
      'Terms',
      'What customers agree to before they pay, in English and Hindi, as they will read it.',
    );
    await page.getByRole('button', { name: 'Make the version' }).click();
    // Not the message: that of the catalogue's version may still be there.
    await sees(page, '0 agreements');
  }

  private async event(desk: Page): Promise<void> {
    this.walk.part('Selling at the second launch');
    await desk.goto('/');
    await signIn(desk, SALES);
    await desk.waitForURL('/dashboard');
    const dialog = desk.getByRole('dialog', { name: 'In which event are you selling?' });
    await dialog.getByRole('button', { name: new RegExp(LAUNCH) }).waitFor();
    await this.walk.step(
      desk,
      'Which event?',
      'Priya is assigned to two events, so she is asked once after signing in. The menu leads to the other one.',
    );
    await dialog.getByRole('button', { name: new RegExp(LAUNCH) }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** @returns the customer's link */
  private async platinum(desk: Page): Promise<string> {
    const { walk } = this;
    await desk.goto('/customer-form');
    await sees(desk, /^2 left$/);
    await fillBuyer(desk, 'Platinum', KABIR);
    await walk.step(
      desk,
      'The form of the event',
      'Names and prices of this project, and how many of a limited tier are left; the figure follows what others sell.',
      { whole: true },
    );
    const link = await create(desk);
    const phone = await this.visitor(PHONE);
    await phone.goto(link);
    await sees(phone, LOTUS.rera);
    await phone.getByRole('checkbox', AGREE).check();
    await walk.step(
      phone,
      'Agreeing to the terms',
      "The project's name and registration, the summary of its terms and the way to the whole text. Without the tick the bank is not reached.",
      { whole: true },
    );
    await goToBank(phone);
    await bankPay(phone).click();
    await heading(phone, CUSTOMER_MESSAGES.verify.success);
    await phone.waitForURL(/\/payment\/success/);
    await sees(phone, 'LP-000001');
    await walk.step(
      phone,
      "A number of the project's own series",
      'Kabir holds the first platinum token of Lotus Heights.',
    );
    await sees(desk, /^Paid .+ · LP-000001$/);
    return link;
  }

  /** @returns the number of a silver token that was sold instead */
  private async lastPlatinum(desk: Page): Promise<string> {
    const { walk } = this;
    await nextForm(desk);
    await sees(desk, /^1 left$/);
    await fillBuyer(desk, 'Platinum', LEELA);
    await create(desk);
    await nextForm(desk);
    await sees(desk, /^None left$/);
    await fillBuyer(desk, 'Platinum', NITIN);
    await createButton(desk).click();
    await sees(desk, /No platinum token is left/);
    await soon(async () => expect(await desk.getByLabel('Customer name').inputValue()).toBe(NITIN.name));
    await walk.step(
      desk,
      'None left',
      "One is sold and one is held by Leela's open link: the third is refused before anybody pays, and the form keeps what was typed.",
      { whole: true },
    );
    await tier(desk, 'Silver').check();
    const link = await create(desk);
    const phone = await this.visitor({ ...PHONE, locale: 'hi-IN' });
    await phone.goto(link);
    await sees(phone, LOTUS.terms.summaryHi);
    await phone.getByRole('checkbox').check();
    await walk.step(
      phone,
      'In Hindi',
      'Nitin takes silver instead. His phone speaks Hindi, and so do page and terms.',
      {
        whole: true,
      },
    );
    await phone.getByRole('button', { name: /₹500/ }).click();
    await atBank(phone);
    await bankPay(phone).click();
    await phone.waitForURL(/\/payment\/success/);
    await sees(phone, 'LS-000001');
    return 'LS-000001';
  }

  private async upgrade(desk: Page, silver: string): Promise<void> {
    const { walk } = this;
    walk.part('After the second launch');
    await openMenu(desk, silver, NITIN.name);
    await desk.getByRole('menuitem', { name: 'Upgrade', exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: 'Upgrade' });
    await dialog.getByRole('button', { name: /^Create upgrade link: ₹74,500/ }).click();
    const shown = dialog.getByRole('link', { name: /\/upgrade\// });
    await shown.waitFor();
    const link = (await shown.getAttribute('href')) ?? '';
    await walk.step(desk, 'Silver to gold', "The catalogue has opened this path: the difference to gold's price.");
    const phone = await this.visitor(PHONE);
    await phone.goto(link);
    await phone.getByRole('checkbox', AGREE).check();
    await walk.step(
      phone,
      'The upgrade',
      'What he holds, what it becomes, how the price comes about; the terms hold here too.',
      { whole: true },
    );
    await phone.getByRole('button', { name: 'Pay Now ₹74,500' }).click();
    await atBank(phone);
    await bankPay(phone).click();
    await heading(phone, CUSTOMER_MESSAGES.verify.success);
    await phone.goto(link);
    await sees(phone, 'LG-000001');
  }

  private async refund(desk: Page, link: string): Promise<void> {
    const { on, walk } = this;
    await on.refundsOn();
    await openMenu(desk, 'LP-000001', KABIR.name);
    await desk.getByRole('menuitem', { name: /^Refund ₹1,50,000/ }).click();
    const dialog = desk.getByRole('dialog', { name: 'Process Refund' });
    await dialog.getByLabel('Refund Amount').fill('150000');
    await dialog.getByLabel('Refund Reason').fill('Chose a flat elsewhere');
    await walk.step(desk, 'A whole refund', 'It goes back by the merchant that took the money.');
    await dialog.getByRole('button', { name: /^Process Refund: ₹1,50,000/ }).click();
    await says(desk, /3-5 business days/);
    await on.product.bank({ op: 'settle-refunds' });
    await on.becomes(link.split('/').pop() ?? '', 'refunded');
    await desk.goto('/customer-form');
    await sees(desk, /^1 left$/);
    await walk.step(desk, 'One left again', 'His number is void for good, and the place it held can be sold again.');
  }

  private async whatAdminsSee(page: Page): Promise<void> {
    const { walk } = this;
    await page.goto('/admin/dashboard?search=LP-000001');
    await isLive(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const rows = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(rows[0]).toMatch(/"Project","Event"$/);
    expect(rows[1]).toMatch(new RegExp(`"LP-000001".*,"${LOTUS.name}","${LAUNCH}"$`));
    await walk.step(
      page,
      'In the list of all payments',
      'The sale as admins find it. The export of these rows names project and event in its last two columns.',
    );
    await page.getByRole('link', { name: new RegExp(`^${KABIR.name} `) }).click();
    await page.waitForURL(/\/sales\//);
    await sees(page, `${LOTUS.name}, ${LAUNCH}`);
    await sees(page, 'Agreed to the terms, version 1');
    await walk.step(
      page,
      'The record of the sale',
      'Where it was sold, the version of the terms that was agreed to, and what the bank was asked.',
      { whole: true },
    );
  }
}

/** The choice of a tier, whatever the project calls it. */
const tier = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^Lotus ${name}`) });

async function fillBuyer(page: Page, tierName: string, { name, email, phone = '' }: Person): Promise<void> {
  await tier(page, tierName).check();
  await page.getByLabel('Customer name').fill(name);
  await page.getByLabel('Customer email').fill(email);
  await page.getByLabel(/^Mobile number/).fill(phone);
}

/** @returns the customer's link, whose page is on the screen */
async function create(page: Page): Promise<string> {
  await createButton(page).click();
  await page.waitForURL(/\/sales\/[a-z0-9]{26}$/);
  return linkOf(page);
}

async function nextForm(page: Page): Promise<void> {
  await nextCustomer(page).click();
  await page.waitForURL('/customer-form');
}

async function openMenu(page: Page, tokenNumber: string, name: string): Promise<void> {
  await page.goto(`/dashboard?search=${tokenNumber}`);
  await isLive(page);
  await page
    .getByRole('button', { name: `More: ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
}
