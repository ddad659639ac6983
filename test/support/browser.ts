import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AxeResults } from 'axe-core';
import { Client } from './client.js';
import { ROOTS_OF, SHAPES_OF_PAGE } from './page-shape.js';
import { atWorkerEnd } from './worker-end.js';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/**
 * Playwright's own list, which this switch replaces, and one more: a renderer kept in reserve costs a process for each context, and
 * here each person has one.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
];
/** A page of staff has taken its early keys over by then (resources/lib/early-clicks.ts); on others React knows its elements. */
export const IS_LIVE = `document.getElementById('main') ? window.earlyKeys === undefined :
  Object.keys(document.querySelector('h1, h2') ?? {}).some((key) => key.startsWith('__reactFiber'))`;
const LOOK_AGAIN_MS = 10;
const ARGUMENTS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The product's pages ask for a browsing context group of their own (Cross-Origin-Opener-Policy), which would leave the process of
  // the first empty page behind and start a second: twice the processes, 40 ms of processor time for each person.
  '--renderer-process-limit=1',
];
/** Far above what a page takes on a busy machine: what is not there by then is not coming. */
const PATIENCE_MS = 15_000;
const SCREENSHOT_WIDTHS = [360, 768, 1440];
/** Ends with a value that is quickly handed over. */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};\n0`;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What Playwright says where a test keeps the service worker out. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright';

const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('[policy]', event.effectiveDirective, event.blockedURI, event.sourceFile, event.lineNumber));`;
/** Messages leave after five seconds, on a busy machine before the test has looked: their lines are kept, each once. */
const KEEP_MESSAGES = `{
  const lines = window.messagesShown = [], seen = new WeakSet();
  new MutationObserver(() => {
    for (const message of document.querySelectorAll('[data-toast], .pub-toast')) {
      if (seen.has(message) || !message.checkVisibility()) continue;
      seen.add(message);
      for (const line of message.querySelectorAll('p')) lines.push(line.innerText.replace(/\\s+/g, ' '));
    }
  }).observe(document, { childList: true, subtree: true });
}`;
/** Spinners never end; everything else is waited for, so that colours are judged as they stay. */
const ANIMATIONS_ENDED = `Promise.all(document.getAnimations()
  .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
  .map((each) => each.finished.catch(() => undefined))).then(() => undefined)`;

/** One Chromium a worker, whatever files it runs; started with the first, ended with the worker. */
let shared: Promise<Browser> | undefined;

const chromiumPath = () => process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

function sharedBrowser(): Promise<Browser> {
  shared ??= chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS }).then((browser) => {
    atWorkerEnd(() => browser.close());
    browser.once('disconnected', () => (shared = undefined));
    return browser;
  });
  return shared;
}

/** As somebody who looks before pressing: whoever loads a page of staff whole arrives once its own code listens. */
function arriveLive(page: Page): void {
  const isStarting = () =>
    page.evaluate(`document.documentElement.hasAttribute('data-mantine-color-scheme') && !(${IS_LIVE})`);
  const arrived = async (waitUntil = 'load'): Promise<void> => {
    if (waitUntil !== 'load') return;
    const started = Date.now();
    while (Date.now() - started < PATIENCE_MS && (await isStarting().catch(() => false))) await pause(LOOK_AGAIN_MS);
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await arrived(options?.waitUntil);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await arrived(options?.waitUntil);
    return response;
  };
}

/**
 * A pattern that no request matches holds nothing back: the test would run without what it is about.
 * @param unmatched the patterns that no request has matched so far
 */
function noteMatches(target: BrowserContext | Page, unmatched: Set<{ pattern: string }>): void {
  const route = target.route.bind(target);
  target.route = (url, handler, options) => {
    const entry = { pattern: String(url) };
    unmatched.add(entry);
    const noted: typeof handler = (each, request) => {
      unmatched.delete(entry);
      return handler(each, request);
    };
    return route(url, noted, options);
  };
}

export interface Credentials {
  email: string;
  password: string;
}

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The windows of one file of tests; every person in a test has one with cookies of its own. */
export class TestBrowser {
  private readonly visitors: Visitor[] = [];
  private readonly sessions = new Map<string, Promise<Session>>();

  private constructor(
    private readonly browser: Browser,
    private readonly baseUrl: string,
    private readonly isOwn: boolean,
  ) {}

  /** @param fonts a fontconfig file, for a Chromium of its own; else the worker's, with the machine's fonts */
  static async launch(baseUrl: string, fonts?: string): Promise<TestBrowser> {
    if (fonts === undefined) return new TestBrowser(await sharedBrowser(), baseUrl, false);
    const env = { ...process.env, FONTCONFIG_FILE: fonts };
    return new TestBrowser(
      await chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS, env }),
      baseUrl,
      true,
    );
  }

  async visitor(options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await this.browser.newContext({
      baseURL: this.baseUrl,
      locale: 'en-IN',
      // Not the product's: what it shows must not depend on where the reader is.
      timezoneId: 'America/New_York',
      viewport: { width: 1280, height: 800 },
      // Its requests pass by whatever a test has put in the page's way; its own test lets it in.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(REPORT_VIOLATIONS);
    await context.addInitScript(KEEP_MESSAGES);
    if (options.javaScriptEnabled !== false) context.on('page', arriveLive);
    const visitor = new Visitor(context, await context.newPage());
    this.visitors.push(visitor);
    return visitor;
  }

  /** Somebody who has signed in before: the windows of one person in one file share a session. */
  async visitorAs(who: Credentials, options: BrowserContextOptions = {}): Promise<Visitor> {
    return this.visitor({ ...options, storageState: await this.sessionOf(who) });
  }

  /** That session, for a window that somebody else has used. */
  sessionOf(who: Credentials): Promise<Session> {
    const session = this.sessions.get(who.email) ?? this.signIn(who);
    this.sessions.set(who.email, session);
    return session;
  }

  private async signIn({ email, password }: Credentials): Promise<Session> {
    const client = new Client(this.baseUrl);
    const { status, text } = await client.post('/api/login', { email, password });
    if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${text}`);
    const { hostname: domain } = new URL(this.baseUrl);
    const shared = { domain, path: '/', expires: -1, secure: false, sameSite: 'Lax' as const };
    const cookies = [...client.cookies].map(([name, value]) => ({
      ...shared,
      name,
      value,
      httpOnly: name !== 'XSRF-TOKEN',
    }));
    return { cookies, origins: [] };
  }

  /** After each test: closes its windows. @throws when one of them complained of something that the test did not allow */
  async closeVisitors(): Promise<void> {
    const closing = this.visitors.splice(0);
    await Promise.all(closing.map(({ context }) => context.close()));
    const problems = closing.flatMap((visitor) => visitor.problems());
    if (problems.length > 0) throw new Error(`The browser complained:\n${problems.join('\n')}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.visitors.splice(0).map(({ context }) => context.close()));
    if (this.isOwn) await this.browser.close();
  }
}

/** One person's browser. */
export class Visitor {
  private readonly seen: string[] = [];
  private readonly allowed: RegExp[] = [];
  private readonly unmatched = new Set<{ pattern: string }>();

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    noteMatches(context, this.unmatched);
    for (const each of context.pages()) noteMatches(each, this.unmatched);
    context.on('page', (each) => noteMatches(each, this.unmatched));
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type()) || message.text().includes(BLOCKED_WORKER)) return;
      this.seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.seen.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // A page that is left breaks off what it had asked for.
      if (reason !== 'net::ERR_ABORTED') this.seen.push(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 500) this.seen.push(`answered ${response.status()}: ${response.url()}`);
    });
  }

  /** What this test provokes on purpose, such as the note of an answer with status 404. */
  allow(...patterns: RegExp[]): this {
    this.allowed.push(...patterns);
    return this;
  }

  problems(): string[] {
    const unmatched = [...this.unmatched].map(({ pattern }) => `no request matched the route ${pattern}`);
    return [...this.seen, ...unmatched].filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
  }
}

/** Shapes of elements that axe has found nothing wrong with, in this worker. */
const judged = new Set<string>();

/**
 * Judges what this worker has not judged yet: an element that stood in such a place, looking so, on a page before has its verdict
 * (page-shape.ts).
 * @throws on any violation of WCAG 2.0 to 2.2, level A or AA
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(ANIMATIONS_ENDED);
  for (;;) {
    const shapes = (await page.evaluate(SHAPES_OF_PAGE)) as string[];
    const fresh = shapes.flatMap((shape, at) => (judged.has(shape) ? [] : [at]));
    if (fresh.length > 0 && !(await judge(page, `(${ROOTS_OF})(${JSON.stringify(fresh)})`))) continue;
    for (const shape of shapes) judged.add(shape);
    return;
  }
}

/**
 * Judges all of the page, whatever was judged before, or the part of it that an expression in the page names.
 * @returns false when that part is no longer on the page, so that nothing was judged
 * @throws on any violation
 */
export async function judge(page: Page, part = 'document'): Promise<boolean> {
  await page.evaluate(ANIMATIONS_ENDED);
  // Evaluated by the driver: the page's own policy would refuse a script tag, and must.
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'] });
  const run = `((part) => part && axe.run(part, ${options}))(${part})`;
  const results = (await page.evaluate(run)) as AxeResults | undefined;
  if (!results) return false;
  if (results.violations.length === 0) return true;
  const texts = results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary}`),
  );
  throw new Error(`${await page.title()} (${page.url()}) is not accessible:\n${texts.join('\n')}`);
}

/** Until everything that moves has arrived. */
export async function pageIsStill(page: Page): Promise<void> {
  await page.evaluate(ANIMATIONS_ENDED);
}

/** Pictures of the page at three widths, into the folder that SCREENSHOTS names; nothing without it. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const width of SCREENSHOT_WIDTHS) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
    await page.evaluate(ANIMATIONS_ENDED);
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
  if (before) await page.setViewportSize(before);
}

/** The page is as it should be for everybody; and a picture of it where pictures are wanted. */
export async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await screenshot(page, name);
}
