import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { eventually } from '../support/product-process.js';
import { IS_LIVE } from '../support/browser.js';

export const SALES = { email: 'priya@tokendesk.test', password: 'sales-demo-2026' };
export const ADMIN = { email: 'admin@tokendesk.test', password: 'admin-demo-2026' };

/** Longer than any pause of the customers' pages. */
const AHEAD_MS = 11_000;
const LOOK_MS = 500;
const LOOK_AGAIN_MS = 25;
/** As patient as the browser's own waits. */
const SOON_MS = 15_000;

export async function signIn(page: Page, { email, password } = SALES): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Waits until the words stand on the screen as a heading. */
export function heading(page: Page, name: string | RegExp, timeout?: number): Promise<void> {
  return page.getByRole('heading', { name }).first().waitFor({ timeout });
}

/**
 * The same on a page whose clock was installed (`page.clock`): it runs ahead until the words are there, for tests of what comes, not of
 * when.
 */
export function headingLater(page: Page, name: string | RegExp): Promise<void> {
  return later(page, `the heading ${name}`, page.getByRole('heading', { name }));
}

/** The same for words of any kind; those that leave by themselves need a clock that stands. */
export function seesLater(page: Page, text: string | RegExp): Promise<void> {
  return later(page, `the words ${text}`, page.getByText(text).filter({ visible: true }));
}

/** On a page whose clock was installed and has not run ahead yet: nothing comes or leaves by itself any more. */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + AHEAD_MS);
}

function later(page: Page, what: string, wanted: Locator): Promise<void> {
  const shown = wanted.first();
  return eventually(what, async () => {
    if (await shown.isVisible()) return true;
    await page.clock.fastForward(AHEAD_MS);
    return shown.waitFor({ timeout: LOOK_MS }).then(
      () => true,
      () => false,
    );
  });
}

/** Shown by the lists of staff while the live stream is open. */
export const LIVE = 'Live: changes show at once';
/** Longer than a live event takes to arrive. */
export const DELIVERED_MS = 500;

export function sees(page: Page, text: string | RegExp, timeout?: number): Promise<void> {
  return page.getByText(text).filter({ visible: true }).first().waitFor({ timeout });
}

/**
 * The same for a message that leaves by itself, seen or not: one that has left meanwhile counts once, unless the page was loaded anew.
 */
export function says(page: Page, words: string | RegExp): Promise<void> {
  const isIt = typeof words === 'string' ? `line.includes(${JSON.stringify(words)})` : `${words}.test(line)`;
  const take = `(() => {
    const at = messagesShown.findIndex((line) => ${isIt});
    return at >= 0 && messagesShown.splice(at, 1).length === 1;
  })()`;
  // A page that is being left has no answer.
  return eventually(`the message ${words}`, () => page.evaluate<boolean>(take).catch(() => false));
}

/**
 * Begins to watch for words in the page, by the browser's own look: the test's may come later.
 * @returns waits for them; when they stood there first, in milliseconds since 1970
 */
export async function watchFor(page: Page, words: RegExp): Promise<() => Promise<number>> {
  await page.evaluate(`void (window.seenAt = new Promise((resolve) => {
    const look = () => (${words}.test(document.body.innerText) ? resolve(Date.now()) : setTimeout(look, 50));
    look();
  }))`);
  return () => page.evaluate<number>('seenAt');
}

/** Waits until the page's own code listens: what the server has rendered is read before it can be used. */
export function isLive(page: Page): Promise<void> {
  return eventually('the page listens', () => page.evaluate(IS_LIVE) as Promise<boolean>);
}

/**
 * Repeats an assertion until it holds: what a press leads to comes with a request, an effect or a frame, on a busy machine seconds later.
 * @throws the last failure
 */
export async function soon(check: () => Promise<void>): Promise<void> {
  for (const started = Date.now(); ; await pause(LOOK_AGAIN_MS)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() - started > SOON_MS) throw error;
    }
  }
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });

/** Opens the second step to paying again while the first payment has no final answer. */
export const payAgain = (page: Page) => page.getByText('I was not charged, pay again');

/** Presses pay on the payment page and arrives at the bank. */
export async function goToBank(page: Page): Promise<void> {
  await payButton(page).click();
  await atBank(page);
}

export async function atBank(page: Page): Promise<void> {
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/pg\//);
  await heading(page, /^Pay /);
}

/** The button of the bank's page for the way of paying that is chosen there. */
export const bankPay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });
export const bankButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function payAtBank(page: Page): Promise<void> {
  await goToBank(page);
  await bankPay(page).click();
}

/** The page of a verified payment, or the one that it leads on to after three seconds, which a busy machine may see first. */
export const VERIFIED = /^Payment (Verified Successfully|Successful)!$/;

/** Keeps the page of a verified payment on the screen, which leads on after three seconds. @returns lets it lead on */
export async function holdSuccessPage(page: Page): Promise<() => void> {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/payment/success*', async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

/** What the browser notes of an answer that refuses; `path` as in the address. */
export function refusal(status: number, path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^console error: Failed to load resource: .* status of ${status} .*${escaped}`);
}

/** Answers a visit as the product does while its database is away: with the page of errors. */
export async function failVisit(route: Route): Promise<void> {
  const whole = Object.entries(route.request().headers()).filter(([name]) => !name.startsWith('x-inertia-partial'));
  const response = await route.fetch({ headers: Object.fromEntries(whole) });
  const shown = (await response.json()) as { props: object };
  const props = { ...shown.props, status: 503, title: 'Not available', message: 'Wait.', requestId: null, home: '/' };
  await route.fulfill({ response, status: 503, json: { ...shown, component: 'Error', props } });
}
