import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

it('a run that may not install what it needs says so before anything else, with the command to run', async () => {
  const env = { ...process.env, CHROMIUM_PATH: '/nowhere/chromium', TOKENDESK_INSTALL: '0' };
  const run = promisify(execFile)(process.execPath, ['test/run.mjs'], { cwd: ROOT, env });
  const { code, stdout, stderr } = await run.then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(code).toBe(1);
  const output = `${stdout}${stderr}`;
  expect(output).toMatch(
    /TOKENDESK_INSTALL=0 .*Chromium.* Run:\n {2}apt-get install -y --no-install-recommends .*chromium/,
  );
  // Neither yardstick nor build nor lane came before.
  expect(output).toMatch(/^\s*npm test: nothing was run\./);
  expect(output.trimEnd()).toMatch(/\n0 passed, 1 failed$/);
});

it('a spec that is not there is named, and not everything is run in its place', async () => {
  const run = promisify(execFile)(process.execPath, ['test/run.mjs', 'test/flows/refund.spec.ts'], { cwd: ROOT });
  const { code, stdout } = await run.then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  );
  expect(code).toBe(1);
  expect(stdout.trim()).toMatch(
    /^npm test: there is no test\/flows\/refund\.spec\.ts; nothing was run\n\nin \d+ s\n0 passed, 1 failed$/,
  );
});
