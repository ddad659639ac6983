// Desks, customers and an office, in a process of their own. Told what to do by messages from the benchmark.
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../support/product.mjs';
import { arrivalTimes, dealFates, isTold, randomOf } from './arrivals.mjs';
import { Pool } from './client.mjs';
import { Customer } from './customer.mjs';
import { Desk, Office } from './desk.mjs';
import { BOUNDS, SHARE } from './figures.mjs';

const SIGN_INS_AT_ONCE = 4;
const TIERS = ['gold', 'gold', 'gold', 'silver', 'silver', 'platinum'];
const ANALYSIS_EVERY_MS = 2_000;
/** Of the window: the peak of the first wave. */
const EXPORT_AT = 0.25;

let site;
let numbers = 0;
const acts = { open, step, closed, live, end };

process.on('message', ({ id, act, wish }) => {
  acts[act](wish).then(
    (result) => process.send({ id, result }),
    (error) => process.send({ id, error: String(error?.stack ?? error) }),
  );
});

/** @param firstCustomer generators on one database begin apart, or one would sell to the customers of another */
async function open({ product, bank, emails, admin, firstCustomer = 1 }) {
  numbers = firstCustomer - 1;
  const [pool, bankPool] = [new Pool(product.url), new Pool(bank.url)];
  site = { pool, bankPool, desks: [], paidAt: new Map(), notes: new Map() };
  const hear = (payment, at) => {
    if (payment.status === 'completed' && !site.paidAt.has(payment.paymentId)) site.paidAt.set(payment.paymentId, at);
  };
  const waiting = [...emails];
  const signingIn = async () => {
    for (let email = waiting.shift(); email; email = waiting.shift())
      site.desks.push(await Desk.open({ product, pool, email, hear, note }));
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, signingIn));
  site.office = new Office({ pool, headers: await signIn(product, admin), note });
}

function note(what, ms = 1) {
  const times = site.notes.get(what);
  if (times) times.push(ms);
  else site.notes.set(what, [ms]);
}

/** @returns `{ sales, notes, lateMs, refused, broken, bytes, isCutShort }` once every customer is done */
async function step({ rate, seconds, bankMs, seed, isJudged }) {
  begin();
  const random = randomOf(seed);
  const count = Math.round(rate * seconds);
  const times = arrivalTimes({ count, seconds, random });
  const fates = dealFates(count, random);
  const started = performance.now();
  const office = isJudged ? atWork(started, seconds) : Promise.resolve(0);
  const run = { sales: [], slow: { qr: 0, receipt: 0 }, problems: 0, lateMs: 0, isCutShort: false };
  const most = { qr: Math.floor((1 - SHARE) * count), receipt: Math.floor((1 - SHARE) * fates.filter(isTold).length) };
  const going = [];
  for (const [at, fate] of fates.entries()) {
    const due = started + times[at] * 1000;
    await pause(Math.max(0, due - performance.now()));
    run.lateMs = Math.max(run.lateMs, performance.now() - due);
    // What has missed its bound for certain is not pushed further.
    run.isCutShort = isJudged && (run.problems > 0 || run.slow.qr > most.qr || run.slow.receipt > most.receipt);
    if (run.isCutShort) break;
    going.push(sell({ run, fate, due, bankMs, random }));
  }
  await Promise.all(going);
  const bytes = await office;
  const { sales, lateMs, isCutShort } = run;
  return { sales, notes: Object.fromEntries(site.notes), lateMs, ...troubles(), bytes, isCutShort, asked: count };
}

/** As many sales as so many customers at once can do, without a wait at the bank. @returns as `step`, with `seconds` */
async function closed({ customers, seconds, seed }) {
  begin();
  const random = randomOf(seed);
  const run = { sales: [], slow: { qr: 0, receipt: 0 }, problems: 0, lateMs: 0 };
  const started = performance.now();
  const until = started + seconds * 1000;
  const oneAfterTheOther = async () => {
    while (performance.now() < until) await sell({ run, fate: 'usual', due: performance.now(), bankMs: 0, random, looks: 0, scanMs: 0 });
  };
  await Promise.all(Array.from({ length: customers }, oneAfterTheOther));
  const { sales } = run;
  return { sales, notes: Object.fromEntries(site.notes), ...troubles(), seconds: (performance.now() - started) / 1000 };
}

function begin() {
  site.notes.clear();
  site.paidAt.clear();
  site.pool.refused = 0;
  site.pool.broken = 0;
}

const troubles = () => ({ refused: site.pool.refused, broken: site.pool.broken });

async function atWork(started, seconds) {
  const { office } = site;
  const analysing = office.analyse(started + seconds * 1000, ANALYSIS_EVERY_MS);
  await pause(seconds * EXPORT_AT * 1000);
  const bytes = await office.export();
  await analysing;
  return bytes;
}

async function sell({ run, fate, due, bankMs, random, looks, scanMs }) {
  const n = (numbers += 1);
  const tier = TIERS[n % TIERS.length];
  const email = `rush.${n}.${fate}@rush.example`;
  const sale = { n, email, fate, paymentId: null, qrMs: null, capturedAt: null, receiptAt: null, problem: null };
  run.sales.push(sale);
  try {
    const desk = site.desks[n % site.desks.length];
    const phone = `8${String(n).padStart(9, '0')}`;
    const order = { email, name: 'Asha Kulkarni', phone, tier, key: `rush-${process.pid}-${n}`, isLost: fate === 'lost-create' };
    const link = await desk.sell(order);
    sale.paymentId = link.paymentId;
    sale.qrMs = performance.now() - due;
    if (sale.qrMs > BOUNDS.qrMs) run.slow.qr += 1;
    const customer = new Customer({ pool: site.pool, bank: site.bankPool, note, random, sale });
    Object.assign(sale, await customer.buy(link, { bankMs, looks, scanMs }));
    const isSlow = isTold(fate) && sale.receiptAt !== null && sale.receiptAt - sale.capturedAt > BOUNDS.receiptMs;
    if (isSlow) run.slow.receipt += 1;
  } catch (error) {
    sale.problem = String(error?.message ?? error);
    run.problems += 1;
  }
}

/** @returns when each completed payment was told to its desk: pairs of payment id and milliseconds since 1970 */
async function live() {
  return [...site.paidAt];
}

async function end() {
  for (const desk of site.desks) desk.close();
  setImmediate(() => process.exit(0));
}
