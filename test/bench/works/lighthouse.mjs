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

/** Lighthouse's own mobile scores. It is no dependency: npx fetches it, so it runs only when it is named. */
export const lighthouse = {
  name: 'lighthouse',
  onRequest: true,
  async run(ctx) {
    const product = await startProduct({ server: ctx.server, database: DATABASE, bankUrl: NOBODY });
    const folder = mkdtempSync(join(tmpdir(), 'bench-lighthouse-'));
    try {
      const { cookie } = await signIn(product);
      const payment = await scores(folder, `${product.url}/payment/${await openPayment(ctx.server)}`, {}, ctx.quick);
      const list = await scores(folder, `${product.url}/admin/dashboard`, { cookie }, ctx.quick);
      const row = { size: 'mobile' };
      return [
        { ...row, work: 'Lighthouse, payment page: performance', ours: payment.score, goal: { atLeast: 100 } },
        { ...row, work: 'Lighthouse, payment page: LCP', unit: 's', ours: payment.lcp, goal: { atMost: 0.95 } },
        { ...row, work: 'Lighthouse, payment page: TBT', unit: 'ms', ours: payment.tbt, goal: { atMost: 0 } },
        { ...row, work: 'Lighthouse, admin list: performance', ours: list.score, goal: { atLeast: 97 } },
        { ...row, work: 'Lighthouse, admin list: LCP', unit: 's', ours: list.lcp, goal: { atMost: 1.5 } },
      ];
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

async function openPayment(server) {
  const connection = await mysql.createConnection({ ...server.at, database: DATABASE });
  const [[row]] = await connection.query("SELECT public_id AS id FROM payments WHERE status = 'initiated' AND id > 900000 LIMIT 1");
  await connection.end();
  return row.id;
}
