import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { MESSAGES } from '../../../src/contracts/messages.js';
import { sees } from '../../browser/steps.js';
import type { Cast } from '../cast.js';
import type { Scene } from '../scene.js';

/** Until a skeleton has taken the place of the rows. */
const SKELETON_MS = 400;
/** What a browser says of what was on its way when the line broke, parts of the page among it. */
export const OFFLINE = [
  /ERR_INTERNET_DISCONNECTED/,
  /Failed to fetch/,
  /\/api\/events/,
  /Unable to preload CSS/,
  /Couldn't load preload assets/,
];

interface List {
  screen: string;
  path: string;
  open: (cast: Cast, path: string, more?: { allow?: RegExp[] }) => Promise<Page>;
}

/** Answers what the page itself asks for, and lets whole documents through. */
async function onVisit(page: Page, answer: (route: Route) => unknown): Promise<void> {
  await page.route('**/*', (route) =>
    route.request().headers()['x-inertia'] ? void answer(route) : void route.fallback(),
  );
}

const search = (page: Page, text: string) => page.getByRole('searchbox').first().fill(text);

/** What may become of a list that is searched. */
export function listScenes({ screen, path, open }: List): Scene[] {
  const answered = (status: number, headers: Record<string, string>, text: string | RegExp) => async (cast: Cast) => {
    const page = await open(cast, path, {
      allow: [new RegExp(`status of ${status}`), new RegExp(`answered ${status}`)],
    });
    await onVisit(page, (route) => route.fulfill({ status, headers, body: '' }));
    await search(page, 'asha');
    await sees(page, text);
    return page;
  };
  return [
    {
      screen,
      state: 'nothing matches',
      open: async (cast) => {
        const page = await open(cast, `${path}?search=nobody-is-called-so`);
        await page.getByRole('button', { name: /^Clear (?:filters|search)$/ }).waitFor();
        return page;
      },
    },
    {
      screen,
      state: 'loading',
      open: async (cast) => {
        const page = await open(cast, path);
        await onVisit(page, () => undefined);
        await search(page, 'asha');
        await sees(page, 'Loading…');
        await pause(SKELETON_MS);
        return page;
      },
    },
    { screen, state: 'could not be loaded', open: answered(500, {}, 'Retry') },
    {
      screen,
      state: 'too many requests',
      open: answered(429, { 'retry-after': '600' }, /^Too many requests\. Please try again/),
    },
    {
      screen,
      state: 'offline',
      open: async (cast) => {
        const page = await open(cast, path, { allow: OFFLINE });
        await page.context().setOffline(true);
        await sees(page, MESSAGES.connection.offline);
        return page;
      },
    },
  ];
}
