// Runs each program of the bundle once, and keeps what the engine compiled for it beside the chunks. Without it the product does
// the same and starts later, so that a machine on which this cannot be done still has its build.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './building.mjs';
import { ENGINE_OPTIONS } from './engine-options.mjs';

const LIMIT_MS = 60_000;

const [program] = process.argv.slice(2);
if (program === undefined) {
  runApart('server', ENGINE_OPTIONS);
  // For the command line, and a server that is started by hand.
  runApart('server', []);
  runApart('cli', []);
} else {
  await keepCodeOf(program);
}

function runApart(name, options) {
  try {
    execFileSync(process.execPath, [...options, fileURLToPath(import.meta.url), name], { stdio: 'pipe' });
  } catch (error) {
    console.error(`No compiled code for the ${name}: ${String(error.stderr).trim()}`);
  }
}

async function keepCodeOf(name) {
  const { compiled, load } = await import(pathToFileURL(join(root, 'dist/server/loader.js')).href);
  const scratch = mkdtempSync(join(tmpdir(), 'tokendesk-build-'));
  process.once('exit', (code) => {
    rmSync(scratch, { recursive: true, force: true });
    if (code !== 0) return;
    for (const { script, codeFile, isCached } of compiled.values())
      if (!isCached) writeFileSync(codeFile, script.createCachedData());
  });
  if (name === 'server') return serveOnce(load, scratch);
  process.argv = [process.argv[0], 'tokendesk', '--help'];
  load('./tokendesk.cjs');
}

/** A real start up to the first pages, without anybody's settings or data. */
async function serveOnce(load, scratch) {
  const [port, bankPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    NODE_ENV: 'test',
    PORT: String(port),
    APP_URL: url,
    DATABASE_URL: `sqlite:${join(scratch, 'build.sqlite')}`,
    DATA_DIR: scratch,
    SANDBOX_GATEWAY: 'true',
    SANDBOX_PORT: String(bankPort),
    LOG_LEVEL: 'error',
  };
  for (const name of Object.keys(process.env)) if (!['PATH', 'HOME'].includes(name)) delete process.env[name];
  Object.assign(process.env, settings);
  process.chdir(scratch);
  setTimeout(() => {
    console.error('the server did not answer');
    process.exit(1);
  }, LIMIT_MS).unref();
  // Outside of a worker thread it only loads, with the driver of the other databases.
  load('./export-worker.cjs');
  load('./main.cjs');
  for (const path of ['/readyz', '/login']) await untilAnswered(`${url}${path}`);
  process.kill(process.pid, 'SIGTERM');
}

async function untilAnswered(url) {
  for (;;) {
    const answer = await fetch(url, { redirect: 'error' }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(50);
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
