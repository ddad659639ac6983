import { sizeOf } from '../support/context.mjs';
import { GROWTH_AT_MOST } from '../support/goals.mjs';
import { latencies } from '../support/load.mjs';
import { propsOf } from '../support/product.mjs';

const DATABASE = 'bench_1m';

/** Pages by number against our own first page, which stands in the column of the floor. */
export const pages = {
  name: 'pages',
  async run(ctx) {
    const { product, admin, admins } = await ctx.pair(DATABASE);
    const at = (page) => ({ url: `${product.url}/admin/dashboard?page=${page}`, headers: admin });
    const last = (await propsOf(at(1).url, admin)).pagination.totalPages;
    const numbers = { first: 1, hundredth: 100, middle: last >> 1, last };
    await checkPages(at, admin, last);
    /** By many admins in turn: one may walk through 600 pages a minute. */
    const byMany = (urls) => {
      const requests = Array.from({ length: urls.length * admins.length }, (_, n) => {
        return { url: urls[n % urls.length], headers: admins[n % admins.length] };
      });
      return { url: product.url, requests };
    };
    const targets = Object.fromEntries(Object.entries(numbers).map(([name, page]) => [name, byMany([at(page).url])]));
    // Pages all over the list: nothing that is kept for one of them helps the next.
    targets['all over'] = byMany(Array.from({ length: 97 }, (_, n) => at(1 + ((n * 7919) % last)).url));
    const times = await latencies(targets, ctx.turns);
    return ['hundredth', 'middle', 'last', 'all over'].map((name) => ({
      work: `admin list, ${name === 'all over' ? 'pages all over' : `${name} page`}: p50 by page 1`,
      size: sizeOf(DATABASE),
      unit: 'ms',
      ours: times[name].p50,
      floor: times.first.p50,
      goal: { ratioAtMost: GROWTH_AT_MOST },
    }));
  },
};

/** Neighbouring pages hold neighbouring payments, and the last one ends with the oldest. */
async function checkPages(at, admin, last) {
  const idsOf = async (page) => (await propsOf(at(page).url, admin)).payments.map(({ id }) => Number(id));
  const [middle, next, end] = await Promise.all([idsOf(last >> 1), idsOf((last >> 1) + 1), idsOf(last)]);
  if (middle.at(-1) - 1 !== next[0] || end.at(-1) !== 1)
    throw new Error(`pages do not join: ${middle.at(-1)}, ${next[0]} … ${end.at(-1)}`);
}
