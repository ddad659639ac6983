import mysql from 'mysql2/promise';
import { chromium } from 'playwright-core';
import { findChromium } from '../../support/programs.mjs';
import { signIn, startProduct } from '../support/product.mjs';
import { median } from '../support/stats.mjs';

const DATABASE = 'bench_1m';
/** Lighthouse's mobile profile, applied instead of simulated. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const CPU_SLOWDOWN = 4;
const SETTLE_MS = 3000;
const NOBODY = 'http://127.0.0.1:9/pg';

/** First loads in a phone's browser: bytes, requests, and what the visitor sees when. */
export const browser = {
  name: 'browser',
  async run(ctx) {
    const executablePath = findChromium();
    if (!executablePath) throw new Error('no Chromium is installed');
    // Without production's https-only cookies, which a browser does not take from here.
    const product = await startProduct({ server: ctx.server, database: DATABASE, bankUrl: NOBODY });
    const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const cookies = cookiesOf(await signIn(product), product.url);
      const visit = (path, signedIn) => loads(chrome, `${product.url}${path}`, signedIn ? cookies : [], ctx.quick ? 1 : 3);
      const payment = await visit(`/payment/${await openPayment(ctx.server)}`, false);
      const list = await visit('/admin/dashboard', true);
      const analysis = await visit('/admin/transactions', true);
      return [...paymentRows(payment), ...staffRows(list, analysis)];
    } finally {
      await chrome.close();
      await product.stop();
    }
  },
};

function paymentRows(seen) {
  const row = { size: 'first load' };
  return [
    { ...row, work: 'payment page: JavaScript', unit: 'kB', ours: seen.scriptKb, goal: { atMost: 12 } },
    { ...row, work: 'payment page: everything', unit: 'kB', ours: seen.kb, goal: { atMost: 25 } },
    { ...row, work: 'payment page: requests', ours: seen.requests, goal: { atMost: 4 } },
    { ...row, work: 'payment page: largest paint', unit: 's', ours: seen.lcp, goal: { atMost: 0.95 } },
    { ...row, work: 'payment page: blocked', unit: 'ms', ours: seen.tbt, goal: { atMost: 0 } },
    { ...row, work: 'payment page: layout shift', ours: seen.cls, goal: { atMost: 0 } },
  ];
}

function staffRows(list, analysis) {
  const row = { size: 'first load' };
  return [
    { ...row, work: 'admin list: JavaScript', unit: 'kB', ours: list.scriptKb, goal: { atMost: 130 } },
    { ...row, work: 'admin list: requests', ours: list.requests, goal: { atMost: 12 } },
    { ...row, work: 'admin list: largest paint', unit: 's', ours: list.lcp, goal: { atMost: 1.5 } },
    { ...row, work: 'admin list: blocked', unit: 'ms', ours: list.tbt, goal: { atMost: 200 } },
    { ...row, work: 'admin list: no Highcharts', ours: list.chartsAt === null, goal: { holds: true } },
    {
      ...row,
      work: 'analysis: Highcharts, after the first paint',
      ours: analysis.chartsAt !== null && analysis.chartsAt > analysis.fcp,
      goal: { holds: true },
    },
    { ...row, work: 'analysis: largest paint', unit: 's', ours: analysis.lcp },
  ];
}

async function loads(chrome, url, cookies, times) {
  const seen = [];
  for (let at = 0; at < times; at += 1) seen.push(await load(chrome, url, cookies));
  const of = (field) => median(seen.map((one) => one[field]));
  const { kb, scriptKb, requests, chartsAt, fcp } = seen[0];
  return { kb, scriptKb, requests, chartsAt, fcp, lcp: of('lcp'), tbt: of('tbt'), cls: of('cls') };
}

/** A fresh browser profile each time: nothing is cached. */
async function load(chrome, url, cookies) {
  const context = await chrome.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(observe);
    const traffic = watchTraffic(session);
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
    await page.waitForTimeout(SETTLE_MS);
    const shown = await page.evaluate(() => globalThis.benchSeen);
    return { ...(await traffic.sum()), ...shown, lcp: shown.lcp / 1000, tbt: blockedMs(shown) };
  } finally {
    await context.close();
  }
}

/** Runs in the page, before anything of it. */
function observe() {
  const seen = { lcp: 0, cls: 0, fcp: 0, tasks: [] };
  globalThis.benchSeen = seen;
  const on = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  on('layout-shift', (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value));
  on('paint', (entry) => (seen.fcp = entry.name === 'first-contentful-paint' ? entry.startTime : seen.fcp));
  on('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
}

/** What tasks after the first paint took beyond 50 ms each. */
function blockedMs({ tasks, fcp }) {
  return tasks.reduce((sum, [at, ms]) => sum + (at + ms > fcp ? Math.max(0, ms - 50) : 0), 0);
}

/** Counts what went over the wire, as it was compressed; event streams and the icon aside. */
function watchTraffic(session) {
  const found = new Map();
  let began = 0;
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    began ||= timestamp;
    if (request.url.startsWith('http') && !/favicon|\/api\/events/.test(request.url))
      found.set(requestId, { url: request.url, at: (timestamp - began) * 1000, type: '', bytes: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, type }) => {
    const one = found.get(requestId);
    if (one) one.type = type;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = found.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  return {
    async sum() {
      const all = [...found].map(([id, one]) => ({ id, ...one }));
      const scripts = all.filter(({ type }) => type === 'Script');
      const kbOf = (some) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
      return { kb: kbOf(all), scriptKb: kbOf(scripts), requests: all.length, chartsAt: await chartsIn(session, scripts) };
    },
  };
}

/** @returns when the script with the charting library was asked for; null when no script holds it */
async function chartsIn(session, scripts) {
  for (const { id, at } of scripts) {
    const { body } = await session.send('Network.getResponseBody', { requestId: id }).catch(() => ({ body: '' }));
    if (/highcharts-/i.test(body)) return at;
  }
  return null;
}

function cookiesOf({ cookie }, url) {
  return cookie
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url }));
}

async function openPayment(server) {
  const connection = await mysql.createConnection({ ...server.at, database: DATABASE });
  const [[row]] = await connection.query("SELECT public_id AS id FROM payments WHERE status = 'initiated' AND id > 900000 LIMIT 1");
  await connection.end();
  return row.id;
}
