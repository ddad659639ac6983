/**
 * Keeps three things and nothing else: the built files of the pages, whose names change with their content, the offline page, and
 * the form for a sale as it is for everybody. Pages, their data and everything under /api always come from the server: a figure
 * about money is never an old one.
 */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
}

const worker = self as unknown as WorkerScope;
const OFFLINE = '/offline';
const FORM = '/customer-form';
/** The form without a person, for a sale that waits on the device. */
const OFFLINE_FORM = '/customer-form/offline';
const FILES = '/build/assets/';
/** Each release brings an address of its own for this script, and with it a cache of its own. */
const CACHE = `tokendesk-${new URL(worker.location.href).searchParams.get('v') ?? ''}`;
const CUSTOMER_PAGES = /^\/(?:payment|customer-payment|upgrade|receipt|thank-you)(?:\/|$)/;

async function prepare(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all([OFFLINE, OFFLINE_FORM].map((path) => keepPage(cache, path)));
  await worker.skipWaiting();
}

/** The page as it is for everybody, with the files that it starts with. */
async function keepPage(cache: Cache, path: string): Promise<void> {
  const page = await fetch(path, { cache: 'no-store', credentials: 'omit' });
  if (!page.ok) throw new Error(`${path} answers ${page.status}`);
  const needed = new Set((await page.clone().text()).match(/\/build\/assets\/[\w.-]+/g));
  await Promise.all([cache.put(path, page), cache.addAll([...needed])]);
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('tokendesk-') && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The page is asked for while this script wakes up, so it costs a visit no time.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function file(request: Request): Promise<Response> {
  // A disk that is full or broken keeps nothing, and may not even be read; the page has its file all the same.
  const cache = await caches.open(CACHE).catch(() => null);
  const kept = await cache?.match(request).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache?.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

async function page({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const cache = await caches.open(CACHE);
    const { pathname } = new URL(request.url);
    return (
      (await cache.match(pathname === FORM ? OFFLINE_FORM : pathname)) ??
      (await cache.match(OFFLINE)) ??
      Response.error()
    );
  }
}

worker.addEventListener('install', (event) => event.waitUntil(prepare()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith(FILES)) event.respondWith(file(request));
  else if (request.mode === 'navigate' && !CUSTOMER_PAGES.test(url.pathname)) event.respondWith(page(event));
});
