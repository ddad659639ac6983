import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/product-process.js';
import { httpRequest, RawSocket } from '../support/raw-socket.js';
import { TestApp } from '../support/test-app.js';

const LIMITS = [
  'headersTimeout', 'requestTimeout', 'connectionsCheckingInterval', 'keepAliveTimeout', 'timeout', 'maxRequestsPerSocket', 'maxConnections',
] as const; // prettier-ignore
/** How often the server looks for late connections here; in life every five seconds. */
const LOOK_MS = 250;
/** The machine may be busy. */
const LOOKED_FOR_MS = LOOK_MS + 8000;
const SHORT_MS = 1500;
/** Longer than any test here. */
const IDLE_MS = 600_000;
/** A request has no limit of its own. */
const SERVED_WITHIN_MS = 8000;

const ASSETS = join(import.meta.dirname, '../../dist/client/assets');

type Limit = (typeof LIMITS)[number];

describe('clients that take their time', () => {
  let test: TestApp;
  let server: Server & Record<Limit, number>;
  let raws: RawSocket[] = [];

  beforeAll(async () => {
    test = await TestApp.start();
    server = test.app.getHttpServer() as typeof server;
  });
  afterAll(async () => {
    const began = performance.now();
    await test.close();
    // Nothing of theirs is waited for: the stop would give it ten seconds.
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  /** Runs with other limits: none of these needs a restart. */
  const withLimits = async (limits: Partial<Record<Limit, number>>, run: () => Promise<void>): Promise<void> => {
    const before = Object.fromEntries(Object.keys(limits).map((name) => [name, server[name as Limit]]));
    Object.assign(server, limits);
    try {
      await run();
    } finally {
      Object.assign(server, before);
      for (const raw of raws) raw.destroy();
      raws = [];
    }
  };
  const open = async (): Promise<RawSocket> => {
    const raw = await RawSocket.open(test.url);
    raws.push(raw);
    return raw;
  };
  const dribble = async (raw: RawSocket, text: string): Promise<void> => {
    for (let at = 0; !raw.isClosed; at += 1, await pause(100)) raw.send(text[at % text.length] ?? '');
  };
  const expectServed = async (): Promise<void> => {
    expect((await fetch(`${test.url}/healthz`, { signal: AbortSignal.timeout(SERVED_WITHIN_MS) })).status).toBe(200);
  };
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  it('the server has the limits of the handbook', () => {
    const handbook = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const [, table = ''] = /### Limits on connections\n([^]*?)\n## /.exec(handbook) ?? [];
    const documented = [...table.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)].map(
      ([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))] as const,
    );
    expect(documented.map(([name]) => name).toSorted()).toEqual(LIMITS.toSorted());
    expect(Object.fromEntries(documented.map(([name]) => [name, server[name as Limit]]))).toEqual(
      Object.fromEntries(documented),
    );
  });

  /** The interval is read when the server begins to listen. */
  it('begins to listen again, and looks more often', async () => {
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
    server.connectionsCheckingInterval = LOOK_MS;
    await once(server.listen(test.settings.port, '127.0.0.1'), 'listening');
    await expectServed();
  });

  it('headers that dribble, a body that dribbles, and silence are cut off while others are served', () =>
    withLimits({ headersTimeout: SHORT_MS, requestTimeout: SHORT_MS }, async () => {
      const [headers, body, silent] = [await open(), await open(), await open()];
      headers.send('GET /login HTTP/1.1\r\nHost: localhost\r\n');
      body.send('POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
      body.send('Content-Length: 60000\r\n\r\n');
      void dribble(headers, 'X-A: b\r\n');
      void dribble(body, ' ');
      await expectServed();
      for (const ms of await Promise.all([headers, body, silent].map(({ closed }) => closed))) {
        expect(ms).toBeGreaterThan(SHORT_MS - 100);
        expect(ms).toBeLessThan(SHORT_MS + LOOKED_FOR_MS);
      }
      expect([headers.statuses, body.statuses]).toEqual([[408], [408]]);
    }));

  it('a reader who stops reading is let go', () =>
    withLimits({ timeout: SHORT_MS }, async () => {
      const arrives = once(server, 'connection') as Promise<[Socket]>;
      const stuck = await open();
      const [served] = await arrives;
      stuck.socket.pause();
      // More than the buffers between the two ends hold, some ten megabytes.
      const file = httpRequest(`GET /build/assets/${largestFile()}`, { Connection: 'keep-alive' });
      for (let sent = 0; sent < 200; sent += 1) stuck.send(file);
      await expectServed();
      await eventually('the reader is let go', () => served.destroyed);
      await expectServed();
    }));

  it('1,000 idle connections keep nobody out, and go away by themselves', () =>
    withLimits({ headersTimeout: IDLE_MS, requestTimeout: IDLE_MS }, async () => {
      for (let at = 0; at < 10; at += 1) await Promise.all(Array.from({ length: 100 }, open));
      await eventually('all are taken', async () => (await connections()) >= 1000);
      await expectServed();
      const login = test.client().post('/api/login', { email: 'nobody@example.com', password: 'wrong' });
      expect((await login).status).toBe(401);
      expect(raws.some(({ isClosed }) => isClosed)).toBe(false);
      // Shorter only now: opening a thousand takes longer than this on a busy machine.
      Object.assign(server, { headersTimeout: SHORT_MS, requestTimeout: SHORT_MS });
      await Promise.all(raws.map(({ closed }) => closed));
      await expectServed();
    }));

  it('more connections than there may be are closed at once', async () => {
    // A kept connection that ended in between would leave its place to one more.
    server.closeIdleConnections();
    await eventually('the others are gone', async () => (await connections()) === 0);
    await withLimits({ maxConnections: 2 }, async () => {
      const opened = await Promise.all(Array.from({ length: 6 }, open));
      await eventually('four are closed', () => opened.filter(({ isClosed }) => isClosed).length >= 4);
      expect(await connections()).toBe(2);
    });
    await expectServed();
  });
});

function largestFile(): string {
  const sizeOf = (name: string) => statSync(join(ASSETS, name)).size;
  return readdirSync(ASSETS).reduce((largest, name) => (sizeOf(name) > sizeOf(largest) ? name : largest));
}
