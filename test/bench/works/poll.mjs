import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { startBank } from '../support/bank.mjs';
import { cpuMsOf } from '../support/processes.mjs';
import { startProduct } from '../support/product.mjs';
import { withWorkDatabase } from '../support/work-data.mjs';

const DELAY_MS = 200;
const SLOW = { slowShare: 0.05, slowMs: 2000 };
/** As many as one run of the job takes, so that it is one run that is timed. */
const MOST = 5000;
const LIMIT_MS = 120_000;
/** As the product comes: every ten seconds. */
const USUAL_INTERVAL = '10';
const IDLE_SECONDS = 30;

/** The job that asks the bank about open payments. The bank answers in 200 ms that nothing is decided; the ideal is C / 0.2 s. */
export const poll = {
  name: 'poll',
  async run(ctx) {
    const bank = await startBank();
    try {
      const rows = await withWorkDatabase(ctx, { database: 'bench_work', size: ctx.workSize }, async (connection) => {
        const found = [];
        for (const concurrency of [20, 50, 200]) found.push(...(await asking(ctx, { bank, connection, concurrency })));
        return [...found, ...(await asking(ctx, { bank, connection, concurrency: 200, slow: SLOW }))];
      });
      return [...rows, ...(await noneDue(ctx, bank))];
    } finally {
      await bank.stop();
    }
  },
};

async function asking(ctx, { bank, connection, concurrency, slow }) {
  const count = Math.min(MOST, concurrency * ctx.pollTurns);
  const more = { POLL_INTERVAL_SECONDS: '1', POLL_CONCURRENCY: String(concurrency) };
  const product = await startProduct({ server: ctx.server, database: 'bench_work', bankUrl: bank.url, more });
  try {
    const wish = { status: 'REQ', delayMs: DELAY_MS, slowShare: 0, ...slow };
    // The first run is there for the engine to compile what is run often.
    await oneRun({ bank, connection, wish, count: Math.min(count, 1000) });
    const cpu = cpuMsOf(product.pid);
    const run = await oneRun({ bank, connection, wish, count });
    const cpuEach = (cpuMsOf(product.pid) - cpu) / run.asked;
    const mean = slow ? DELAY_MS * (1 - slow.slowShare) + slow.slowMs * slow.slowShare : DELAY_MS;
    const name = `poll, ${concurrency} at once${slow ? ', 5 % take 2 s' : ''}`;
    const row = { size: '100 k' };
    return [
      {
        ...row,
        work: `${name}: checks by the ideal`,
        unit: '/s',
        ours: run.asked / run.seconds,
        floor: (concurrency / mean) * 1000,
        goal: { ratioAtLeast: slow ? 0.8 : 0.95 },
      },
      { ...row, work: `${name}: processor a check`, unit: 'ms', ours: cpuEach },
    ];
  } finally {
    await product.stop();
  }
}

async function oneRun({ bank, connection, wish, count }) {
  await bank.control(wish);
  // All at once, so that no run begins with a part of them.
  await connection.query(
    `UPDATE payment_attempts SET next_check_at = UTC_TIMESTAMP(3) WHERE status = 'open' ORDER BY id LIMIT ${count}`,
  );
  for (const started = Date.now(); Date.now() - started < LIMIT_MS; await pause(50)) {
    const state = await bank.control();
    if (state.asked >= count) {
      await connection.query("UPDATE payment_attempts SET next_check_at = '2099-01-01' WHERE status = 'open'");
      await pause(1500);
      return { ...state, seconds: state.seconds };
    }
  }
  throw new Error('the job did not ask in time');
}

/** A hundred thousand open attempts, none of them due: what a second of the job costs the database at its usual interval. */
async function noneDue(ctx, bank) {
  const connection = await mysql.createConnection({ ...ctx.server.at, database: 'bench_1m' });
  const reads = async () => {
    const [rows] = await connection.query(
      "SHOW GLOBAL STATUS WHERE variable_name LIKE 'Handler_read%' OR variable_name = 'Com_select'",
    );
    const of = (test) =>
      rows.filter(({ Variable_name: name }) => test(name)).reduce((sum, row) => sum + Number(row.Value), 0);
    return { rows: of((name) => name !== 'Com_select'), statements: of((name) => name === 'Com_select') };
  };
  await ctx.end('bench_1m');
  const more = { POLL_INTERVAL_SECONDS: USUAL_INTERVAL, POLL_CONCURRENCY: '200' };
  const product = await startProduct({ server: ctx.server, database: 'bench_1m', bankUrl: bank.url, more });
  try {
    const [[open]] = await connection.query(
      'SELECT COUNT(*) AS n FROM payment_attempts WHERE open_payment_id IS NOT NULL',
    );
    await pause(3000);
    const before = await reads();
    await pause(IDLE_SECONDS * 1000);
    const after = await reads();
    const size = `${Math.round(Number(open.n) / 1000)} k open`;
    return [
      {
        work: 'poll, none due: statements a second',
        size,
        ours: (after.statements - before.statements) / IDLE_SECONDS,
        goal: { atMost: 1 },
      },
      { work: 'poll, none due: rows read a second', size, ours: (after.rows - before.rows) / IDLE_SECONDS },
    ];
  } finally {
    await product.stop();
    await connection.end();
  }
}
