// One step of the search: an event at one rate, until everything that it left behind is done, and whether the books balance.
import { setTimeout as pause } from 'node:timers/promises';
import { availableParallelism } from 'node:os';
import { percentile } from '../support/stats.mjs';
import { isTold } from './arrivals.mjs';
import { balanceOf } from './balance.mjs';
import { judgeStep, SHARE } from './figures.mjs';

export const WINDOW_SECONDS = 36;
/** Twenty seconds at an event; fewer here, so that a step is over soon. */
export const BANK_MS = 10_000;
const MOST_TOLD = 10;
const SETTLE_LIMIT_MS = 90_000;
/** After so long, what the job would ask about later is due at once: an hour is not waited for. */
const PATIENCE_MS = 5_000;
const LONG_AGO = '2020-01-01 00:00:00.000';
/** Customers of the rush get no other emails than their receipts. */
const CUSTOMERS = '@rush.example';

/**
 * @param wish as for `step` of the generator
 * @returns `{ rate, isHeld, missed, p99, … }`; `faults` are what does not balance, with ids
 */
export async function runStep(site, wish) {
  const { books, load, mail } = site;
  const first = Number((await books.query('SELECT MAX(id) AS id FROM payments'))[0].id);
  const mailsBefore = (await mail.mails(0)).length;
  await site.clearBank();
  const whole = site.watch();
  const rush = site.watch();
  const result = await load.ask(wish.act ?? 'step', wish);
  const busy = rush();
  const isSettled = await settled(site, first);
  const all = whole();
  const [{ captures, advices }, mails] = [await site.bankBook(), await mail.mails(mailsBefore)];
  const live = new Map(await load.ask('live'));
  const receipts = mails.filter(({ to }) => to.endsWith(CUSTOMERS));
  const payments = await paymentsAfter(books, first);
  const links = result.sales.map(({ email, paymentId }) => ({ email, paymentIds: paymentId === null ? [] : [paymentId] }));
  const { sums, faults } = balanceOf({ sales: links, captures, payments, mails: receipts });
  if (!isSettled) faults.push({ what: 'not done in time', id: `${sums.paid} of ${sums.captures} paid, ${sums.mails} emails` });
  if (advices.lost > 0) faults.push({ what: 'advices never acknowledged', id: String(advices.lost) });
  const paid = new Set(payments.filter(({ status }) => status === 'completed').map(({ publicId }) => publicId));
  for (const id of paid) if (!live.has(id)) faults.push({ what: 'no live event of a payment at its desk', id });
  const problems = result.sales.filter(({ problem }) => problem !== null);
  const times = timesOf(result, { captures, mails: receipts, live });
  const judged = judgeStep({ times, isWhole: faults.length === 0 && problems.length === 0 });
  return {
    rate: wish.rate,
    ...judged,
    times,
    sums,
    faults,
    problems: problems.map(({ email, problem }) => `${email}: ${problem}`),
    completed: paid.size,
    result,
    load: sharesOf(busy),
    processorMs: Object.fromEntries(Object.entries(all.ms).map(([part, ms]) => [part, ms / paid.size])),
    cores: availableParallelism(),
  };
}

/**
 * Customers without a wait, one after the other at so many places.
 * @param wish as for `closed` of the generator
 * @returns `{ perSecond, count }` of completed sales
 * @throws when the books do not balance
 */
export async function balanceOfClosed(site, wish) {
  const { faults, problems, result } = await runStep(site, { ...wish, act: 'closed' });
  const wrong = [...faults.map(({ what, id }) => `${what}: ${id}`), ...problems];
  if (wrong.length > 0) throw new Error(`The books do not balance. ${wrong.slice(0, MOST_TOLD).join('; ')}`);
  const count = result.sales.length;
  return { perSecond: count / result.seconds, count };
}

/** Milliseconds of each sale; of the pages, those of each request. */
function timesOf({ sales, notes }, { captures, mails, live }) {
  const mailAt = new Map(mails.map(({ to, at }) => [to, at]).reverse());
  const capturedAt = new Map(captures.map(({ email, at }) => [email, at]));
  const since = (sale, at) => (at === null || at === undefined ? Infinity : at - capturedAt.get(sale.email));
  const captured = sales.filter(({ email }) => capturedAt.has(email));
  const told = captured.filter(({ fate }) => isTold(fate));
  return {
    qr: sales.map(({ qrMs }) => qrMs ?? Infinity),
    receipt: told.map((sale) => since(sale, sale.fate === 'advice-only' ? mailAt.get(sale.email) : sale.receiptAt)),
    mail: told.map((sale) => since(sale, mailAt.get(sale.email))),
    live: told.map((sale) => since(sale, live.get(sale.paymentId))),
    silent: captured.filter(({ fate }) => fate === 'silent').map((sale) => since(sale, live.get(sale.paymentId))),
    ...notes,
  };
}

function sharesOf({ seconds, ms, main }) {
  const shares = Object.fromEntries(Object.entries(ms).map(([part, value]) => [part, value / seconds / 1000]));
  return { ...shares, main };
}

/** Until the product has booked what the bank captured and sent every email. @returns false when that took too long */
async function settled(site, first) {
  const { books } = site;
  const count = async (sql, values) => Number((await books.query(`SELECT COUNT(*) AS n FROM ${sql}`, values))[0].n);
  const started = performance.now();
  for (let due = PATIENCE_MS; performance.now() - started < SETTLE_LIMIT_MS; await pause(250)) {
    const { captures } = await site.bankBook();
    const paid = await count("payments WHERE id > ? AND status = 'completed'", [first]);
    const queued = await count("mail_outbox WHERE status = 'queued'", []);
    if (paid >= captures.length && queued === 0) return true;
    if (performance.now() - started < due) continue;
    due += PATIENCE_MS;
    const isOpen = "status = 'open' AND payment_id > ? AND lease_owner IS NULL";
    await books.query(`UPDATE payment_attempts SET next_check_at = ? WHERE ${isOpen}`, [LONG_AGO, first]);
  }
  return false;
}

async function paymentsAfter({ query }, first) {
  const rows = await query(
    `SELECT p.id, p.public_id AS publicId, p.status, p.amount, p.token_number AS tokenNumber, c.email FROM payments p
       JOIN customers c ON c.id = p.customer_id WHERE p.id > ?`,
    [first],
  );
  const by = async (sql, field) => {
    const groups = new Map();
    for (const row of await query(sql, [first])) {
      const id = Number(row.id);
      groups.set(id, [...(groups.get(id) ?? []), row[field]]);
    }
    return (id) => groups.get(Number(id)) ?? [];
  };
  const captured = "payment_attempts WHERE payment_id > ? AND status = 'captured'";
  const invoices = await by(`SELECT payment_id AS id, invoice_no AS invoice FROM ${captured}`, 'invoice');
  const tokens = await by('SELECT payment_id AS id, token_number AS token FROM tokens WHERE payment_id > ?', 'token');
  const receipts = await by('SELECT payment_id AS id, receipt_number AS receipt FROM receipts WHERE payment_id > ?', 'receipt');
  return rows.map(({ id, amount, ...row }) => ({
    ...row,
    amount: Number(amount),
    invoices: invoices(id),
    tokens: tokens(id),
    receipts: receipts(id),
  }));
}

/** @returns the 99th percentile of what was timed under a name */
export const p99Of = (step, name) => percentile(step.times[name] ?? [], SHARE);
