import type { Page } from 'playwright-core';
import { textsIn } from '../../../src/contracts/words/index.js';
import type { Language } from '../../../src/contracts/words/languages.js';
import { heading, refusal, sees } from '../../browser/steps.js';
import { createUpgrade } from '../../support/upgrades.js';
import type { Cast } from '../cast.js';
import { LONG, somebody } from '../people.js';
import type { Room, Scene } from '../scene.js';
import { resultScenes } from './results.js';

const pay = (page: Page) => page.locator('form[data-pay] button:visible');

const TITLES: Readonly<Record<Language, string>> = { en: 'Customers', hi: 'Customers, in Hindi' };

/** The customers' pages in one of their languages. */
export function customers(language: Language): Room {
  const scenes = [...paymentScenes(language), ...upgradeScenes(language), ...resultScenes(language)];
  return { name: `customers-${language}`, title: TITLES[language], hasDark: false, prepare: canWriteHindi, scenes };
}

/** Letters without a font are boxes, all of one width. Both languages have some: the name of the other one. */
const WIDTHS = `((pen) => new Set([...'कमढि'].map((letter) => pen.measureText(letter).width)).size)(
  document.createElement('canvas').getContext('2d'))`;

/** @throws where pictures are wanted and Chromium has no font for Hindi */
async function canWriteHindi(cast: Cast): Promise<void> {
  if (!process.env.GALLERY) return;
  const page = await cast.customer('hi', '/thank-you');
  if ((await page.evaluate(WIDTHS)) === 1)
    throw new Error('Hindi would be drawn as boxes: install a Devanagari font (Debian, Ubuntu: fonts-lohit-deva)');
  await cast.clear();
}

function paymentScenes(language: Language): Scene[] {
  const words = textsIn(language);
  const screen = 'Payment page';
  const scene = (state: string, open: Scene['open'], main = false): Scene => ({ screen, state, open, main });
  const open = (cast: Cast, paymentId: string, more = {}) => cast.customer(language, `/payment/${paymentId}`, more);
  /** A payment that has gone to the bank and come back so. */
  const after =
    (outcome: string, tier: 'gold' | 'platinum' | 'silver' = 'gold') =>
    async (cast: Cast) => {
      const { paymentId } = await cast.link(tier);
      await cast.settle(paymentId, outcome);
      return open(cast, paymentId);
    };

  return [
    scene('gold, to be paid', async (cast) => open(cast, (await cast.link()).paymentId), true),
    scene('platinum, to be paid', async (cast) => open(cast, (await cast.link('platinum')).paymentId)),
    scene('silver, to be paid', async (cast) => open(cast, (await cast.link('silver')).paymentId)),
    scene('a very long name', async (cast) =>
      open(cast, (await cast.link('platinum', { customerData: { ...LONG, email: somebody().email } })).paymentId),
    ),
    scene('pay was pressed', async (cast) => {
      const page = await open(cast, (await cast.link()).paymentId);
      await page.route('**/initiate', () => undefined);
      await pay(page).click();
      await page.getByRole('button', { name: words.script.pleaseWait }).waitFor();
      return page;
    }),
    scene('the bank is away', async (cast) => {
      await cast.product.bank({ op: 'fault', on: 'create', kind: 'http-500', times: 0 });
      const { paymentId } = await cast.link();
      const path = `/api/payments/${paymentId}/initiate`;
      const page = await open(cast, paymentId, { allow: [refusal(503, path), /^answered 503/] });
      await pay(page).click();
      await sees(page, words.script.urlNotYet);
      return page;
    }),
    scene('no connection when pay is pressed', async (cast) => {
      const page = await open(cast, (await cast.link()).paymentId, {
        allow: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
      });
      await page.context().setOffline(true);
      await pay(page).click();
      await sees(page, words.script.initiateError);
      return page;
    }),
    scene('status was checked', async (cast) => {
      const page = await open(cast, (await cast.link()).paymentId);
      await page.getByRole('button', { name: words.payment.checkStatus }).click();
      await sees(page, words.script.statusIs(words.statuses.pending));
      return page;
    }),
    scene('at the bank, no answer yet', after('pending-success'), true),
    scene('paying again is opened', async (cast) => {
      const page = await after('pending-success')(cast);
      await page.getByText(words.payment.payAgain).click();
      await pay(page).waitFor();
      return page;
    }),
    scene('declined', after('decline'), true),
    scene('cancelled at the bank', after('cancel')),
    scene('paid', after('pay-upi'), true),
    scene('paid, platinum', after('pay-card', 'platinum')),
    scene('refunded in part', async (cast) => {
      const { paymentId } = await cast.paid();
      await cast.refund(paymentId, 1500.5);
      return open(cast, paymentId);
    }),
    scene('refunded', async (cast) => {
      const { paymentId } = await cast.paid('silver');
      await cast.refund(paymentId, 100);
      await cast.product.bank({ op: 'settle-refunds' });
      await cast.becomes(paymentId, 'refunded');
      return open(cast, paymentId);
    }),
    scene('the link has expired', async (cast) => {
      const { paymentId } = await cast.link();
      await cast.expire(paymentId);
      return open(cast, paymentId);
    }),
    scene('the link was taken back', async (cast) => {
      const { paymentId } = await cast.link();
      await (await cast.program()).post(`/api/payments/${paymentId}/cancel-link`, {});
      return open(cast, paymentId);
    }),
    {
      screen: 'No such payment',
      state: 'an unknown link',
      open: async (cast) => {
        const path = '/payment/00000000000000000000000000';
        const page = await cast.customer(language, path, { allow: [refusal(404, path)] });
        await heading(page, words.missing.title);
        return page;
      },
    },
  ];
}

function upgradeScenes(language: Language): Scene[] {
  const upgrade = async (cast: Cast) => {
    const { paymentId } = await cast.paid();
    return createUpgrade(await cast.program(), paymentId);
  };
  const after = (outcome?: string) => async (cast: Cast) => {
    const paymentId = await upgrade(cast);
    if (outcome) await cast.settle(paymentId, outcome);
    return cast.customer(language, `/upgrade/${paymentId}`);
  };
  const screen = 'Upgrade page';
  return [
    { screen, state: 'to be paid', main: true, open: after() },
    { screen, state: 'at the bank, no answer yet', open: after('pending-success') },
    { screen, state: 'declined', open: after('decline') },
    { screen, state: 'paid', open: after('pay-upi') },
  ];
}
