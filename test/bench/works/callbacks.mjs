import { setTimeout as pause } from 'node:timers/promises';
import { requireSame } from '../support/context.mjs';
import { OneConnection, requestBytes } from '../support/http.mjs';
import { adviceOf, startBank } from '../support/bank.mjs';
import { startFloor } from '../support/floor.mjs';
import { cpuMsOf } from '../support/processes.mjs';
import { BANK, startProduct } from '../support/product.mjs';
import { median, percentile } from '../support/stats.mjs';
import { openAttempts, withWorkDatabase } from '../support/work-data.mjs';

const PATH = '/api/gateway/callback';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CONNECTIONS = 32;
const CARRY_LIMIT_MS = 120_000;

/**
 * The bank's advice, each about another payment. Ours is acknowledged once it is stored; then the bank is asked and the payment
 * completed. The floor verifies, stores, completes, audits and counts in micro-batches before it answers, and asks no bank.
 */
export const callbacks = {
  name: 'callbacks',
  async run(ctx) {
    return withWorkDatabase(ctx, { database: 'bench_work', size: ctx.workSize }, (ours) =>
      withWorkDatabase(ctx, { database: 'bench_work_floor', size: ctx.workSize }, (floors) => measure(ctx, ours, floors)),
    );
  },
};

async function measure(ctx, ours, floors) {
  const counts = ctx.advices;
  const bank = await startBank();
  // Eight checks follow messages at once; what comes in beside them is for the job.
  const more = { POLL_INTERVAL_SECONDS: '1' };
  const product = await startProduct({ server: ctx.server, database: 'bench_work', bankUrl: bank.url, more });
  const floor = await startFloor({ server: ctx.server, database: 'bench_work_floor', secret: BANK.secretKey });
  try {
    const wanted = counts.warm + counts.rounds * counts.many + counts.single + counts.killed;
    const attempts = await openAttempts(ours, wanted);
    await bank.control({ amounts: amountsOf(attempts) });
    const take = takerOf(attempts);
    const site = { product, floor, ours, floors };
    const result = await inTurns(site, take, counts);
    await requireAllStored(ours, floors, attempts.slice(0, take.taken()));
    const kept = await survivesKill(product, ours, take(counts.killed));
    return [
      ...rowsOf(result),
      {
        work: 'advice: every acknowledged one is stored after kill -9',
        size: '100 k',
        ours: kept,
        goal: { holds: true },
      },
    ];
  } finally {
    await Promise.all([product.stop(), floor.stop(), bank.stop()]);
  }
}

export const amountsOf = (attempts) =>
  Object.fromEntries(attempts.map(({ invoiceNo, amountPaise }) => [invoiceNo, (amountPaise / 100).toFixed(2)]));

/** Each advice is used once on each side. */
function takerOf(attempts) {
  let at = 0;
  const take = (count) => attempts.slice(at, (at += count));
  take.taken = () => at;
  return take;
}

async function inTurns({ product, floor, ours, floors }, take, { warm, rounds, many, single }) {
  const warming = take(warm);
  await send(product, warming, CONNECTIONS);
  await carried(ours, warming);
  await send(floor, warming, CONNECTIONS);
  const turns = { ours: [], floor: [], carried: [], cpu: [] };
  for (let round = 0; round < rounds; round += 1) {
    const attempts = take(many);
    const started = performance.now();
    const cpu = cpuMsOf(product.pid);
    turns.ours.push(await send(product, attempts, CONNECTIONS));
    await carried(ours, attempts);
    turns.carried.push((attempts.length / (performance.now() - started)) * 1000);
    turns.cpu.push((cpuMsOf(product.pid) - cpu) / attempts.length);
    turns.floor.push(await send(floor, attempts, CONNECTIONS));
  }
  const alone = take(single);
  const one = { ours: await send(product, alone, 1), floor: await send(floor, alone, 1) };
  await carried(ours, alone);
  await carried(floors, alone);
  return { turns, one };
}

function rowsOf({ turns, one }) {
  const of = (runs, field) => median(runs.map((run) => run[field]));
  const row = { size: '100 k' };
  const floor = of(turns.floor, 'perSecond');
  return [
    {
      ...row,
      work: 'advice acknowledged, 32 connections',
      unit: '/s',
      ours: of(turns.ours, 'perSecond'),
      floor,
    },
    {
      ...row,
      work: 'advice carried through to the completed payment',
      unit: '/s',
      ours: median(turns.carried),
      floor,
      // Two thousand at once, all paid within twenty seconds.
      goal: { atLeast: 100 },
    },
    {
      ...row,
      work: 'advice: p99, 32 connections',
      unit: 'ms',
      ours: of(turns.ours, 'p99'),
      floor: of(turns.floor, 'p99'),
      goal: { atMost: 200 },
    },
    {
      ...row,
      work: 'advice: p50, one connection',
      unit: 'ms',
      ours: one.ours.p50,
      floor: one.floor.p50,
    },
    { ...row, work: 'advice: processor each, STATUS and completion included', unit: 'ms', ours: median(turns.cpu) },
  ];
}

/** Sends each once over so many connections. @returns requests a second and percentiles; `acknowledged` are the invoices */
export async function send({ url }, attempts, connections, onAnswer = () => undefined) {
  const queue = [...attempts];
  const times = [];
  const started = performance.now();
  const worker = async () => {
    const client = await OneConnection.to(url);
    try {
      for (let attempt = queue.shift(); attempt; attempt = queue.shift()) {
        const bytes = requestBytes(`${url}${PATH}`, { method: 'POST', headers: FORM, body: adviceOf(attempt) });
        const sent = performance.now();
        const { status } = await client.ask(bytes);
        times.push(performance.now() - sent);
        if (status !== 200) throw new Error(`an advice was answered with ${status}`);
        onAnswer(attempt);
      }
    } finally {
      client.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const perSecond = (attempts.length / (performance.now() - started)) * 1000;
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Until every payment of these attempts is completed. */
export async function carried(connection, attempts) {
  const ids = attempts.map(({ id }) => id);
  for (const started = Date.now(); Date.now() - started < CARRY_LIMIT_MS; await pause(20)) {
    const [[row]] = await connection.query(
      `SELECT COUNT(*) AS n FROM payment_attempts a JOIN payments p ON p.id = a.payment_id
        WHERE a.id IN (?) AND p.status = 'completed'`,
      [ids],
    );
    if (Number(row.n) === ids.length) return;
  }
  throw new Error('payments were not completed in time');
}

/** Both sides have stored each advice once, completed the same payments, and counted them. */
async function requireAllStored(ours, floors, attempts) {
  const factsOf = async (connection) => {
    const ids = attempts.map(({ id }) => id);
    const [[notices]] = await connection.query('SELECT COUNT(*) AS n FROM gateway_notices WHERE attempt_id IN (?)', [
      ids,
    ]);
    const [[counted]] = await connection.query(
      "SELECT SUM(total) AS n FROM payment_counts WHERE sales_manager_id = 0 AND status = 'completed'",
    );
    const [[real]] = await connection.query("SELECT COUNT(*) AS n FROM payments WHERE status = 'completed'");
    return [Number(notices.n), Number(counted.n) - Number(real.n), Number(real.n)];
  };
  requireSame('notices, counters and completed payments', await factsOf(ours), await factsOf(floors));
}

/** Every advice that was answered before the process died is in the database. */
async function survivesKill(product, ours, attempts) {
  const acknowledged = [];
  await send(product, attempts, CONNECTIONS, (attempt) => {
    acknowledged.push(attempt.id);
    if (acknowledged.length === attempts.length >> 1) process.kill(product.pid, 'SIGKILL');
  }).catch(() => undefined);
  const [rows] = await ours.query('SELECT DISTINCT attempt_id AS id FROM gateway_notices WHERE attempt_id IN (?)', [
    acknowledged,
  ]);
  return acknowledged.length >= attempts.length >> 1 && rows.length === acknowledged.length;
}
