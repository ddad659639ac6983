import { givesFirst } from '../rush/figures.mjs';
import { heldRate, missedRate, nextRate } from '../rush/search.mjs';
import { ENGINES, WITHOUT_MYSQL, withBooks } from '../rush/engines.mjs';
import { CUSTOMERS_OF_A_SITE, RushSite, yardstick } from '../rush/site.mjs';
import { BANK_MS, p99Of, runStep, WINDOW_SECONDS } from '../rush/step.mjs';
import { diskWaits } from '../rush/processor.mjs';
import { percentile, rounded } from '../support/stats.mjs';
import { UNPACK_COMMAND } from '../../support/mysql-packages.mjs';
import { findMysql } from '../../support/programs.mjs';

const SEED = 20261115;
const FIRST_RATE = 4;
const WARM_RATE = 4;
const WARM_SECONDS = 15;
/** 6,000 sales in an hour. */
const EVENT_RATE = 1.67;
const MOST_FAULTS_TOLD = 10;

/** The highest arrival rate of an event at which desks have their code and customers their receipt in time, and nothing is lost. */
export const rush = {
  name: 'rush',
  hasOwnData: true,
  onRequest: true,
  async run(ctx) {
    const rows = [];
    for (const engine of ctx.rush.engines ?? enginesThatAreThere(ctx)) {
      await withBooks(ctx, engine, async (books) => {
        for (const workers of ctx.rush.workers ?? ENGINES[engine].workers) rows.push(...(await measure(ctx, { engine, workers, books })));
      });
    }
    return rows;
  },
};

function enginesThatAreThere({ say }) {
  if (findMysql()) return Object.keys(ENGINES);
  say(`no MySQL on this machine, so it is not measured: ${UNPACK_COMMAND}`);
  return WITHOUT_MYSQL;
}

async function measure(ctx, { engine, workers, books }) {
  const label = `${ENGINES[engine].label}, ${workers === 1 ? '1 process' : `${workers} workers`}`;
  ctx.say(`rush: ${label}`);
  // Each site sells to customers of its own: the books of an engine hold the sales of the one before.
  const site = await RushSite.start(books, workers, {}, workers * CUSTOMERS_OF_A_SITE);
  try {
    // Code that has just been loaded is interpreted until the engine has compiled it.
    await runStep(site, { rate: WARM_RATE, seconds: WARM_SECONDS, bankMs: 1000, seed: SEED, isJudged: false });
    const unit = yardstick();
    const waits = diskWaits(books.folder);
    const disk = { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };
    ctx.say(`  yardstick ${rounded(unit)} ms of processor time, a write to the disk ${rounded(disk.p50)} ms, p99 ${rounded(disk.p99)} ms`);
    const steps = [];
    for (let rate = ctx.rush.rate ?? FIRST_RATE; rate !== null; rate = ctx.rush.rate ? null : nextRate(steps, { first: FIRST_RATE })) {
      const wish = { rate, seconds: WINDOW_SECONDS, bankMs: BANK_MS, seed: SEED + steps.length, isJudged: true };
      steps.push(await runStep(site, wish));
      tell(ctx, label, steps.at(-1));
    }
    return rowsOf({ label, steps, unit, disk, size: `${ctx.workSize / 1000} k` });
  } finally {
    await site.stop();
  }
}

function rowsOf({ label, steps, unit, disk, size }) {
  const rate = heldRate(steps);
  const held = steps.find((step) => step.rate === rate && step.isHeld);
  const missed = steps.findLast((step) => step.rate === (missedRate(steps) ?? steps.find(({ isHeld }) => !isHeld)?.rate));
  const row = (work, more) => ({ work: `rush, ${label}: ${work}`, size, ...more });
  const isBalanced = steps.every(({ faults }) => faults.length === 0);
  const rows = [
    row('highest arrival rate held', { unit: '/s', ours: rate ?? 0, goal: { atLeast: EVENT_RATE } }),
    row('nothing lost, nothing doubled at any rate', { ours: isBalanced, goal: { holds: true } }),
    row('a write to the disk meanwhile: p99 (floor: p50)', { unit: 'ms', ours: disk.p99, floor: disk.p50 }),
  ];
  if (held) {
    rows.push(
      row('desk has its code: p99', { unit: 'ms', ours: held.p99.qr, goal: { atMost: 1000 } }),
      row('customer has the receipt after the capture: p99', { unit: 'ms', ours: held.p99.receipt, goal: { atMost: 3000 } }),
      row('desk is told after the capture: p99', { unit: 'ms', ours: p99Of(held, 'live') }),
      row('receipt mailed after the capture: p99', { unit: 'ms', ours: p99Of(held, 'mail') }),
      row('of one processor, taken by what else the machine does', { unit: '%', ours: held.load.others * 100 }),
      row('dashboards: p99', { unit: 'ms', ours: p99Of(held, 'dashboard') }),
      row("product's processor time a completed sale", { unit: 'ms', ours: held.processorMs.product, floor: unit }),
      row("load generator's, beside it", { unit: 'ms', ours: held.processorMs.load, floor: unit }),
    );
    if (held.load.database > 0) rows.push(row("database's, beside it", { unit: 'ms', ours: held.processorMs.database, floor: unit }));
  }
  if (missed) rows.push(row(`gives first, at ${missed.rate} a second`, { ours: givesFirst(missed) }));
  return rows;
}

function tell({ say }, label, step) {
  const { rate, isHeld, p99, sums, faults, problems, load, result, processorMs } = step;
  const shown = (value) => (Number.isFinite(value) ? rounded(value) : 'never');
  const figures = ['dashboard', 'look', 'page', 'initiate', 'live', 'mail', 'silent', 'analysis', 'export']
    .map((name) => `${name} ${shown(p99Of(step, name))}`)
    .join(', ');
  say(`${label}: ${rate} a second ${isHeld ? 'held' : `missed (${givesFirst(step)})`}${result.isCutShort ? ', cut short' : ''}`);
  say(`  p99 in ms: QR ${shown(p99.qr)}, receipt ${shown(p99.receipt)}, ${figures}; generator late by ${shown(result.lateMs)}`);
  say(`  ${sums.captures} captures = ${sums.paid} paid = ${sums.tokens} tokens = ${sums.receipts} receipts = ${sums.mails} emails`);
  say(`  shares ${JSON.stringify(mapped(load))}; ms a sale ${JSON.stringify(mapped(processorMs))}`);
  const counts = Object.entries(result.notes).filter(([name]) => name.endsWith('-failed') || name === 'stream-ended');
  const troubles = counts.map(([name, times]) => `${name} ${times.length}`).join(', ');
  if (result.refused + result.broken > 0 || troubles) say(`  refused ${result.refused}, broken ${result.broken}${troubles && `, ${troubles}`}`);
  for (const { what, id } of faults.slice(0, MOST_FAULTS_TOLD)) say(`  FAULT ${what}: ${id}`);
  for (const problem of problems.slice(0, MOST_FAULTS_TOLD)) say(`  problem ${problem}`);
}

const mapped = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]));
