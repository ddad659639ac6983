import { sizeOf } from '../support/context.mjs';
import { PAGE_P99_MS } from '../support/goals.mjs';
import { latencies } from '../support/load.mjs';
import { checkLists } from './list.mjs';

const DATABASE = 'bench_1m';
const KIND = 'tokenType=gold&status=completed';
const DAYS = 'startDate=2026-10-10&endDate=2026-11-08';

export const FILTERS = [
  { work: 'filter status + tier', ours: KIND, floor: `/list/filter?${KIND}` },
  {
    work: 'filter status + tier + 30 days',
    ours: `${KIND}&${DAYS}`,
    floor: `/list/filter-days?${KIND}&${DAYS}`,
  },
  { work: 'sorted by amount', ours: 'sort=amount', floor: '/list/amount' },
  { work: 'filter 30 days, capped count', ours: DAYS, floor: `/list/days?${DAYS}` },
];

/** Filtered and sorted first pages of the admin list. Floor: the same rows, totals counted or capped alike. */
export const filters = {
  name: 'filters',
  async run(ctx) {
    const { product, floor, admin } = await ctx.pair(DATABASE);
    const rows = [];
    for (const filter of FILTERS) {
      const targets = {
        ours: { url: `${product.url}/admin/dashboard?${filter.ours}`, headers: admin },
        floor: { url: `${floor.url}${filter.floor}` },
      };
      await checkLists(targets.ours.url, admin, targets.floor.url);
      const times = await latencies(targets, ctx.turns);
      rows.push({
        work: `${filter.work}: p50`,
        size: sizeOf(DATABASE),
        unit: 'ms',
        ours: times.ours.p50,
        floor: times.floor.p50,
      });
      rows.push({ work: `${filter.work}: p99`, size: sizeOf(DATABASE), unit: 'ms', ours: times.ours.p99, goal: { atMost: PAGE_P99_MS } });
    }
    return rows;
  },
};
