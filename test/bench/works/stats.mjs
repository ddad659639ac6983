import mysql from 'mysql2/promise';
import { jsonOf, requireSame, SELLER, sizeOf } from '../support/context.mjs';
import { GROWTH_AT_MOST, PAGE_P99_MS } from '../support/goals.mjs';
import { latencies, throughputs } from '../support/load.mjs';
import { propsOf } from '../support/product.mjs';

const SMALL = 'bench_10k';
const LARGE = 'bench_1m';
const SAMPLES = 40;

/** Each page with figures, what it is asked by, and what its figures have to be. */
export const FIGURES = [
  {
    name: 'dashboard counters',
    path: '/dashboard',
    who: 'seller',
    floor: `/stats/counters?seller=${SELLER.id}`,
    check: countersAgree,
  },
  { name: 'admin stats', path: '/admin/dashboard', who: 'admin', floor: '/stats/admin', check: statsAgree },
  { name: 'transactions summary', path: '/transactions', who: 'admin', floor: '/stats/summary', check: summaryAgrees },
  { name: 'analysis', path: '/admin/transactions', who: 'admin', floor: '/stats/analysis', check: analysisAgrees },
];

/** Figures over all payments, on the pages that show them. Floor: sums that were made beforehand, read as they stand. */
export const stats = {
  name: 'stats',
  async run(ctx) {
    const [small, large] = [await ctx.pair(SMALL), await ctx.pair(LARGE)];
    const rows = [];
    for (const figure of FIGURES) rows.push(...(await rowsOf(figure, { ctx, small, large })));
    return rows;
  },
};

async function rowsOf({ name, path, who, floor, check }, { ctx, small, large }) {
  const target = (pair) => ({ url: `${pair.product.url}${path}`, headers: pair[who], pid: pair.product.pid });
  const floors = (pair) => ({ url: `${pair.floor.url}${floor}`, pid: pair.floor.pid });
  const row = { size: sizeOf(LARGE) };
  const agree = await isSame(() => checkBoth(check, target(large), floors(large)));
  const slow = (await latencies({ large: target(large) }, { rounds: 1, perRound: 3, warmUp: 1 })).large.p50 > 50;
  const turns = slow ? { rounds: 3, perRound: 5, warmUp: 2 } : ctx.turns;
  const times = await latencies({ large: target(large), small: target(small) }, turns);
  const rates = await throughputs({ ours: target(large) }, { ...ctx.pressure, connections: 16 });
  const busy = await databaseMs(ctx.server, target(large));
  return [
    { ...row, work: `${name}: equal to a recomputation`, ours: agree, goal: { holds: true } },
    { ...row, work: `${name}: database time a request`, unit: 'ms', ours: busy, goal: { atMost: 2 } },
    {
      ...row,
      work: `${name}: 16 connections`,
      unit: '/s',
      ours: rates.ours.perSecond,
    },
    { ...row, work: `${name}: p99`, unit: 'ms', ours: times.large.p99, goal: { atMost: PAGE_P99_MS } },
    {
      ...row,
      work: `${name}: p50 at 1 M by 10 k`,
      unit: 'ms',
      ours: times.large.p50,
      floor: times.small.p50,
      goal: { ratioAtMost: GROWTH_AT_MOST },
    },
  ];
}

async function isSame(check) {
  try {
    await check();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

async function checkBoth(check, ours, floors) {
  check(await propsOf(ours.url, ours.headers), await jsonOf(floors.url));
}

function countersAgree({ tokenCounts }, sums) {
  const kinds = ['gold', 'silver', 'platinum'];
  requireSame(
    'counters',
    kinds.map((kind) => tokenCounts[kind]),
    kinds.map((kind) => named(sums, kind).a),
  );
}

function statsAgree({ stats: shown }, sums) {
  const kinds = ['gold', 'silver', 'platinum'];
  requireSame(
    'stats',
    kinds.map((kind) => shown[kind]),
    kinds.map((kind) => named(sums, kind).a),
  );
}

function summaryAgrees({ summary }, [sum]) {
  requireSame(
    'summary',
    [summary.totalTransactions, summary.completedTransactions, summary.totalAmount],
    [sum.a, sum.b, sum.c / 100],
  );
}

function analysisAgrees({ keyMetrics, funnel, hours, managers }, sums) {
  const of = (kind) => sums.filter((row) => row.kind === kind);
  const total = (field) => of('manager').reduce((sum, row) => sum + row[field], 0);
  requireSame(
    'analysis',
    {
      revenue: keyMetrics.totalRevenue,
      transactions: keyMetrics.totalTransactions,
      funnel: [funnel.created, funnel.opened, funnel.initiated, funnel.paid],
      hours: hours.map(({ created, paid }) => [created, paid]),
      managers: managers.map(({ label, revenue }) => [label, revenue]).sort(),
    },
    {
      revenue: total('c') / 100,
      transactions: total('d'),
      funnel: [of('funnel')[0].a, of('funnel')[0].b, of('funnel')[0].c, of('funnel')[0].d],
      hours: of('hour')
        .sort((a, b) => Number(a.name) - Number(b.name))
        .map(({ a, b }) => [a, b]),
      managers: of('manager')
        .map(({ name, c }) => [name, c / 100])
        .sort(),
    },
  );
}

function named(sums, name) {
  return sums.find((row) => row.name === name) ?? { a: 0 };
}

/** Time that the database was busy for a request, the guard's questions included; the floor and all others are silent meanwhile. */
async function databaseMs(server, { url, headers }) {
  const connection = await mysql.createConnection(server.at);
  const busy = async () => {
    const [[row]] = await connection.query('SELECT SUM(busy_time) AS busy FROM information_schema.user_statistics');
    return Number(row.busy) * 1000;
  };
  try {
    await connection.query('SET GLOBAL userstat = 1');
    const before = await busy();
    for (let at = 0; at < SAMPLES; at += 1) await propsOf(url, headers);
    return ((await busy()) - before) / SAMPLES;
  } finally {
    await connection.query('SET GLOBAL userstat = 0');
    await connection.end();
  }
}
