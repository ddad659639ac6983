import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { spawnWithParent, stopper } from './private-server.mjs';
import { findRedis } from './programs.mjs';

const START_LIMIT_MS = 60_000;

/**
 * Starts a private Redis in a folder of its own that keeps nothing. Ended by `stop`, or with this process.
 * @param {{ port?: number }} [options] a free port without one; the same again for a server that comes back
 * @returns {Promise<{ url: string, port: number, stop: () => Promise<void> }>}
 */
export async function startRedis(options = {}) {
  const server = findRedis();
  if (!server) throw new Error('Redis is not installed: run the tests through npm, which sees to it.');
  const dir = mkdtempSync(join(tmpdir(), 'tokendesk-redis-'));
  const port = options.port ?? (await freePort());
  const log = openSync(join(dir, 'log'), 'a');
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'];
  const child = spawnWithParent(server, settings, { cwd: dir, stdio: ['ignore', log, log] });
  const stop = stopper(child, dir);
  try {
    await untilReady(child, port);
  } catch (error) {
    const text = readFileSync(join(dir, 'log'), 'utf8');
    await stop();
    rmSync(dir, { recursive: true, force: true });
    throw new Error(`The private Redis did not start.\n${text}`, { cause: error });
  }
  return { url: `redis://127.0.0.1:${port}`, port, stop };
}

async function untilReady(child, port) {
  for (const started = Date.now(); Date.now() - started < START_LIMIT_MS; await pause(20)) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    if (await answers(port)) return;
  }
  throw new Error('redis-server does not answer');
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (isThere) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('data', (data) => end(data.toString().startsWith('+PONG')));
    socket.once('error', () => end(false));
    socket.setTimeout(1000, () => end(false));
  });
}
