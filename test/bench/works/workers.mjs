import { availableParallelism } from 'node:os';
import { withBooks } from '../rush/engines.mjs';
import { balanceOfClosed } from '../rush/step.mjs';
import { CUSTOMERS_OF_A_SITE, RushSite } from '../rush/site.mjs';
import { ADMINS, adminEmailOf } from '../books/rows.mjs';
import { cannon } from '../support/load.mjs';
import { signIn } from '../support/product.mjs';
import { median } from '../support/stats.mjs';

const CONNECTIONS = 16;
const CUSTOMERS = 24;
const PAGES = 100;
/** Both have the same books, so neither is to do what the other has left. */
const ALONE = { POLL_INTERVAL_SECONDS: '0' };
/** Of a turn. Sales get twice as much. */
const SECONDS = 8;
const QUICK_SECONDS = 4;
/** Processes of the product. */
const COUNTS = [1, 2];

/**
 * One process and two on the same machine, database and load generator beside: lists, payment pages and whole sales a second. The bank
 * answers in a tenth of a second and nobody waits at it.
 */
export const workers = {
  name: 'workers',
  onRequest: true,
  run: (ctx) => withBooks(ctx, 'mariadb', (books) => measure(ctx, books)),
};

async function measure(ctx, books) {
  const sites = [];
  try {
    for (const count of COUNTS) sites.push(await RushSite.start(books, count, ALONE, count * CUSTOMERS_OF_A_SITE));
    const kinds = { 'signed-in lists': await listTurn(sites), 'payment pages': await pageTurn(books), 'completed sales': saleTurn };
    const rows = [];
    for (const [name, turn] of Object.entries(kinds)) {
      ctx.say(`workers: ${name}`);
      rows.push(...rowsOf(name, await inTurns(ctx, sites, turn), ctx));
    }
    return rows;
  } finally {
    for (const site of sites) await site.stop();
  }
}

/**
 * @returns for each site medians of the turns: `{ perSecond, each, eachInDatabase, product, database, load, others }`; milliseconds, and
 * shares of all processors
 */
async function inTurns(ctx, sites, turn) {
  const { rounds } = ctx.pressure;
  const seconds = ctx.quick ? QUICK_SECONDS : SECONDS;
  const found = sites.map(() => []);
  for (const site of sites) await turn(site, seconds);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, site] of sites.entries()) {
      const watched = site.watch();
      const { perSecond, count } = await turn(site, seconds);
      const { seconds: took, ms } = watched();
      const shares = Object.entries(ms).map(([part, value]) => [part, value / took / 10 / availableParallelism()]);
      found[at].push({ perSecond, each: ms.product / count, eachInDatabase: ms.database / count, ...Object.fromEntries(shares) });
    }
  return found.map((turns) => Object.fromEntries(Object.keys(turns[0]).map((name) => [name, median(turns.map((one) => one[name]))])));
}

function rowsOf(name, [one, two], ctx) {
  const size = `${ctx.workSize / 1000} k`;
  const row = (what, field, unit) => ({ work: `${name}, 2 workers by 1: ${what}`, size, unit, ours: two[field], floor: one[field] });
  return [
    row('a second', 'perSecond', '/s'),
    row("product's processor time each", 'each', 'ms'),
    row("database's processor time each", 'eachInDatabase', 'ms'),
    row("product's share of the processors", 'product', '%'),
    row("database's share", 'database', '%'),
    row("load generator's share", 'load', '%'),
    row('share of what else the machine does', 'others', '%'),
  ];
}

/** Many admins in turn: one may not look as often as that. */
async function listTurn(sites) {
  const emails = Array.from({ length: ADMINS }, (_, at) => adminEmailOf(at));
  const visits = new Map();
  for (const site of sites) {
    const everybody = [];
    for (const email of emails) everybody.push(await signIn(site.product, email));
    visits.set(site, everybody.map((headers) => ({ method: 'GET', path: '/admin/dashboard', headers })));
  }
  return (site, seconds) => hit(site, visits.get(site), seconds);
}

async function pageTurn({ query }) {
  const rows = await query("SELECT public_id AS id FROM payments WHERE status = 'completed' ORDER BY id LIMIT ?", [PAGES]);
  const requests = rows.map(({ id }) => ({ method: 'GET', path: `/payment/${id}`, headers: { accept: 'text/html' } }));
  return (site, seconds) => hit(site, requests, seconds);
}

async function hit({ product }, requests, seconds) {
  return cannon({ url: product.url, requests, pid: product.pid }, { seconds, connections: CONNECTIONS });
}

/** From the create to the receipt. @throws when the books do not balance */
async function saleTurn(site, seconds) {
  return balanceOfClosed(site, { customers: CUSTOMERS, seconds: 2 * seconds, seed: 1 });
}
