import { setTimeout as pause } from 'node:timers/promises';
import { startBank } from '../support/bank.mjs';
import { startMailServer } from '../support/mail-server.mjs';
import { startLooking } from '../support/looking.mjs';
import { cpuMsOf, mainThreadMsOf } from '../support/processes.mjs';
import { signIn, startProduct } from '../support/product.mjs';
import { percentile } from '../support/stats.mjs';
import { openAttempts, withWorkDatabase } from '../support/work-data.mjs';
import { amountsOf, carried, send } from './callbacks.mjs';

const DATABASE = 'bench_mails';
const CONNECTIONS = 32;
const WARM = 300;
const BURST = 1500;
const SECOND_BURST = 600;
/** A list every so often, as people ask; as fast as they come they would compete with what is measured. */
const LIST_EVERY_MS = 40;
const REST_MS = 8_000;
const MAIL_LIMIT_MS = 240_000;

/** What a burst of payments leaves behind: receipts as PDF and mail, beside the next burst and people who look at lists. */
export const mails = {
  name: 'mails',
  run: (ctx) => withWorkDatabase(ctx, { database: DATABASE, size: ctx.workSize }, (rows) => measureMails(ctx, rows)),
};

/** @param build another build of the product, to compare with */
export async function measureMails(ctx, rows, build) {
  const [bank, smtp] = [await startBank(), await startMailServer()];
  const more = { POLL_INTERVAL_SECONDS: '1', DATABASE_WAIT_MS: '20000', SMTP_URL: smtp.url };
  // The job would find the other open attempts paid, and write thousands of mails about them.
  await rows.query('UPDATE payment_attempts SET next_check_at = NULL');
  const product = await startProduct({ server: ctx.server, database: DATABASE, bankUrl: bank.url, more, build });
  try {
    const attempts = await openAttempts(rows, WARM + BURST + SECOND_BURST);
    await bank.control({ amounts: amountsOf(attempts) });
    const take = (count) => attempts.splice(0, count);
    const warming = take(WARM);
    await send(product, warming, CONNECTIONS);
    await carried(rows, warming);
    await untilSent(rows);
    const visit = { kind: 'list', path: '/admin/dashboard', headers: await signIn(product) };
    const looking = startLooking(product, [visit], LIST_EVERY_MS);
    const alone = await phase(product, looking, () => pause(REST_MS));
    const first = await burst(product, rows, take(BURST));
    const waiting = await queued(rows);
    const second = await burst(product, rows, take(SECOND_BURST));
    const left = await queued(rows);
    looking.take();
    const beside = await phase(product, looking, () => untilSent(rows));
    await looking.stop();
    // Without what the lists took meanwhile.
    const each = (of) => (beside[of] - (alone[of] / alone.times.length) * beside.times.length) / left;
    const row = { size: `${waiting} wait` };
    return [
      { ...row, work: 'advice carried through, before mails wait', unit: '/s', ours: first },
      { ...row, work: 'advice carried through while receipts wait', unit: '/s', ours: second, goal: { atLeast: first * 0.8 } },
      { ...row, work: 'admin list before: p99', unit: 'ms', ours: percentile(alone.times, 0.99) },
      { ...row, work: 'admin list until the last receipt is out: p50', unit: 'ms', ours: percentile(beside.times, 0.5) },
      { ...row, work: 'admin list until the last receipt is out: p99', unit: 'ms', ours: percentile(beside.times, 0.99), goal: { atMost: 100 } },
      { ...row, work: 'receipts sent', unit: '/s', ours: left / beside.seconds },
      { ...row, work: 'receipt: processor each', unit: 'ms', ours: each('all') },
      { ...row, work: 'receipt: of it on the main thread', unit: 'ms', ours: each('main') },
    ];
  } finally {
    await Promise.all([product.stop(), bank.stop(), smtp.stop()]);
  }
}

/** @returns how long it took, the processor time of the product and of its main thread, and the lists' times meanwhile */
async function phase(product, looking, work) {
  looking.take();
  const [since, all, main] = [performance.now(), cpuMsOf(product.pid), mainThreadMsOf(product.pid)];
  await work();
  return {
    seconds: (performance.now() - since) / 1000,
    all: cpuMsOf(product.pid) - all,
    main: mainThreadMsOf(product.pid) - main,
    times: looking.take().map(({ ms }) => ms),
  };
}

async function burst(product, rows, attempts) {
  const started = performance.now();
  await send(product, attempts, CONNECTIONS);
  await carried(rows, attempts);
  return (attempts.length / (performance.now() - started)) * 1000;
}

async function queued(rows) {
  const [[{ n }]] = await rows.query("SELECT COUNT(*) AS n FROM mail_outbox WHERE status = 'queued'");
  return Number(n);
}

async function untilSent(rows) {
  for (const started = Date.now(); Date.now() - started < MAIL_LIMIT_MS; await pause(50)) {
    if ((await queued(rows)) === 0) return;
  }
  throw new Error('receipts were not sent in time');
}
