import { ADMIN_EMAIL, ADMINS, adminEmailOf } from '../books/rows.mjs';
import { deskEmails, ENGINES, withBooks } from '../rush/engines.mjs';
import { RushSite } from '../rush/site.mjs';
import { runStep } from '../rush/step.mjs';
import { PAGE_P99_MS } from '../support/goals.mjs';
import { startLooking } from '../support/looking.mjs';
import { rssMibOf } from '../support/processes.mjs';
import { signIn } from '../support/product.mjs';
import { percentile } from '../support/stats.mjs';
import { download } from './export.mjs';

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

/** With `--minutes` also the pages that few open often. */
const OTHER_VISITS = { others: ['/admin/reconciliation', '/admin/review', '/admin/audit', '/admin/transactions?page=3'] };
/** Of a long mix: memory is read after each, and everything is exported in every third. */
const PART_SECONDS = 120;
const EXPORT_EVERY = 3;

/**
 * An event's sales at a million payments, and beside them people who look at every kind of page. MariaDB, or what `--engine` names. For two
 * minutes, or as many as `--minutes` says, with exports and documents then.
 */
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
    const { minutes } = ctx.rush;
    const visits = await visitsOf(site, books, minutes ? { ...VISITS, ...OTHER_VISITS } : VISITS);
    const seconds = ctx.quick ? QUICK_SECONDS : SECONDS;
    const sell = (share) => runStep(site, { rate: RATE, seconds: seconds * share, bankMs: 1000, seed: SEED, isJudged: false });
    const looking = startLooking(site.product, visits, LOOK_EVERY_MS);
    // Code that has just been loaded is interpreted until the engine has compiled it; the first search reads all names.
    await sell(1 / 3);
    looking.take();
    const step = await sell(1);
    const looks = looking.take();
    const { label } = ENGINES[engine];
    const rows = rowsOf({ label, step, looks, memory: rssMibOf(site.product.pid) });
    if (minutes) rows.push(...(await memoryOver({ ctx, label, site, minutes, looking })));
    await looking.stop();
    return rows;
  } finally {
    await site.stop();
  }
}

/** Memory while the same goes on for so long, with exports and documents. */
async function memoryOver({ ctx, label, site, minutes, looking }) {
  const admin = await signIn(site.product, ADMIN_EMAIL);
  const samples = [];
  let isWhole = true;
  for (let part = 0; part * PART_SECONDS < minutes * 60; part += 1) {
    const selling = runStep(site, { rate: RATE, seconds: PART_SECONDS, bankMs: 1000, seed: SEED + 1 + part, isJudged: false });
    const exporting = part % EXPORT_EVERY === 0 ? download(`${site.product.url}/api/payments/admin/export`, admin) : undefined;
    const [{ faults, problems }] = await Promise.all([selling, exporting]);
    for (const trouble of [...faults, ...problems]) ctx.say(`part ${part}: ${JSON.stringify(trouble)}`);
    isWhole &&= faults.length === 0 && problems.length === 0;
    // Nobody looks any more: ends with what was answered.
    if (looking.take().length === 0) await looking.stop();
    samples.push(rssMibOf(site.product.pid));
    ctx.say(`${label}: ${samples.at(-1).toFixed(0)} MiB after ${((part + 1) * PART_SECONDS) / 60} minutes`);
  }
  const half = samples.slice(samples.length >> 1);
  const row = { size: '1 M', unit: 'MiB' };
  const name = `mix of ${minutes} minutes, ${label}`;
  return [
    { ...row, work: `${name}: memory at the end`, ours: samples.at(-1), goal: { atMost: 220 } },
    { ...row, work: `${name}: growth of memory over the second half`, ours: Math.max(...half) - half[0], goal: { atMost: 15 } },
    { work: `${name}: nothing lost, nothing doubled`, size: '1 M', ours: isWhole, goal: { holds: true } },
  ];
}

/** One admin may not look as often as that, so they take turns. */
async function visitsOf({ product }, books, kinds) {
  const admins = await Promise.all(Array.from({ length: ADMINS }, (_, at) => signIn(product, adminEmailOf(at))));
  const paths = Object.entries(kinds).flatMap(([kind, paths]) => paths.map((path) => ({ kind, path })));
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
