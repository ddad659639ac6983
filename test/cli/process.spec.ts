import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { CLI, environmentOf, startTokendesk, tokendesk } from '../support/command-line.js';
import { eventually } from '../support/product-process.js';
import { TestApp } from '../support/test-app.js';

describe('the command line as a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-process-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe('commands that need no product do not load it', () => {
    const log = join(folder, 'loaded');
    const hook = join(folder, 'hook.mjs');
    beforeAll(() => {
      writeFileSync(
        hook,
        `import { writeFileSync } from 'node:fs';
         import { createRequire } from 'node:module';
         const chunks = () => Object.keys(createRequire(import.meta.url).cache).filter((file) => file.endsWith('.cjs'));
         process.once('exit', () => writeFileSync(${JSON.stringify(log)}, chunks().join('\\n')));`,
      );
    });

    async function loadedBy(args: string[]): Promise<string> {
      writeFileSync(log, '');
      const child = promisify(execFile)(process.execPath, ['--import', hook, CLI, ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, GATEWAY_SECRET_KEY: 'sandbox-key-1' },
      });
      child.child.stdin?.end('{"amount":"1.00"}');
      await child.catch(() => undefined);
      const modulesOf = JSON.parse(readFileSync(join(dirname(CLI), 'modules.json'), 'utf8')) as Record<
        string,
        string[]
      >;
      const chunks = readFileSync(log, 'utf8').split('\n').filter(Boolean);
      return chunks.flatMap((chunk) => modulesOf[basename(chunk)] ?? [`not a chunk: ${chunk}`]).join('\n');
    }

    it.each([
      [['--help']],
      [['--version']],
      [['completion', 'bash']],
      [['hash', 'test']],
      [['hash', 'verify', 'a=1&secureHash=00']],
      [['staff', '--help']],
      [['privacy', 'erase', '--help']],
    ])('%j', async (args) => {
      const loaded = await loadedBy(args);
      expect(loaded).toContain('/commander/');
      expect(loaded).not.toMatch(/node_modules\/(@nestjs|typeorm|libsql|mysql2|ioredis)\//);
    });

    it('only the file of the command that is called is loaded', async () => {
      const loaded = await loadedBy(['hash', 'test']);
      expect(loaded.match(/\/cli\/(commands|actions)\/[\w-]+/g)).toEqual(['/cli/commands/hash', '/cli/actions/hash']);
    });

    it('the listener would notice the product', async () => {
      expect(await loadedBy(['staff', 'list'])).toContain('/@nestjs/');
    });
  });

  it('completion works in a shell', async () => {
    const { stdout: script } = await tokendesk(['completion', 'bash'], {}, folder);
    const complete = async (...words: string[]) => {
      const typed = words.map((word) => `'${word}'`).join(' ');
      const use = `${script}\nCOMP_WORDS=(tokendesk ${typed}); COMP_CWORD=${words.length}; _tokendesk; printf '%s ' "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)('bash', ['-c', use])).stdout.trim().split(' ');
    };
    expect(await complete('pri')).toEqual(['privacy']);
    expect(await complete('privacy', '')).toEqual(expect.arrayContaining(['report', 'erase', 'purge', '--help']));
    expect(await complete('privacy', 'erase', '--d')).toEqual(['--dry-run']);
    expect(await complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(await complete('db', 'backup', '--out', '')).toEqual(['']);
  });

  it.each([
    [['paymnts'], /Did you mean payments\?/],
    [['staff', 'lst'], /Did you mean list\?/],
    [['staff', 'list', '--jsn'], /Did you mean --json\?/],
    [['db', 'status', 'more'], /too many arguments/],
    [[], /Commands:/],
  ])('%j is wrong usage, with a hint', async (args, hint) => {
    const { code, stdout, stderr } = await tokendesk(args, {}, folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(hint);
  });

  describe('Ctrl-C', () => {
    let test: TestApp;
    let silent: Server;
    let asked = 0;
    beforeAll(async () => {
      test = await TestApp.start({ isOnTime: true });
      silent = createServer(() => {
        asked += 1;
      }).listen(0, '127.0.0.1');
      await once(silent, 'listening');
    });
    afterAll(async () => {
      silent.closeAllConnections();
      silent.close();
      await test.close();
    });

    const ended = async (args: string[], env: Record<string, string>, isUnderWay: (text: string) => boolean) => {
      const child = startTokendesk(args, { ...environmentOf(test), ...env }, test.settings.dataDir);
      let text = '';
      child.stdout?.on('data', (chunk) => (text += String(chunk)));
      child.stderr?.on('data', (chunk) => (text += String(chunk)));
      const end = once(child, 'close');
      await eventually(`${args.join(' ')} is under way`, () => isUnderWay(text));
      child.kill('SIGINT');
      const [code] = (await end) as [number | null];
      return { code, text };
    };

    it('ends a loop between two runs with 130', async () => {
      const { code, text } = await ended(['payments', 'poll'], { POLL_INTERVAL_SECONDS: '600' }, (shown) =>
        shown.includes('checked'),
      );
      expect(code).toBe(130);
      expect(text).not.toContain('error');
    });

    it('a loop that meets a database error logs it, goes on, and still ends with 130', async () => {
      const database = test.get(DataSource);
      const hide = () => database.query('ALTER TABLE payment_attempts RENAME TO attempts_away');
      const bringBack = () => database.query('ALTER TABLE attempts_away RENAME TO payment_attempts');
      const env = { ...environmentOf(test), POLL_INTERVAL_SECONDS: '1' };
      const child = startTokendesk(['payments', 'poll'], env, test.settings.dataDir);
      let [data, log] = ['', ''];
      child.stdout?.on('data', (chunk) => (data += String(chunk)));
      child.stderr?.on('data', (chunk) => (log += String(chunk)));
      const end = once(child, 'close');
      const runs = () => data.split('checked').length - 1;
      await eventually('the first run', () => runs() > 0);
      await hide();
      try {
        await eventually('two failed runs', () => log.split('poll run failed').length > 2);
        const once = await tokendesk(['payments', 'poll', '--once'], env, test.settings.dataDir);
        expect(once.code).toBe(1);
      } finally {
        await bringBack();
      }
      const before = runs();
      await eventually('a run after the error', () => runs() > before);
      child.kill('SIGINT');
      expect(((await end) as [number | null])[0]).toBe(130);
    }, 180_000);

    it('cuts off a question to a bank that is silent, and closes the database', async () => {
      const { port } = silent.address() as AddressInfo;
      const env = { GATEWAY_BASE_URL: `http://127.0.0.1:${port}/pg`, GATEWAY_TIMEOUT_MS: '60000' };
      const { code } = await ended(['gateway', 'ping'], env, () => asked > 0);
      expect(code).toBe(130);
      // Nothing was left locked: the next command writes.
      expect((await tokendesk(['payments', 'poll', '--once'], environmentOf(test), test.settings.dataDir)).code).toBe(
        0,
      );
    });
  });
});
