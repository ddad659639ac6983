import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { isOnServer } from '../support/engine.js';
import { findProgram } from '../support/programs.mjs';
import { startRedis } from '../support/redis.mjs';
import { PROFILES } from '../support/merchants.js';
import { TestApp } from '../support/test-app.js';

interface Line {
  name: string;
  state: string;
  text: string;
}

const MYSQL_GREETING = {
  protocolVersion: 10,
  serverVersion: '8.0.36',
  connectionId: 1,
  statusFlags: 2,
  characterSet: 45,
  capabilityFlags: 0xff_f7ff,
};
/** Loaded by the command: what is given 15 seconds gets three, and what is given four gets one. */
const LESS_PATIENCE = `const { setTimeout: wait } = globalThis;
  globalThis.setTimeout = (work, ms, ...more) => wait(work, { 15000: 3000, 4000: 1000 }[ms] ?? ms, ...more);`;
const SECRETS = ['hunter2-hunter2', 'a-real-merchant-key'];

describe('tokendesk doctor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-doctor-'));
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
    // A server's own database does for its replica.
    if (isOnServer()) replica = { DATABASE_READ_URL: test.settings.databaseUrl };
  });
  afterAll(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const AWAY = 'mysql://desk:hunter2-hunter2@127.0.0.1:9/none';
  const LAG_UNKNOWN = {
    state: 'warn',
    text: 'answers; how far it lags is unknown, since the database does not tell',
    todo: 'look at the lines "database" and "schema"',
  };
  let replica: Record<string, string> = {};
  const examine = async (env: Record<string, string> = {}) => {
    const run = await tokendesk(['doctor', '--json'], { ...environmentOf(test), ...env }, test.settings.dataDir);
    for (const secret of SECRETS) expect(run.stdout + run.stderr).not.toContain(secret);
    const { healthy, checks } = JSON.parse(run.stdout) as { healthy: boolean; checks: Line[] };
    return { ...run, healthy, of: (name: string) => checks.filter((check) => check.name === name) };
  };

  it('a healthy installation: one line each, exit 0', async () => {
    const { code, healthy, of } = await examine();
    expect([code, healthy]).toEqual([0, true]);
    const machine = ['settings', 'node', 'secrets', 'disk', 'database', 'schema', 'clock', 'gateway', 'mail'];
    const waiting = ['poll', 'attempts', 'outbox', 'refunds', 'reviews'];
    const names = [...machine, ...waiting];
    for (const name of names) expect(of(name).map(({ state }) => state)).toEqual(['ok']);
    expect(of('clock')[0]?.text).toMatch(/\d{4}, .* IST/);
    const plain = await tokendesk(['doctor'], environmentOf(test), test.settings.dataDir);
    expect([plain.code, plain.stderr]).toEqual([0, '']);
    expect(plain.stdout).toMatch(/^ok {4}settings {2}valid/);
  });

  const onServer = isOnServer() ? it : undefined;
  onServer?.(
    'says when the database prepares fewer statements than all connections of two instances keep',
    async () => {
      const { code, of } = await examine({ DATABASE_POOL_SIZE: '50' });
      expect(code).toBe(0);
      expect(of('database')).toEqual([
        expect.objectContaining({ state: 'ok' }),
        {
          name: 'database',
          state: 'warn',
          text: 'the server keeps 16382 prepared statements, an instance takes up to 10000 with all its workers',
          todo: expect.stringMatching(/^raise max_prepared_stmt_count/),
        },
      ]);
    },
  );

  it('a database that is away is a line, and the bank is tried all the same', async () => {
    const { code, of } = await examine({ DATABASE_URL: 'mysql://desk:hunter2-hunter2@127.0.0.1:9/none' });
    expect(code).toBe(1);
    expect(of('database')).toEqual([expect.objectContaining({ state: 'fail' })]);
    expect(of('gateway')).toEqual([expect.objectContaining({ state: 'ok' })]);
  });

  /** @param work gets the address of a server that takes connections and says nothing, or nothing after a greeting */
  const besideSilence = async (work: (host: string) => Promise<void>, greet?: (socket: Socket) => void) => {
    const silent = createServer(greet).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      await work(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
    } finally {
      silent.close();
    }
  };

  if (isOnServer()) {
    it('a healthy replica of a database that is away answers, and nobody knows how far it lags', async () => {
      const { code, of } = await examine({ DATABASE_URL: AWAY, ...replica });
      expect([code, of('database')]).toEqual([1, [expect.objectContaining({ state: 'fail' })]]);
      expect(of('replica')).toMatchObject([LAG_UNKNOWN]);
    });

    it('a replica that is away is named by its own setting, whether or not the database is there', async () => {
      for (const url of [test.settings.databaseUrl, AWAY]) {
        const { of } = await examine({ DATABASE_URL: url, DATABASE_READ_URL: AWAY });
        expect(of('replica')).toMatchObject([{ state: 'fail', todo: expect.stringContaining('DATABASE_READ_URL') }]);
      }
    });
  }

  it('a database server that is silent is named', () =>
    besideSilence(async (host) => {
      const url = `mysql://desk:hunter2-hunter2@${host}/none`;
      const text = `The database server ${host} cannot be reached (no answer within 2000 ms).`;
      const { code, of } = await examine({ DATABASE_URL: url });
      expect([code, of('database')]).toEqual([1, [expect.objectContaining({ text: expect.stringContaining(text) })]]);
      const list = await tokendesk(['staff', 'list'], { ...environmentOf(test), DATABASE_URL: url }, folder);
      expect([list.code, list.stderr]).toEqual([1, expect.stringMatching(/^error: The database server /)]);
    }));

  it('a database that lets in and answers nothing is a line, and the command ends', async () => {
    let guests = 0;
    const letIn = (stream: Socket) => {
      const authCallback = (_guest: unknown, welcome: () => void) => {
        guests += 1;
        welcome();
        stream.pause();
      };
      const connection = createConnection({ stream, isServer: true }).on('error', () => undefined);
      connection.serverHandshake({ ...MYSQL_GREETING, authCallback });
    };
    await besideSilence(async (host) => {
      const { code, of } = await examine({
        DATABASE_URL: `mysql://desk:hunter2-hunter2@${host}/none`,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LESS_PATIENCE)}`,
        ...replica,
      });
      expect(guests).toBeGreaterThan(0);
      expect(of('database')).toMatchObject([{ state: 'fail', text: 'no answer within 15 seconds' }]);
      expect(of('replica')).toMatchObject(isOnServer() ? [LAG_UNKNOWN] : []);
      expect([code, of('mail')]).toEqual([1, [expect.objectContaining({ state: 'ok' })]]);
    }, letIn);
  });

  it('of several merchants the one whose bank is silent is named, beside those that work', () =>
    besideSilence(async (host) => {
      const url = `http://${host}/pg`;
      const { code, of } = await examine({ ...PROFILES, GATEWAY_NORTH_BASE_URL: url, GATEWAY_TIMEOUT_MS: '30000' });
      expect([code, of('gateway').map(({ state }) => state)]).toEqual([1, ['ok', 'fail', 'ok']]);
      expect(of('gateway')[1]?.text).toContain(`profile north: ${url}, merchant T_NORTH`);
    }));

  it('a merchant profile that a project needs and the settings lack is a line', async () => {
    const name = (profile: string) =>
      tokendesk(
        ['project', 'update', '--merchant-profile', profile],
        { ...environmentOf(test), ...PROFILES },
        test.settings.dataDir,
      );
    expect((await name('north')).code).toBe(0);
    const { code, of } = await examine();
    expect([code, of('gateway')]).toEqual([
      1,
      expect.arrayContaining([
        expect.objectContaining({ state: 'fail', text: 'GATEWAY_PROFILES must list north: project default names it' }),
      ]),
    ]);
    expect((await name('')).code).toBe(0);
    expect((await examine()).code).toBe(0);
  });

  if (!isOnServer())
    it('storage that takes no writes is a line', async () => {
      const healthy = await examine();
      expect(healthy.of('storage')).toEqual([expect.objectContaining({ state: 'ok', text: 'takes writes' })]);
      const { stdout } = await tokendesk(['doctor', '--json'], environmentOf(test), test.settings.dataDir, '', [
        findProgram('prlimit')!,
        '--fsize=0',
      ]);
      const { checks } = JSON.parse(stdout) as { checks: Line[] };
      expect(checks.filter(({ name }) => name === 'storage')).toEqual([
        expect.objectContaining({ state: 'fail', text: expect.stringContaining('storage is full') as unknown }),
      ]);
    });

  it('a schema that is behind, a bank with another key, no mail server, no Redis: each named', async () => {
    const empty = join(folder, 'empty.sqlite');
    writeFileSync(empty, '');
    const { code, of } = await examine({
      DATABASE_URL: `sqlite:${empty}`,
      GATEWAY_SECRET_KEY: 'a-real-merchant-key',
      SMTP_URL: 'smtp://mail:hunter2-hunter2@127.0.0.1:9',
      REDIS_URL: 'redis://:hunter2-hunter2@127.0.0.1:9',
    });
    expect(code).toBe(1);
    for (const name of ['schema', 'gateway', 'mail', 'redis'])
      expect(of(name)).toEqual([expect.objectContaining({ state: 'fail' })]);
    expect(of('gateway')[0]?.text).toContain('wrong key');
  });

  it('a password with a bare % is no obstacle: of SMTP_URL it is used, of REDIS_URL it is refused by name', async () => {
    const SMTP_URL = 'smtp://mail:100%hunter2-hunter2@127.0.0.1:9';
    const { code, of } = await examine({ SMTP_URL });
    expect([code, of('mail')]).toEqual([1, [expect.objectContaining({ state: 'fail' })]]);
    const { of: ofBoth } = await examine({ SMTP_URL, REDIS_URL: 'redis://:100%hunter2-hunter2@127.0.0.1:9' });
    expect(ofBoth('settings').map(({ text }) => text)).toEqual([expect.stringMatching(/^REDIS_URL must have .*%25/)]);
  });

  it('a Redis that may evict limits is a warning', async () => {
    const server = await startRedis();
    const admin = new Redis(server.url);
    try {
      expect((await examine({ REDIS_URL: server.url })).of('redis')).toMatchObject([{ state: 'ok' }]);
      await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
      const { code, of } = await examine({ REDIS_URL: server.url });
      expect(code).toBe(0);
      expect(of('redis')).toMatchObject([{ state: 'warn', text: 'answers, maxmemory-policy allkeys-lru' }]);
    } finally {
      admin.disconnect();
      await server.stop();
    }
  });

  it('settings that cannot be used are named one by one', async () => {
    const { code, of } = await examine({ NODE_ENV: 'production', GATEWAY_SECRET_KEY: 'sandbox-key-1', PORT: 'x' });
    expect(code).toBe(1);
    const text = of('settings').map((check) => check.text);
    expect(text.join('\n')).toMatch(/JWT_SECRET is required/);
    expect(text.join('\n')).toMatch(/GATEWAY_SECRET_KEY is the sandbox's/);
    expect(of('node')).toHaveLength(1);
  });

  it('a secret that others can read is a warning and no failure', async () => {
    const file = join(folder, 'jwt');
    writeFileSync(file, 'kX9-a-long-random-value-for-signing-7Q');
    chmodSync(file, 0o644);
    const { code, of } = await examine({ JWT_SECRET_FILE: file });
    expect(code).toBe(0);
    expect(of('secrets')).toEqual([expect.objectContaining({ state: 'warn', text: expect.stringContaining(file) })]);
  });
});
