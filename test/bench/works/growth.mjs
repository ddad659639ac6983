import { GROWTH_AT_MOST } from '../support/goals.mjs';
import { latencies } from '../support/load.mjs';
import { propsOf } from '../support/product.mjs';
import { FILTERS } from './filters.mjs';

const SIZES = ['bench_10k', 'bench_100k', 'bench_1m'];

/** The same visits at three sizes; the smallest stands in the column of the floor. */
export const growth = {
  name: 'growth',
  async run(ctx) {
    const pairs = await Promise.all(SIZES.map((database) => ctx.pair(database)));
    const lasts = await Promise.all(
      pairs.map(
        async ({ product, admin }) => (await propsOf(`${product.url}/admin/dashboard`, admin)).pagination.totalPages,
      ),
    );
    const visits = {
      'page 1': () => '/admin/dashboard',
      'middle page': (last) => `/admin/dashboard?page=${last >> 1}`,
      ...Object.fromEntries(FILTERS.map(({ work, ours }) => [work, () => `/admin/dashboard?${ours}`])),
      'transactions summary': () => '/transactions',
      analysis: () => '/admin/transactions',
      'search for a part of a name': () => '/admin/dashboard?search=harma',
      'search for a number': () => '/admin/dashboard?search=GO-000100',
    };
    const rows = [];
    for (const [name, pathOf] of Object.entries(visits)) {
      const targets = Object.fromEntries(
        pairs.map(({ product, admins }, at) => {
          const url = product.url + pathOf(lasts[at]);
          return [SIZES[at], { url, requests: admins.map((headers) => ({ url, headers })) }];
        }),
      );
      const slow =
        (await latencies({ slowest: targets.bench_1m }, { rounds: 1, perRound: 3, warmUp: 1 })).slowest.p50 > 50;
      const times = await latencies(targets, slow ? { rounds: 3, perRound: 4, warmUp: 1 } : ctx.turns);
      rows.push({
        work: `growth of ${name}: p50`,
        size: '10 k → 1 M',
        unit: 'ms',
        ours: times.bench_1m.p50,
        floor: times.bench_10k.p50,
        goal: { ratioAtMost: GROWTH_AT_MOST },
        rounds: { at100k: times.bench_100k.p50 },
      });
    }
    return rows;
  },
};
