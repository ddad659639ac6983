import { expect, it } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import { stage } from './stage.js';
import { ADMIN, heading } from './steps.js';

/** What somebody waits for who has never been here: everything that the page asks for by itself. */
const REQUESTS_LIMIT = 12;
/** Bytes of content as sent. */
const SCRIPT_LIMIT = 127_000;
const DOCUMENT_LIMIT = 25_000;
/** Lighthouse shows it as 0. */
const UNNOTICED = 0.0005;
/**
 * What a first load has the processor do besides running its script, in figures that do not depend on its speed. Both lists filled to
 * their page have 1,640 nodes at most, on every load. Laid out they are up to 6 times, one or two more or less with the moment at which
 * an answer arrives, so the limit is far above that. How long the payment page and the admin's list block a slow processor is measured
 * on a quiet machine (`npm run bench -- browser`).
 */
const NODES_LIMIT = 2000;
const LAYOUTS_LIMIT = 12;
const LOADS = 2;
/** No request for so long: nothing follows. */
const QUIET_MS = 700;
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 };

/** Runs before the page's own code: whatever moves. */
const WATCH = `
window.firstLoad = { shift: 0 };
new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  if (!entry.hadRecentInput) firstLoad.shift += entry.value;
})).observe({ type: 'layout-shift', buffered: true });`;

interface Load {
  requests: string[];
  script: number;
  document: number;
  shift: number;
  nodes: number;
  layouts: number;
}

const on = stage();

it.each([
  ['the login page', '/login', null],
  ["a seller's dashboard", '/dashboard', 'priya'],
  ["the admin's list", '/admin/dashboard', 'admin'],
] as const)('%s is light on its first load', async (_, path, who) => {
  await on.link();
  const loads: Load[] = [];
  for (let at = 0; at < LOADS; at += 1) loads.push(await firstLoad(path, who));
  for (const { requests, script, document, shift, nodes, layouts } of loads) {
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.length <= REQUESTS_LIMIT ? [] : requests).toEqual([]);
    expect(script).toBeGreaterThan(50_000);
    expect(script).toBeLessThanOrEqual(SCRIPT_LIMIT);
    expect(document).toBeLessThanOrEqual(DOCUMENT_LIMIT);
    expect(shift).toBeLessThanOrEqual(UNNOTICED);
    expect(nodes).toBeGreaterThan(100);
    expect(nodes).toBeLessThanOrEqual(NODES_LIMIT);
    expect(layouts).toBeGreaterThan(0);
    expect(layouts).toBeLessThanOrEqual(LAYOUTS_LIMIT);
  }
});

async function firstLoad(path: string, who: 'priya' | 'admin' | null): Promise<Load> {
  const { page, context } = await visitor(who);
  await context.addInitScript(WATCH);
  const session = await context.newCDPSession(page);
  const traffic = await watchTraffic(session);
  await session.send('Performance.enable');
  await page.goto(path);
  await heading(page, path === '/login' ? /TokenDesk/ : /Customers|Dashboard/);
  await traffic.isQuiet();
  const { shift } = (await page.evaluate('firstLoad')) as Pick<Load, 'shift'>;
  const { metrics } = await session.send('Performance.getMetrics');
  const countOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  const counts = { nodes: countOf('Nodes'), layouts: countOf('LayoutCount') };
  await page.close();
  return { shift, ...counts, ...traffic.sum() };
}

async function visitor(who: 'priya' | 'admin' | null) {
  if (who === null) return on.browser.visitor(PHONE);
  return on.browser.visitorAs(who === 'admin' ? ADMIN : on.priya, PHONE);
}

async function watchTraffic(session: CDPSession) {
  const found = new Map<string, { url: string; type: string; head: number; bytes: number }>();
  /** Scripts on their way: what they ask for is still to come. */
  const awaited = new Set<string>();
  let last = Date.now();
  session.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    if (!request.url.startsWith('http')) return;
    found.set(requestId, { url: request.url, type: isScript(request.url) ? 'Script' : type, head: 0, bytes: 0 });
    if (isScript(request.url)) awaited.add(requestId);
    last = Date.now();
  });
  const arrived = (requestId: string) => {
    if (awaited.delete(requestId)) last = Date.now();
  };
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const one = found.get(requestId);
    if (one) one.head = response.encodedDataLength;
  });
  session.on('Network.loadingFailed', ({ requestId }) => arrived(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = found.get(requestId);
    if (one) one.bytes = encodedDataLength - one.head;
    arrived(requestId);
  });
  await session.send('Network.enable');
  const bytes = (wanted: string) =>
    [...found.values()].reduce((sum, { type, bytes: size }) => sum + (type === wanted ? size : 0), 0);
  return {
    async isQuiet() {
      while (Date.now() - last < QUIET_MS || awaited.size > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    },
    sum: () => ({
      requests: [...found.values()].map(({ url }) => new URL(url).pathname).sort(),
      script: bytes('Script'),
      document: bytes('Document'),
    }),
  };
}

/** Chromium calls one that is loaded ahead something else, or not, by the moment. */
function isScript(url: string): boolean {
  return new URL(url).pathname.endsWith('.js');
}
