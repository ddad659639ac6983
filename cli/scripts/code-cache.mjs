// Runs each program of the bundle once, so that the engine keeps what it compiles for it (dist/server/compiled). Without it the first
// start does the same and takes longer, so that a machine on which this cannot be done still has its build.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './building.mjs';
import { ENGINE_OPTIONS } from './engine-options.mjs';

const LIMIT_MS = 60_000;

const scratch = mkdtempSync(join(tmpdir(), 'tokendesk-build-'));
try {
  // What was compiled under other options is not taken: once as it is started, once as whoever starts it by hand.
  await serve(ENGINE_OPTIONS);
  await serve([]);
  await untilEnded(run([], 'tokendesk.js', ['--help']));
} catch (error) {
  console.error(`The engine's compiled code was not kept: ${error.message}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A real start up to the first pages, without anybody's settings or data. */
async function serve(options) {
  const [port, bankPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const server = run(options, 'main.js', [], {
    NODE_ENV: 'test',
    PORT: String(port),
    APP_URL: url,
    DATABASE_URL: `sqlite:${join(scratch, 'build.sqlite')}`,
    DATA_DIR: scratch,
    SANDBOX_GATEWAY: 'true',
    SANDBOX_PORT: String(bankPort),
    LOG_LEVEL: 'error',
  });
  for (const path of ['/readyz', '/login']) await untilAnswered(`${url}${path}`, server);
  server.kill('SIGTERM');
  await untilEnded(server);
}

/** @returns the program's process; `report` of it is what it has written to its error output */
function run(options, program, args, settings = {}) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const command = [...options, join(root, 'dist/server', program), ...args];
  const child = spawn(process.execPath, command, { cwd: scratch, env, stdio: ['ignore', 'ignore', 'pipe'] });
  child.report = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (child.report += text));
  return child;
}

async function untilAnswered(url, server) {
  for (const started = performance.now(); performance.now() - started < LIMIT_MS; await pause(50)) {
    if (server.exitCode !== null) throw new Error(server.report);
    const answer = await fetch(url, { redirect: 'error' }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  server.kill('SIGKILL');
  throw new Error(`the server did not answer ${server.report}`);
}

function untilEnded(child) {
  return new Promise((resolve, reject) => {
    const settle = (code) => (code === 0 ? resolve() : reject(new Error(child.report || `it ended with ${code}`)));
    if (child.exitCode !== null) settle(child.exitCode);
    else child.once('close', settle);
  });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
