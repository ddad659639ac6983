import type { Page } from 'playwright-core';
import { heading, refusal, sees } from '../../browser/steps.js';
import type { Cast } from '../cast.js';
import type { Room, Scene } from '../scene.js';

/** Errors, and the pages that are there while the test pages are on. */
export const OTHERS: Room = {
  name: 'others',
  title: 'Errors and test pages',
  hasDark: true,
  scenes: [...errorScenes(), ...testScenes(), ...componentScenes()],
};

const PAGE_OBJECT = /(<script data-page="app" type="application\/json"[^>]*>)([^]*?)(<\/script>)/;

function errorScenes(): Scene[] {
  const screen = 'Error page';
  /** The page as it comes for an unknown address, with the words of another status. */
  const other = (status: number, title: string, who: 'visit' | 'seller' = 'visit'): Scene => ({
    screen,
    state: `${status}, ${title.toLowerCase()}${who === 'seller' ? ', for staff' : ''}`,
    open: (cast) =>
      cast[who]('/nope', {
        // What the server drew says something else then (React's error 418).
        allow: [/status of \d{3}/, /React error #418/],
        before: (page) =>
          page.route('**/nope', async (route) => {
            const response = await route.fetch();
            const body = (await response.text()).replace(
              PAGE_OBJECT,
              (_all, start: string, json: string, end: string) => {
                const object = JSON.parse(json) as { props: Record<string, unknown> };
                Object.assign(object.props, { status, title, message: title });
                return start + JSON.stringify(object).replaceAll('<', '\\u003c') + end;
              },
            );
            await route.fulfill({ response, body });
          }),
      }),
  });
  return [
    {
      screen,
      state: '404, for a visitor',
      open: (cast) => cast.visit('/nope', { allow: [refusal(404, '/nope')] }),
    },
    {
      screen,
      state: '404, for staff',
      open: (cast) => cast.seller('/nope', { allow: [refusal(404, '/nope')] }),
    },
    other(403, 'Access denied'),
    other(419, 'Page expired'),
    other(429, 'Too many requests'),
    other(500, 'Something went wrong'),
    other(503, 'The service is busy'),
    other(403, 'Access denied', 'seller'),
    other(500, 'Something went wrong', 'seller'),
  ];
}

function testScenes(): Scene[] {
  const payment = 'Test Payment';
  const gateway = 'Gateway Test';
  const created = async (cast: Cast) => {
    const page = await cast.visit('/test-payment');
    await page.getByRole('button', { name: 'Create test link' }).click();
    await sees(page, 'Test link created');
    return page;
  };
  return [
    { screen: payment, state: 'before', open: (cast) => cast.visit('/test-payment') },
    { screen: payment, state: 'the link is made', open: created },
    {
      screen: payment,
      state: 'the bank is away',
      open: async (cast) => {
        const page = await cast.seller('/test-payment', { allow: [/status of 503/, /answered 503/] });
        await cast.product.bank({ op: 'fault', on: 'create', kind: 'http-500' });
        await page.getByRole('button', { name: 'Create test link' }).click();
        await sees(page, 'Failed to create payment request');
        return page;
      },
    },
    { screen: payment, state: 'nothing came back', open: (cast) => cast.visit('/test-payment/return') },
    {
      screen: payment,
      state: 'paid',
      open: async (cast) => {
        const page = await created(cast);
        await page.getByRole('link', { name: 'Pay ₹1 at the bank' }).click();
        await page.getByRole('button', { name: /^Pay ₹/ }).click();
        await heading(page, 'Test payment: outcome');
        await sees(page, 'The bank confirms ₹1.');
        return page;
      },
    },
    { screen: gateway, state: 'before', open: (cast) => cast.visit('/gateway-test') },
    {
      screen: gateway,
      state: 'all four tests run',
      open: async (cast) => {
        const page = await cast.seller('/gateway-test');
        for (const [name, words] of FOUR_TESTS) {
          await page.getByRole('button', { name, exact: true }).click();
          await sees(page, words);
        }
        return page;
      },
    },
    {
      screen: gateway,
      state: 'a payload that is no JSON',
      open: async (cast) => {
        const page = await cast.visit('/gateway-test');
        await page.getByLabel('Payload').fill('{"amount": {"rupees": 1}}');
        await page.getByRole('button', { name: 'Test hash' }).click();
        await sees(page, /Enter a JSON object/);
        return page;
      },
    },
  ];
}

const FOUR_TESTS = [
  ['Test hash', 'The hash matches'],
  ['Test API', 'P0039'],
  ['Test documentation', 'All documented examples match.'],
  ['Test complete flow', 'Every step works.'],
] as const;

function componentScenes(): Scene[] {
  const screen = 'Components';
  const open = async (cast: Cast, then?: (page: Page) => Promise<unknown>) => {
    const page = await cast.visit('/components');
    await heading(page, 'List, failed');
    await then?.(page);
    return page;
  };
  return [
    { screen, state: 'all of them', main: true, open: (cast) => open(cast) },
    {
      screen,
      state: 'a dialog is open',
      open: (cast) =>
        open(cast, async (page) => {
          await page.getByRole('button', { name: 'Dialog' }).click();
          await page.getByRole('dialog').waitFor();
        }),
    },
    {
      screen,
      state: 'toasts',
      open: (cast) =>
        open(cast, async (page) => {
          for (const name of ['Success toast', 'Error toast', 'Info toast'])
            await page.getByRole('button', { name }).click();
          await sees(page, 'Link copied');
        }),
    },
  ];
}
