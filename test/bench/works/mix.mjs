import { ADMINS, adminEmailOf } from '../books/rows.mjs';
import { deskEmails, ENGINES, withBooks } from '../rush/engines.mjs';
import { RushSite } from '../rush/site.mjs';
import { runStep } from '../rush/step.mjs';
import { PAGE_P99_MS } from '../support/goals.mjs';
import { startLooking } from '../support/looking.mjs';
import { rssMibOf } from '../support/processes.mjs';
import { signIn } from '../support/product.mjs';
import { percentile } from '../support/stats.mjs';

const SIZE = 1_000_000;
/** As many sales as an event of 6,000 in an hour has at its peak. */
const RATE = 2.7;
const SECONDS = 90;
const QUICK_SECONDS = 30;
const SEED = 20261122;
/** What the bank takes for its answer to STATUS. */
const BANK_MS = 100;
const LOOK_EVERY_MS = 25;
const DAYS = 'startDate=2026-10-10&endDate=2026-11-08';
/** Of admins. */
const VISITS = {
  'admin list': ['/admin/dashboard'],
  'deep page': ['/admin/dashboard?page=50000', '/admin/dashboard?page=100000'],
  filters: ['/admin/dashboard?tokenType=gold&status=completed', `/admin/dashboard?${DAYS}`, '/admin/dashboard?sort=amount'],
  searches: ['/admin/dashboard?search=harma', '/admin/dashboard?search=GO-000100'],
  figures: ['/admin/transactions', '/transactions'],
};

/** An event's sales at a million payments, and beside them people who look at every kind of page. MariaDB, or what `--engine` names. */
export const mix = {
  name: 'mix',
  onRequest: true,
  async run(ctx) {
    const rows = [];
    for (const engine of ctx.rush.engines ?? ['mariadb'])
      rows.push(...(await withBooks(ctx, engine, (books) => measure(ctx, { engine, books }), SIZE)));
    return rows;
  },
};

async function measure(ctx, { engine, books }) {
  const site = await RushSite.start(books, 1);
  try {
    const visits = await visitsOf(site, books);
    const seconds = ctx.quick ? QUICK_SECONDS : SECONDS;
    const sell = (share) => runStep(site, { rate: RATE, seconds: seconds * share, bankMs: 1000, seed: SEED, isJudged: false });
    const looking = startLooking(site.product, visits, LOOK_EVERY_MS);
    // Code that has just been loaded is interpreted until the engine has compiled it; the first search reads all names.
    await sell(1 / 3);
    looking.take();
    const step = await sell(1);
    const looks = looking.take();
    await looking.stop();
    return rowsOf({ label: ENGINES[engine].label, step, looks, memory: rssMibOf(site.product.pid) });
  } finally {
    await site.stop();
  }
}

/** One admin may not look as often as that, so they take turns. */
async function visitsOf({ product }, books) {
  const admins = await Promise.all(Array.from({ length: ADMINS }, (_, at) => signIn(product, adminEmailOf(at))));
  const paths = Object.entries(VISITS).flatMap(([kind, paths]) => paths.map((path) => ({ kind, path })));
  const [seller] = await deskEmails(books);
  const dashboard = { kind: 'dashboards', path: '/dashboard', headers: await signIn(product, seller) };
  return admins.flatMap((headers) => [...paths.map((visit) => ({ ...visit, headers })), dashboard]);
}

function rowsOf({ label, step, looks, memory }) {
  const row = (work, more) => ({ work: `mix, ${label}: ${work}`, size: '1 M', ...more });
  const timesOf = (test) => looks.filter(({ kind }) => test(kind)).map(({ ms }) => ms);
  const kinds = [...new Set(looks.map(({ kind }) => kind))];
  return [
    row('lists, filters, dashboards: p50', { unit: 'ms', ours: percentile(timesOf((kind) => kind !== 'searches'), 0.5) }),
    row('lists, filters, dashboards: p99', {
      unit: 'ms',
      ours: percentile(timesOf((kind) => kind !== 'searches'), 0.99),
      goal: { atMost: PAGE_P99_MS },
    }),
    ...kinds.map((kind) => row(`${kind}: p99`, { unit: 'ms', ours: percentile(timesOf((one) => one === kind), 0.99) })),
    row("capture to the receipt's page: median, the bank's answer taken off", {
      unit: 'ms',
      ours: percentile(step.times.receipt, 0.5) - BANK_MS,
      goal: { atMost: 150 },
    }),
    row("capture to the receipt's page: p99", { unit: 'ms', ours: percentile(step.times.receipt, 0.99), goal: { atMost: 3000 } }),
    row('desk has its code: p99', { unit: 'ms', ours: percentile(step.times.qr, 0.99), goal: { atMost: 1000 } }),
    row('nothing lost, nothing doubled', { ours: step.faults.length === 0 && step.problems.length === 0, goal: { holds: true } }),
    row('memory at the end', { unit: 'MiB', ours: memory, goal: { atMost: 220 } }),
    row('of one processor, taken by what else the machine does', { unit: '%', ours: step.load.others * 100 }),
  ];
}
