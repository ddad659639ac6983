import { get } from 'node:http';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { sizeOf } from '../support/context.mjs';
import { PAGE_P99_MS } from '../support/goals.mjs';
import { OneConnection, requestBytes } from '../support/http.mjs';
import { rssMibOf, watchingRss } from '../support/processes.mjs';
import { percentile } from '../support/stats.mjs';

const LARGE = 'bench_1m';
const SMALL = 'bench_10k';
const PATH = '/api/payments/admin/export';

/** The columns of the product's file, as one plain join: amounts in rupees, times of India, a line for each attempt. */
const OUTFILE = `SELECT DATE_FORMAT(p.created_at + INTERVAL 330 MINUTE, '%Y-%m-%d %H:%i:%s'),
    DATE_FORMAT(p.paid_at + INTERVAL 330 MINUTE, '%Y-%m-%d %H:%i:%s'), p.status, p.token_type, p.token_number,
    c.name, c.email, CONCAT('''', c.phone), p.amount / 100, p.refunded_amount / 100,
    IF(p.status IN ('completed', 'refunded'), p.amount - p.refunded_amount, 0) / 100, p.gateway, a.bank_txn_id, a.invoice_no,
    u.name, u.email, p.reference_type, p.broker_name, p.payment_type, p.original_token_number, q.token_number, p.public_id
  FROM payments p FORCE INDEX (PRIMARY)
  STRAIGHT_JOIN customers c ON c.id = p.customer_id
  STRAIGHT_JOIN users u ON u.id = p.sales_manager_id
  LEFT JOIN payment_attempts a ON a.payment_id = p.id
  LEFT JOIN upgrades g ON g.completed_source_id = p.id
  LEFT JOIN payments q ON q.id = g.upgrade_payment_id
  ORDER BY p.id`;

/** The admin's export of everything, against the database writing the same columns into a file; and lists beside it. */
export const exporting = {
  name: 'export',
  async run(ctx) {
    const { product, admin } = await ctx.pair(LARGE);
    const small = await ctx.pair(SMALL);
    const url = `${product.url}${PATH}`;
    const rounds = ctx.quick ? 1 : 3;
    const runs = [];
    const floors = [];
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await outfileSeconds(ctx));
      runs.push(await beside(product, admin, () => download(url, admin)));
    }
    const growthAt10k = await growthOf(small.product, () => download(`${small.product.url}${PATH}`, small.admin));
    const best = (values) => Math.min(...values);
    const quick = best(runs.map(({ result }) => result.seconds));
    const row = { size: sizeOf(LARGE) };
    return [
      {
        ...row,
        work: 'CSV export of everything',
        unit: 's',
        ours: quick,
        floor: best(floors),
        goal: { ratioAtMost: 1.5 },
      },
      { ...row, work: 'export: rows', ours: runs[0].result.lines === 1_000_001, goal: { holds: true } },
      {
        ...row,
        work: 'export: first byte',
        unit: 'ms',
        ours: best(runs.map(({ result }) => result.firstMs)),
      },
      {
        ...row,
        work: 'export: growth of memory',
        unit: 'MiB',
        ours: best(runs.map(({ growth }) => growth)),
        goal: { atMost: 80 },
      },
      { size: sizeOf(SMALL), work: 'export: growth of memory', unit: 'MiB', ours: growthAt10k },
      {
        ...row,
        work: 'list p99 while one runs',
        unit: 'ms',
        ours: best(runs.map(({ p99 }) => p99)),
        goal: { atMost: PAGE_P99_MS },
      },
      { ...row, work: 'list p50 while one runs', unit: 'ms', ours: best(runs.map(({ p50 }) => p50)) },
      { ...row, work: 'export: one at a time', ours: await takeTurns(url, admin), goal: { holds: true } },
      {
        ...row,
        work: 'export: its query ends with the client',
        ours: await endsWithClient(ctx, url, admin),
        goal: { holds: true },
      },
    ];
  },
};

/** @returns seconds that the database takes to write the rows into a file of its own */
async function outfileSeconds({ server }) {
  const connection = await mysql.createConnection({ ...server.at, database: LARGE });
  const [[{ folder }]] = await connection.query('SELECT @@tmpdir AS folder');
  const place = join(folder, 'outfile');
  mkdirSync(place, { recursive: true });
  const file = join(place, `${Date.now()}.csv`);
  try {
    const started = performance.now();
    await connection.query(
      `${OUTFILE} INTO OUTFILE ${connection.escape(file)} FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"' LINES TERMINATED BY '\r\n'`,
    );
    return (performance.now() - started) / 1000;
  } finally {
    await connection.end();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Reads an export to its end without keeping it. @param onData called with each part */
export function download(url, headers, onData = () => undefined) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const result = { firstMs: Number.NaN, lines: 0, bytes: 0 };
    const request = get(url, { headers: { cookie: headers.cookie }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`the export answered ${response.statusCode}`));
      response.on('data', (chunk) => {
        if (result.bytes === 0) result.firstMs = performance.now() - started;
        result.bytes += chunk.length;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) result.lines += 1;
        onData(response);
      });
      response.once('error', reject);
      // After `end` it changes nothing any more.
      response.once('close', () => reject(new Error('the download broke off')));
      response.once('end', () => resolve({ ...result, seconds: (performance.now() - started) / 1000 }));
    });
    request.once('error', reject);
  });
}

/** One reader asks for the list again and again while work goes on. */
async function beside(product, headers, work) {
  const list = requestBytes(`${product.url}/admin/dashboard`, { headers });
  const client = await OneConnection.to(product.url);
  for (let at = 0; at < 20; at += 1) await client.ask(list);
  const times = [];
  let ended = false;
  const asking = (async () => {
    while (!ended) {
      const started = performance.now();
      const { status } = await client.ask(list);
      times.push(performance.now() - started);
      if (status >= 400) throw new Error(`the list beside an export was answered with ${status}`);
      await pause(10);
    }
  })();
  // A refusal is told where it is waited for, after the work.
  asking.catch(() => undefined);
  try {
    const before = rssMibOf(product.pid);
    const { result, most } = await watchingRss(product.pid, work);
    ended = true;
    await asking;
    return { result, growth: most - before, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
  } finally {
    ended = true;
    client.close();
  }
}

async function growthOf(product, work) {
  const before = rssMibOf(product.pid);
  return (await watchingRss(product.pid, work, 5)).most - before;
}

/** The second of two gets its first byte only when the first has its last. */
async function takeTurns(url, headers) {
  const ends = [];
  const begins = [];
  const one = async () => {
    let begun = false;
    await download(url, headers, () => {
      if (!begun) begins.push(performance.now());
      begun = true;
    });
    ends.push(performance.now());
  };
  await Promise.all([one(), one()]);
  return begins[1] >= ends[0] - 50;
}

/** A second after the reader is gone no statement of an export runs any more. */
async function endsWithClient({ server }, url, headers) {
  const connection = await mysql.createConnection(server.at);
  const running = async () => {
    const [rows] = await connection.query(
      `SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = ? AND command <> 'Sleep' AND id <> CONNECTION_ID()`,
      [LARGE],
    );
    return Number(rows[0].n);
  };
  try {
    let parts = 0;
    await download(url, headers, (response) => {
      parts += 1;
      if (parts === 20) response.destroy();
    }).catch(() => undefined);
    await pause(1000);
    const looks = [];
    for (let at = 0; at < 10; at += 1) {
      looks.push(await running());
      await pause(50);
    }
    return looks.every((count) => count === 0);
  } finally {
    await connection.end();
  }
}
