import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { EventReader } from '../support/event-reader.js';
import { freePort } from '../support/free-port.mjs';
import { eventually, ProductSite } from '../support/product-process.js';
import { createLink, pressPay } from '../support/sales.js';
import { StallingProxy } from '../support/stalling-proxy.js';
import { migratedDatabase } from '../support/test-database.js';
import { ADMIN, SALES } from '../support/test-app.js';

const WORKERS = 2;
/** Less than a retiring worker waits for the requests of its connections (`LINGER_MS`). */
const RESTED_MS = 1_000;
const EACH_ITS_CONNECTION = { connection: 'close' };

if (isOnServer())
  describe('several workers on one port', () => {
    aboutWorkers();
  });
else
  describe('several workers on an embedded database', () => {
    aboutEmbedded();
  });

function aboutEmbedded() {
  it('are refused, with the reason', async () => {
    const site = await ProductSite.make({ WORKERS: '2' });
    try {
      await expect(site.start()).rejects.toThrow(/WORKERS must be 1 or auto with an embedded database/);
    } finally {
      await site.close();
    }
  });

  it('auto is one process', async () => {
    const site = await ProductSite.make({ WORKERS: 'auto', LOG_LEVEL: 'info' });
    try {
      await site.start();
      expect(childrenOf(site.running.pid)).toEqual([]);
    } finally {
      await site.close();
    }
  });
}

function aboutWorkers() {
  let site: ProductSite;
  let seller: Client;

  beforeAll(async () => {
    site = await ProductSite.make({ WORKERS: `${WORKERS}`, LOG_LEVEL: 'info', POLL_INTERVAL_SECONDS: '0' });
    await site.start();
    await untilServing(1);
    seller = await site.client().signIn(SALES.email, SALES.password);
  }, 180_000);
  afterAll(() => site.close());

  const workers = () => childrenOf(site.running.pid);
  const lines = (text: string) => site.running.log.split('\n').filter((line) => line.includes(`"msg":"${text}"`));
  const untilServing = (times: number) =>
    eventually('all workers serve', () => lines('workers serve').length === times);
  const page = (path: string) => fetch(`${site.url}${path}`, { headers: EACH_ITS_CONNECTION });

  it('each takes its share of the connections', async () => {
    expect(workers()).toHaveLength(WORKERS);
    for (let at = 0; at < 8; at += 1) await (await page('/login')).text();
    // Each writes its lines when it gets to it.
    await eventually('both have served', () => {
      const served = site.running.log.split('\n').filter((line) => line.includes('/login') && line.endsWith('}'));
      return new Set(served.map((line) => (JSON.parse(line) as { worker: number }).worker)).size === WORKERS;
    });
  });

  it('a change made in one is heard by the streams of all', async () => {
    const readers: EventReader[] = [];
    for (let at = 0; at < 2 * WORKERS; at += 1) readers.push(await EventReader.open(seller));
    const { paymentId } = await createLink(seller, 'silver');
    await site.bank.press(await pressPay(site.client(), paymentId), 'pay-close-tab');
    await seller.post(`/api/payments/check-status/${paymentId}`);
    for (const reader of readers)
      await reader.until('completed', () => reader.about(paymentId).some(({ status }) => status === 'completed'));
    for (const reader of readers) {
      expect(reader.about(paymentId).filter(({ status }) => status === 'completed')).toHaveLength(1);
      reader.close();
    }
  });

  it('wrong passwords are counted together', async () => {
    let statuses: number[] = [];
    // On a busy machine the second may be over for which the sixth is turned away.
    for (const email of ['rahul@tokendesk.test', 'nobody@tokendesk.test', 'no-one@tokendesk.test']) {
      statuses = [];
      for (let at = 0; at < 6; at += 1) {
        const body = JSON.stringify({ email, password: 'wrong wrong wrong' });
        const headers = { ...EACH_ITS_CONNECTION, 'content-type': 'application/json' };
        statuses.push((await fetch(`${site.url}/api/login`, { method: 'POST', headers, body })).status);
      }
      if (statuses.at(-1) === 429) break;
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('figures are those of all workers, whichever is asked', async () => {
    const pages = async () => {
      const text = await (await page('/metrics')).text();
      // One figure of the database, not one for each worker.
      expect(text.match(/^tokendesk_poll_due .*$/gm)).toEqual(['tokendesk_poll_due 0']);
      expect(Number(/^tokendesk_primary_resident_memory_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(10_000_000);
      expect(text).toMatch(/^tokendesk_primary_busy_ratio [01]/m);
      const counts = text.matchAll(/^tokendesk_http_request_duration_seconds_count\{.*route="\/login".*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = [await pages(), await pages()];
    for (let at = 0; at < 6; at += 1) await (await page('/login')).text();
    const [known = 0] = before;
    expect(known).toBeGreaterThan(0);
    expect([...before, await pages(), await pages()]).toEqual([known, known, known + 6, known + 6]);
  });

  it('kill -9 of one: the others serve, and another takes its place', async () => {
    const before = workers();
    const [victim = 0] = before;
    process.kill(victim, 'SIGKILL');
    await eventually('it is noticed', () => lines('worker died').length === 1);
    expect((await page('/readyz')).status).toBe(200);
    await eventually('another is there', () => workers().length === WORKERS && !workers().includes(victim));
    expect(workers()).toEqual(expect.arrayContaining(before.filter((pid) => pid !== victim)));
    await createLink(seller, 'silver');
  });

  it('SIGHUP replaces all workers under load without a failed request', async () => {
    await eventually('the one that was started serves', async () => {
      for (let at = 0; at < 2 * WORKERS; at += 1) if ((await page('/readyz')).status !== 200) return false;
      return true;
    });
    const before = workers();
    const load = startLoad(site.url, 12);
    await pause(300);
    process.kill(site.running.pid, 'SIGHUP');
    await eventually('the reload is done', () => lines('reload done').length === 1);
    await pause(300);
    const { failures, answers } = await load.stop();
    expect(failures).toEqual([]);
    expect(answers).toBeGreaterThan(100);
    // One that was being started in place of the killed one ends as well.
    await eventually('none of the earlier ones is left', () => !workers().some((pid) => before.includes(pid)));
    expect(workers()).toHaveLength(WORKERS);
    await createLink(seller, 'silver');
  }, 180_000);

  it('SIGHUP while the workers start: a reload once they serve, and no more of them than are wanted', async () => {
    const other = site.spawn({ PORT: String(await freePort()) });
    const has = (text: string) => other.log.includes(`"msg":"${text}"`);
    await eventually('the first one starts', () => childrenOf(other.pid).length === 1);
    process.kill(other.pid, 'SIGHUP');
    await eventually('the reload is done', () => has('workers serve') && has('reload done'), 120_000);
    expect(childrenOf(other.pid)).toHaveLength(WORKERS);
    expect(await other.stop()).toBe(0);
  }, 240_000);

  it('SIGTERM ends all with 0', async () => {
    const admin = await EventReader.open(await site.client().signIn(ADMIN.email, ADMIN.password));
    const before = workers();
    expect(await site.running.stop()).toBe(0);
    expect(lines('requests aborted by shutdown')).toEqual([]);
    await admin.until('the end', () => admin.ended);
    expect(before.filter(isAlive)).toEqual([]);
  });

  it('kill -9 of the primary: no worker goes on without it', async () => {
    await site.start();
    await untilServing(1);
    const before = workers();
    expect(before).toHaveLength(WORKERS);
    await site.kill();
    await eventually('all have ended', () => !before.some(isAlive));
  }, 180_000);

  it('all workers die while the database is away: others serve once it is back', async () => {
    const database = await migratedDatabase();
    const line = await StallingProxy.open(database.url);
    const port = await freePort();
    const product = site.spawn({ PORT: `${port}`, DATABASE_URL: line.url });
    try {
      await eventually('all serve', () => product.log.includes('"msg":"workers serve"'), 120_000);
      const first = childrenOf(product.pid);
      line.refuse();
      line.cut();
      const scrape = await fetch(`http://127.0.0.1:${port}/metrics`);
      const figures = await scrape.text();
      expect([scrape.status, figures]).toEqual([200, expect.stringContaining('process_cpu_seconds_total ')]);
      expect(figures).not.toMatch(/^tokendesk_poll_due /m);
      for (const pid of first) process.kill(pid, 'SIGKILL');
      const others = new Set<number>();
      await eventually('each has been started in vain, and none is left', () => {
        const now = childrenOf(product.pid).filter((pid) => !first.includes(pid));
        for (const pid of now) others.add(pid);
        return others.size >= WORKERS && now.length === 0;
      });
      line.admit();
      await eventually('they serve again', () => childrenOf(product.pid).length === WORKERS);
      await product.untilReady();
      expect(await product.stop()).toBe(0);
    } finally {
      await product.kill();
      line.close();
      await database.drop();
    }
  }, 240_000);

  it('a product that cannot start says why once, and leaves nothing running', async () => {
    const product = site.spawn({ MIGRATE_ON_START: 'false', DATABASE_URL: 'mysql://nobody:wrong@127.0.0.1:1/none' });
    await expect(product.untilReady()).rejects.toThrow(/TokenDesk cannot start|ECONNREFUSED/);
    expect(await product.untilEnded()).toBe(1);
  });
}

/** Connections that are kept, as browsers and proxies do, each with a request after the other. */
function startLoad(url: string, connections: number) {
  // In turn: one that rested longer than a retiring worker waits may be closed just as it is used again, which no server can prevent.
  const usedAt = new WeakMap<Socket, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const failures: string[] = [];
  let answers = 0;
  let isOver = false;
  const ask = () =>
    new Promise<void>((resolve) => {
      let restedMs = 0;
      const outgoing = request(`${url}/login`, { agent }, (response) => {
        if (response.statusCode !== 200) failures.push(`answered ${response.statusCode}`);
        answers += 1;
        response.resume();
        const { socket } = response;
        response.once('close', () => {
          usedAt.set(socket, performance.now());
          resolve();
        });
      });
      outgoing.once('socket', (socket) => {
        restedMs = performance.now() - (usedAt.get(socket) ?? performance.now());
      });
      outgoing.once('error', (error) => {
        // On a busy machine this process may have had no turn for that long.
        if (restedMs < RESTED_MS) failures.push(error.message);
        resolve();
      });
      outgoing.end();
    });
  const users = Array.from({ length: connections }, async () => {
    for (; !isOver; await pause(20)) await ask();
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(users);
      agent.destroy();
      return { failures, answers };
    },
  };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
