import { SERVER_MESSAGES } from '../../../src/contracts/messages-server.js';
import { heading, sees } from '../../browser/steps.js';
import type { Cast } from '../cast.js';
import { LONG, somebody } from '../people.js';
import type { Scene } from '../scene.js';

/** The link of one sale, on the screen and on paper. */
export function deskScenes(): Scene[] {
  const screen = 'Sale';
  const show = (cast: Cast, paymentId: string) => cast.seller(`/sales/${paymentId}`);
  const scene = (
    state: string,
    make: (cast: Cast) => Promise<string>,
    words: string | RegExp,
    main = false,
  ): Scene => ({
    screen,
    state,
    main,
    open: async (cast) => {
      const page = await show(cast, await make(cast));
      await sees(page, words);
      return page;
    },
  });
  const link = async (cast: Cast) => (await cast.link('gold', { customerData: somebody() })).paymentId;
  const after = (outcome: string) => async (cast: Cast) => {
    const paymentId = await link(cast);
    await cast.settle(paymentId, outcome);
    return paymentId;
  };
  return [
    scene('waiting to be opened', link, /^Not opened/, true),
    scene(
      'a very long name',
      async (cast) => (await cast.link('platinum', { customerData: { ...LONG, ...unique() } })).paymentId,
      /^Not opened/,
    ),
    scene(
      'opened by the customer',
      async (cast) => {
        const paymentId = await link(cast);
        const customer = await cast.customer('en', `/payment/${paymentId}`);
        await customer.context().close();
        return paymentId;
      },
      /^Opened/,
    ),
    scene('at the bank', after('pending-success'), /^At the bank since/),
    scene('paid', after('pay-upi'), /^Paid .+ · GO-\d{6}$/, true),
    scene('failed', after('decline'), /^Failed/, true),
    scene(
      'expired',
      async (cast) => {
        const paymentId = await link(cast);
        await cast.expire(paymentId);
        return paymentId;
      },
      /^Link expired/,
    ),
    scene(
      'taken back',
      async (cast) => {
        const paymentId = await link(cast);
        await (
          await cast.program()
        ).post(`/api/payments/${paymentId}/cancel-link`, { reason: 'Chose another project' });
        return paymentId;
      },
      /^Link cancelled/,
    ),
    scene(
      'refunded',
      async (cast) => {
        const { paymentId } = await cast.paid('silver');
        await cast.refund(paymentId, 100);
        await cast.product.bank({ op: 'settle-refunds' });
        await cast.becomes(paymentId, 'refunded');
        return paymentId;
      },
      /refunded/i,
    ),
    scene(
      'the bank could not be reached',
      async (cast) => {
        await cast.product.bank({ op: 'fault', on: 'create', kind: 'http-500', times: 1 });
        return link(cast);
      },
      SERVER_MESSAGES.link.bankUnavailable,
    ),
    {
      screen,
      state: 'sent by email',
      open: async (cast) => {
        const page = await show(cast, await link(cast));
        await page.getByRole('button', { name: 'Send email' }).click();
        await sees(page, /^Sent 1×, last /);
        return page;
      },
    },
    slip('to be paid', link, true),
    slip(
      'a very long name',
      async (cast) => (await cast.link('platinum', { customerData: { ...LONG, ...unique() } })).paymentId,
    ),
    slip('paid already', after('pay-upi')),
  ];
}

/** The same long name is another person each time. */
function unique(): { email: string; phone: string } {
  const { email, phone } = somebody();
  return { email: `${email.split('@')[0]}.${LONG.email}`, phone };
}

function slip(state: string, make: (cast: Cast) => Promise<string>, main = false): Scene {
  return {
    screen: 'Slip',
    state,
    main,
    paper: 'roll',
    open: async (cast) => {
      const page = await cast.seller(`/payments/${await make(cast)}/slip`);
      await heading(page, /token$/);
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
      return page;
    },
  };
}
