import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { ADMINS, adminEmailOf } from '../books/rows.mjs';
import { sizeOf } from '../support/context.mjs';
import { startFloor } from '../support/floor.mjs';
import { cannon } from '../support/load.mjs';
import { rssMibOf } from '../support/processes.mjs';
import { signIn, startProduct } from '../support/product.mjs';
import { median } from '../support/stats.mjs';
import { download } from './export.mjs';

const DATABASE = 'bench_1m';
const STARTS = 5;
const IDLE_MS = 5000;
/** Of admins: what is kept for each kind of page counts into the memory. */
const PATHS = [
  '/admin/dashboard',
  '/admin/dashboard?page=5000',
  '/admin/dashboard?status=completed&tokenType=gold',
  '/admin/dashboard?search=harma',
  '/admin/dashboard?search=GO-000100',
  '/admin/transactions',
  '/transactions',
  '/admin/reconciliation',
  '/admin/review',
  '/admin/audit',
];
/** Below what one address may ask for. */
const RECEIPTS_A_SLICE = 5;
/** In so many slices everything is exported once. */
const EXPORT_EVERY = 8;
/** A slice of load, after which memory is looked at. */
const SLICE_SECONDS = 15;

/**
 * From nothing to the first page that reads the database; memory when idle, and after ten minutes (quick: one) of every kind of page,
 * with searches, receipts and exports.
 */
export const start = {
  name: 'start',
  async run(ctx) {
    await ctx.end(DATABASE);
    const paymentId = await anyPayment(ctx.server);
    const begin = { server: ctx.server, database: DATABASE, firstPath: `/payment/${paymentId}` };
    const starts = { ours: [], floor: [] };
    for (let at = 0; at < (ctx.quick ? 3 : STARTS); at += 1) {
      const product = await startProduct(begin);
      starts.ours.push(product.readyMs);
      await product.stop();
      const floor = await startFloor(begin);
      starts.floor.push(floor.readyMs);
      await floor.stop();
    }
    const { idle, samples } = await memoryUnderLoad(ctx, begin, paymentId);
    const row = { size: sizeOf(DATABASE), unit: 'MiB' };
    const name = ctx.quick ? 'a minute' : '10 minutes';
    const half = samples.slice(samples.length >> 1);
    return [
      { ...row, work: 'cold start to the first database page', unit: 'ms', ours: median(starts.ours), floor: median(starts.floor), goal: { atMost: 800 } },
      { ...row, work: 'memory, idle', ours: idle, goal: { atMost: 160 } },
      { ...row, work: `memory after ${name} of load`, ours: samples.at(-1), goal: { atMost: 220 } },
      { ...row, work: `memory: growth over the second half of the load`, ours: Math.max(...half) - half[0], goal: { atMost: 15 } },
    ];
  },
};

async function memoryUnderLoad(ctx, begin, paymentId) {
  const product = await startProduct(begin);
  try {
    await pause(IDLE_MS);
    const idle = rssMibOf(product.pid);
    const emails = Array.from({ length: ADMINS }, (_, at) => adminEmailOf(at));
    const admins = await Promise.all(emails.map((email) => signIn(product, email)));
    // By many admins in turn: one may walk through 600 pages a minute.
    const visits = admins.flatMap((headers) => PATHS.map((path) => ({ method: 'GET', path, headers })));
    const requests = visits.flatMap((visit) => [
      visit,
      { method: 'GET', path: `/payment/${paymentId}`, headers: { accept: 'text/html' } },
    ]);
    const samples = [];
    for (let slice = 0; slice < (ctx.quick ? 4 : 40); slice += 1) {
      const looks = cannon({ url: product.url, requests, pid: product.pid }, { seconds: SLICE_SECONDS, connections: 8 });
      await Promise.all([looks, receipts(product, paymentId)]);
      if (slice % EXPORT_EVERY === 1) await download(`${product.url}/api/payments/admin/export`, admins[0]);
      samples.push(rssMibOf(product.pid));
    }
    return { idle, samples };
  } finally {
    await product.stop();
  }
}

/** As page and as document, which is made on a thread of its own. */
async function receipts(product, paymentId) {
  for (let at = 0; at < RECEIPTS_A_SLICE; at += 1)
    for (const path of ['receipt', 'receipt.pdf']) {
      const answer = await fetch(`${product.url}/payment/${paymentId}/${path}`, { headers: { accept: '*/*' } });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
}

async function anyPayment(server) {
  const connection = await mysql.createConnection({ ...server.at, database: DATABASE });
  const [[row]] = await connection.query(
    "SELECT public_id AS id FROM payments WHERE id >= 700001 AND status = 'completed' ORDER BY id LIMIT 1",
  );
  await connection.end();
  return row.id;
}
