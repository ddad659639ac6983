import { textsIn } from '../../../src/contracts/words/index.js';
import type { Language } from '../../../src/contracts/words/languages.js';
import { heading, refusal, sees } from '../../browser/steps.js';
import type { Cast } from '../cast.js';
import { LONG, somebody } from '../people.js';
import type { Scene } from '../scene.js';

const VERIFY_CALL = refusal(400, '/api/payments/verify-callback');

/** After the bank: verification, its endings, the receipt. */
export function resultScenes(language: Language): Scene[] {
  return [
    ...verifyScenes(language),
    ...endingScenes(language),
    ...receiptScenes(language),
    ...receiptCheckScenes(language),
  ];
}

function verifyScenes(language: Language): Scene[] {
  const { verify } = textsIn(language);
  const screen = 'Verification';
  /** Comes back from the bank with this outcome. */
  const back = (outcome: string, title: string) => async (cast: Cast) => {
    const { paymentId } = await cast.link();
    const event = await cast.returned(paymentId, outcome);
    const page = await cast.customer(language, `/payment/verify?event=${event}`, {
      allow: [VERIFY_CALL, /^no request matched the route .*success/],
      // Once paid it goes on to the next page by itself, three seconds later.
      before: (page) => page.route('**/payment/success*', (route) => route.abort('aborted')),
    });
    await heading(page, title);
    return page;
  };
  return [
    { screen, state: 'paid', main: true, open: back('pay-upi', verify.success) },
    { screen, state: 'being confirmed', main: true, open: back('pending-success', verify.confirmingTitle) },
    { screen, state: 'declined', main: true, open: back('decline', verify.failedTitle) },
    { screen, state: 'cancelled', open: back('cancel', verify.failedTitle) },
    {
      screen,
      state: 'nothing came back',
      open: async (cast) => {
        const page = await cast.customer(language, '/payment/verify', { allow: [VERIFY_CALL] });
        await heading(page, verify.failedTitle);
        return page;
      },
    },
  ];
}

function endingScenes(language: Language): Scene[] {
  const words = textsIn(language);
  const ending = (screen: string, path: string, title: string): Scene[] => [
    {
      screen,
      state: 'of a payment',
      open: async (cast) => {
        const { paymentId } = await cast.paid('gold', { customerData: { ...LONG, email: somebody().email } });
        const page = await cast.customer(language, `${path}?payment=${paymentId}`);
        await heading(page, title);
        return page;
      },
    },
    {
      screen,
      state: 'by itself',
      open: async (cast) => {
        const page = await cast.customer(language, path);
        await heading(page, title);
        return page;
      },
    },
  ];
  return [
    ...ending('Payment successful', '/payment/success', words.success.title),
    ...ending('Payment cancelled', '/payment/cancel', words.cancel.title),
    ...ending('Thank you', '/thank-you', words.thanks.title),
    {
      screen: 'No connection',
      state: 'kept for when the network is away',
      open: (cast) => cast.customer(language, '/offline'),
    },
  ];
}

function receiptScenes(language: Language): Scene[] {
  const { receipt } = textsIn(language);
  const screen = 'Receipt';
  const open = async (cast: Cast, paymentId: string) => {
    const page = await cast.customer(language, `/payment/${paymentId}/receipt`);
    await heading(page, /RC-\d{6}/);
    return page;
  };
  return [
    {
      screen,
      state: 'of a paid token',
      main: true,
      paper: 'a4',
      open: async (cast) => open(cast, (await cast.paid()).paymentId),
    },
    {
      screen,
      state: 'a very long name',
      paper: 'a4',
      open: async (cast) =>
        open(
          cast,
          (await cast.paid('platinum', { customerData: { ...LONG, email: `x${Date.now()}${LONG.email}` } })).paymentId,
        ),
    },
    {
      screen,
      state: 'with refunds',
      paper: 'a4',
      open: async (cast) => {
        const { paymentId } = await cast.paid();
        await cast.refund(paymentId, 1500.5);
        await cast.refund(paymentId, 1000);
        return open(cast, paymentId);
      },
    },
    {
      screen,
      state: 'sent by e-mail',
      open: async (cast) => {
        const page = await open(cast, (await cast.paid()).paymentId);
        await page.getByRole('button', { name: receipt.mail }).click();
        await sees(page, /•••@/);
        return page;
      },
    },
    {
      screen,
      state: 'none before it is paid',
      open: async (cast) => {
        const path = `/payment/${(await cast.link()).paymentId}/receipt`;
        const page = await cast.customer(language, path, { allow: [refusal(404, path)] });
        await heading(page, receipt.notYet);
        return page;
      },
    },
  ];
}

function receiptCheckScenes(language: Language): Scene[] {
  const { receiptCheck } = textsIn(language);
  const screen = 'Receipt check';
  const open = async (cast: Cast, paymentId: string) => {
    const page = await cast.customer(language, `/receipt/${paymentId}`);
    await heading(page, receiptCheck.genuine);
    return page;
  };
  return [
    { screen, state: 'genuine', main: true, open: async (cast) => open(cast, (await cast.paid()).paymentId) },
    {
      screen,
      state: 'a refund of all is on its way',
      open: async (cast) => {
        const { paymentId } = await cast.paid('silver');
        await cast.refund(paymentId, 100);
        return open(cast, paymentId);
      },
    },
    {
      screen,
      state: 'of an unknown receipt',
      open: async (cast) => {
        const path = '/receipt/00000000000000000000000000';
        const page = await cast.customer(language, path, { allow: [refusal(404, path)] });
        await heading(page, receiptCheck.unknownTitle);
        return page;
      },
    },
  ];
}
