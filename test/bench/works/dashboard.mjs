import { requireSame, SELLER, sizeOf, jsonOf } from '../support/context.mjs';
import { PAGE_P99_MS } from '../support/goals.mjs';
import { latencies } from '../support/load.mjs';
import { propsOf } from '../support/product.mjs';
import { checkLists } from './list.mjs';

const DATABASE = 'bench_1m';

/** A seller's own first page with the counters of own tokens. Floor: the same five rows, total and counters. */
export const dashboard = {
  name: 'dashboard',
  async run(ctx) {
    const { product, floor, seller } = await ctx.pair(DATABASE);
    const targets = {
      ours: { url: `${product.url}/dashboard`, headers: seller },
      floor: { url: `${floor.url}/dashboard?seller=${SELLER.id}` },
    };
    await checkLists(targets.ours.url, seller, targets.floor.url);
    const { tokenCounts } = await propsOf(targets.ours.url, seller);
    const { counters } = await jsonOf(targets.floor.url);
    const kinds = ['gold', 'silver', 'platinum'];
    requireSame(
      'counters',
      kinds.map((kind) => tokenCounts[kind]),
      kinds.map((kind) => counters[kind] ?? 0),
    );
    const times = await latencies(targets, ctx.turns);
    return [
      {
        work: 'seller dashboard with counters: p50',
        size: sizeOf(DATABASE),
        unit: 'ms',
        ours: times.ours.p50,
        floor: times.floor.p50,
      },
      { work: 'seller dashboard: p99', size: sizeOf(DATABASE), unit: 'ms', ours: times.ours.p99, goal: { atMost: PAGE_P99_MS } },
    ];
  },
};
