import type { BrowserContextOptions, Page } from 'playwright-core';
import { create } from 'qrcode';
import { inspect, type Visitor } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import type { Cast } from '../gallery/cast.js';

export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const LAPTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

export interface Person {
  name: string;
  email: string;
  phone?: string;
}

let people = 0;

/** Somebody whom no other test knows. */
export function somebody(name = 'Asha Menon'): Person {
  people += 1;
  return { name, email: `desk${people}@example.com`, phone: `98${String(10_000_000 + people)}` };
}

export function seller(
  on: Cast,
  path: string,
  options: BrowserContextOptions = LAPTOP,
  who = on.priya,
): Promise<Visitor> {
  return on.visitorAs(who, path, options);
}

export async function fillCustomer(page: Page, { name, email, phone }: Person): Promise<void> {
  await page.getByRole('radio', { name: /^Gold/ }).check();
  await page.getByLabel('Customer name').fill(name);
  await page.getByLabel('Customer email').fill(email);
  if (phone) await page.getByLabel(/^Mobile number/).fill(phone);
}

export const createButton = (page: Page) => page.getByRole('button', { name: /^Create .*link/ });
export const nextCustomer = (page: Page) => page.getByRole('button', { name: /^Next customer/ });

/** On a phone all ways to share but the first two are folded away. */
export const moreWays = (page: Page) => page.getByRole('button', { name: 'More ways to share' }).click();

/** Fills the form on the screen in and arrives at the desk. @returns the customer's link */
export async function sell(page: Page, person: Person): Promise<string> {
  await fillCustomer(page, person);
  await createButton(page).click();
  await page.waitForURL(/\/sales\/[a-z0-9]{26}$/);
  return linkOf(page);
}

/** The customer's link to the payment whose desk is on the screen. */
export function linkOf(page: Page): string {
  const { origin, pathname } = new URL(page.url());
  return `${origin}/payment/${pathname.split('/').pop()}`;
}

/** The dark modules of the code on the screen, as `column,row`, without the quiet zone. */
async function modulesOnScreen(page: Page): Promise<{ size: number; dark: string[] }> {
  const code = page.getByRole('img', { name: /^QR code/ });
  const side = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await code.locator('path').getAttribute('d')) ?? '';
  const dark = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) }, (_, step) => `${Number(x) + step - 4},${Number(y) - 4}`),
  );
  return { size: side - 8, dark };
}

/** Whether the code on the screen is the one of this address, module by module. */
export async function showsCodeOf(page: Page, url: string): Promise<boolean> {
  const { modules } = create(url, { errorCorrectionLevel: 'M' });
  const shown = await modulesOnScreen(page);
  const wanted: string[] = [];
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) wanted.push(`${column},${row}`);
  return shown.size === modules.size && wanted.length > 100 && shown.dark.join(' ') === wanted.join(' ');
}

/** By how much the page can be pushed sideways. */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Nothing of what is on the screen can be pushed sideways on a phone or on a laptop, and it is accessible. */
export async function fitsEveryWidth(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await eventually(`${name} fits ${viewport.width} px`, async () => (await sidewaysPixels(page)) === 0);
  }
  if (before) await page.setViewportSize(before);
  await inspect(page, name);
}

export function focusedName(page: Page): Promise<string> {
  return page.evaluate(
    `document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? ''`,
  ) as Promise<string>;
}
