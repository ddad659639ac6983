import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { findChromium } from '../../support/programs.mjs';
import { signIn, startProduct } from '../support/product.mjs';
import { median } from '../support/stats.mjs';

const DATABASE = 'bench_1m';
const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = 3;
const NOBODY = 'http://127.0.0.1:9/pg';

const PUBLIC_GOALS = { score: 100, lcp: 0.95, tbt: 0 };
const STAFF_GOALS = { score: 95, lcp: 1.5, tbt: 200 };

/** Lighthouse's own mobile scores. It is no dependency: npx fetches it, so it runs only when it is named. */
export const lighthouse = {
  name: 'lighthouse',
  onRequest: true,
  async run(ctx) {
    const product = await startProduct({ server: ctx.server, database: DATABASE, bankUrl: NOBODY });
    const folder = mkdtempSync(join(tmpdir(), 'bench-lighthouse-'));
    try {
      const seller = await signIn(product, await sellerEmail(ctx.server));
      const admin = await signIn(product);
      const rows = [];
      for (const { page, path, cookie, goals } of [
        { page: 'payment page', path: `/payment/${await openPayment(ctx.server)}`, goals: PUBLIC_GOALS },
        { page: 'sign-in', path: '/login', goals: STAFF_GOALS },
        { page: 'dashboard', path: '/dashboard', cookie: seller.cookie, goals: STAFF_GOALS },
        { page: 'admin list', path: '/admin/dashboard', cookie: admin.cookie, goals: STAFF_GOALS },
      ]) {
        const found = await scores(folder, `${product.url}${path}`, cookie ? { cookie } : {}, ctx.quick);
        const row = (work, more) => ({ size: 'mobile', work: `Lighthouse, ${page}: ${work}`, ...more });
        rows.push(
          row('performance', { ours: found.score, goal: { atLeast: goals.score } }),
          row('LCP', { unit: 's', ours: found.lcp, goal: { atMost: goals.lcp } }),
          row('TBT', { unit: 'ms', ours: found.tbt, goal: { atMost: goals.tbt } }),
        );
      }
      return rows;
    } finally {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function scores(folder, url, headers, quick) {
  const found = [];
  for (let at = 0; at < (quick ? 1 : RUNS); at += 1) found.push(await one(folder, url, headers));
  const of = (field) => median(found.map((run) => run[field]));
  return { score: of('score'), lcp: of('lcp'), tbt: of('tbt') };
}

async function one(folder, url, headers) {
  const [report, extra] = [join(folder, 'report.json'), join(folder, 'headers.json')];
  writeFileSync(extra, JSON.stringify(headers));
  const words = [url, '--quiet', '--only-categories=performance', '--output=json', `--output-path=${report}`];
  words.push(`--extra-headers=${extra}`, '--chrome-flags=--headless=new --no-sandbox');
  const env = { ...process.env, CHROME_PATH: findChromium() };
  const load = () => promisify(execFile)('npx', ['--yes', LIGHTHOUSE, ...words], { env, maxBuffer: 1 << 26 });
  // Now and then its trace lacks the beginning, and it says so.
  await load().catch(load);
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  return {
    score: categories.performance.score * 100,
    lcp: audits['largest-contentful-paint'].numericValue / 1000,
    tbt: audits['total-blocking-time'].numericValue,
  };
}

const openPayment = (server) =>
  oneOf(server, "SELECT public_id AS one FROM payments WHERE status = 'initiated' AND id > 900000 LIMIT 1");
const sellerEmail = (server) => oneOf(server, "SELECT email AS one FROM users WHERE role = 'sales_manager' ORDER BY id LIMIT 1");

async function oneOf(server, sql) {
  const connection = await mysql.createConnection({ ...server.at, database: DATABASE });
  const [[{ one }]] = await connection.query(sql);
  await connection.end();
  return one;
}
