import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { CLI, environmentOf, startTokendesk, tokendesk } from '../support/command-line.js';
import { query } from '../support/links.js';
import { fillPayments } from '../support/many-payments.js';
import { eventually } from '../support/product-process.js';
import { TestApp } from '../support/test-app.js';

describe('an export that cannot be finished', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-export-'));
  const out = join(folder, 'payments.csv');
  let test: TestApp;

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
    await fillPayments(test.get(DataSource), { payments: 2000, sellers: 1 });
  });
  afterAll(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** @param body of every writing into a file @returns settings by which the command runs with it */
  function writingDoes(body: string): Record<string, string> {
    const hook = join(folder, 'writing.mjs');
    writeFileSync(
      hook,
      `import { open } from 'node:fs/promises';
       const file = await open('/dev/null');
       const prototype = Object.getPrototypeOf(file);
       await file.close();
       const { write, writev } = prototype;
       prototype.write = async function (...args) { ${body}; return write.apply(this, args); };
       prototype.writev = async function (...args) { ${body}; return writev.apply(this, args); };`,
    );
    return { ...environmentOf(test), NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` };
  }

  const FULL = "throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })";

  const lastAudited = async () => {
    const [row] = await query<{ action: string }>(
      test,
      "SELECT action FROM audit_log WHERE action LIKE 'export.%' ORDER BY id DESC LIMIT 1",
    );
    return row?.action ?? null;
  };
  const audited = async () =>
    Number(
      (await query<{ n: number }>(test, "SELECT COUNT(*) AS n FROM audit_log WHERE action LIKE 'export.%'"))[0]?.n,
    );

  it.each([
    ['with the first bytes', []],
    ['at the very end', ['--status', 'refunded', '--to', '2000-01-01']],
  ])('a disk that is full %s is said, and nothing is left of the file', async (_when, filter) => {
    const before = await audited();
    const args = ['export', 'payments', '--out', out, ...filter];
    const { code, stderr } = await tokendesk(args, writingDoes(FULL), folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`error: ${out} cannot be written: ENOSPC`)]);
    expect(stderr).not.toContain('written to');
    expect(existsSync(out)).toBe(false);
    expect(await audited()).toBe(before + 1);
  });

  it('a full disk behind standard output is said as well', async () => {
    const before = await audited();
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
    const env = { PATH: process.env.PATH ?? '', ...environmentOf(test) };
    const child = spawn(process.execPath, [CLI, 'export', 'payments'], { cwd: folder, env, stdio: [...stdio] });
    let text = '';
    child.stderr?.on('data', (chunk) => (text += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, text]).toEqual([1, expect.stringContaining('standard output cannot be written: ENOSPC')]);
    expect(await audited()).toBe(before + 1);
    expect(await lastAudited()).toBe('export.aborted');
  });

  it('Ctrl-C removes the file, writes its row of the audit log, and ends with 130', async () => {
    const before = await audited();
    // It goes on a moment after the signal, however long that takes to come.
    const slow = writingDoes(
      "process.stderr.write('writing\\n'); await new Promise((done) => process.once('SIGINT', () => setTimeout(done, 100)))",
    );
    const child = startTokendesk(['export', 'payments', '--out', out], slow, folder);
    let text = '';
    child.stderr?.on('data', (chunk) => (text += String(chunk)));
    const end = once(child, 'close');
    await eventually('the export is under way', () => text.includes('writing'));
    child.kill('SIGINT');
    const [code] = (await end) as [number | null];
    expect([code, text]).toEqual([130, expect.stringContaining('Stopped after')]);
    expect(existsSync(out)).toBe(false);
    expect([await audited(), await lastAudited()]).toEqual([before + 1, 'export.aborted']);
  });

  it.each([
    ['the data', ['stdout']],
    ['data and messages', ['stdout', 'stderr']],
  ] as const)('a reader of %s that has seen enough ends it in good order', async (_what, streams) => {
    const before = await audited();
    const child = startTokendesk(['export', 'payments'], environmentOf(test), folder);
    child.stdout?.once('data', () => streams.forEach((stream) => child[stream]?.destroy()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, await audited()]).toEqual([0, before + 1]);
  });
});
