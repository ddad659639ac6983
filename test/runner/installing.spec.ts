import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

/** What a run says that ends before it tests anything. */
async function refusal(args: string[], more: NodeJS.ProcessEnv = {}): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, ...more };
  const run = promisify(execFile)(process.execPath, ['test/run.mjs', ...args], { cwd: ROOT, env });
  const { code, stdout, stderr } = await run.then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(code).toBe(1);
  return { stdout, stderr };
}

it('a run that may not install what it needs says so before anything else, with the command to run', async () => {
  const { stdout, stderr } = await refusal([], { CHROMIUM_PATH: '/nowhere/chromium', TOKENDESK_INSTALL: '0' });
  const output = `${stdout}${stderr}`;
  expect(output).toMatch(
    /TOKENDESK_INSTALL=0 .*Chromium.* Run:\n {2}apt-get install -y --no-install-recommends .*chromium/,
  );
  // Neither yardstick nor build nor lane came before.
  expect(output).toMatch(/^\s*npm test: nothing was run\./);
  expect(output.trimEnd()).toMatch(/\n0 passed, 1 failed$/);
});

it('a spec that is not there is named, and not everything is run in its place', async () => {
  const { stdout } = await refusal(['test/flows/refund.spec.ts']);
  expect(stdout.trim()).toMatch(
    /^npm test: there is no test\/flows\/refund\.spec\.ts; nothing was run\n\nin \d+ s\n0 passed, 1 failed$/,
  );
});

it('a spec that does not hold on the named engine is named', async () => {
  const { stdout } = await refusal(['test/simulation/replay.spec.ts', '--engine', 'mariadb']);
  expect(stdout.trim()).toMatch(
    /^npm test: no spec under test\/simulation\/replay\.spec\.ts that runs on mariadb\n\nin \d+ s\n0 passed, 1 failed$/,
  );
});
