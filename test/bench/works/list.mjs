import { jsonOf, requireSame, sizeOf } from '../support/context.mjs';
import { PAGE_P99_MS } from '../support/goals.mjs';
import { latencies, throughputs } from '../support/load.mjs';
import { propsOf } from '../support/product.mjs';

const DATABASE = 'bench_1m';

/** Admin list, first page with its exact total, as an Inertia visit. Floor: the same ten rows and total. */
export const list = {
  name: 'list',
  async run(ctx) {
    const { product, floor, admin } = await ctx.pair(DATABASE);
    const targets = {
      ours: { url: `${product.url}/admin/dashboard`, headers: admin, pid: product.pid },
      floor: { url: `${floor.url}/list`, pid: floor.pid },
    };
    await checkLists(targets.ours.url, admin, targets.floor.url);
    const times = await latencies(targets, ctx.turns);
    const rates = await throughputs(targets, { ...ctx.pressure, connections: 16 });
    const row = { size: sizeOf(DATABASE) };
    const work = 'admin list, page 1';
    return [
      {
        ...row,
        work: `${work}: p50`,
        unit: 'ms',
        ours: times.ours.p50,
        floor: times.floor.p50,
      },
      { ...row, work: `${work}: p99`, unit: 'ms', ours: times.ours.p99, floor: times.floor.p99, goal: { atMost: PAGE_P99_MS } },
      {
        ...row,
        work: `${work}: 16 connections`,
        unit: '/s',
        ours: rates.ours.perSecond,
        floor: rates.floor.perSecond,
      },
      {
        ...row,
        work: `${work}: processor a request`,
        unit: 'ms',
        ours: rates.ours.cpuMs,
        floor: rates.floor.cpuMs,
      },
    ];
  },
};

/** The same payments in the same order, and the same total. */
export async function checkLists(oursUrl, headers, floorUrl) {
  const ours = await propsOf(oursUrl, headers);
  const theirs = await jsonOf(floorUrl);
  const idsOf = (rows) => rows.map(({ paymentId }) => paymentId);
  requireSame(
    new URL(floorUrl).pathname,
    [idsOf(ours.payments ?? ours.allCustomers), totalOf(ours)],
    [idsOf(theirs.payments), theirs.total],
  );
}

function totalOf({ pagination }) {
  return pagination.totalPayments ?? pagination.totalCount ?? pagination.totalItems;
}
