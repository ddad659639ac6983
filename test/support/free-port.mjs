import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that outgoing connections are given (32768 and up): one of those could take the port before its server listens. */
const [FIRST, END] = [18_000, 32_000];
/** A process has the ports of its blocks for itself: two that look at the same moment would find the same port free. */
const BLOCK = 100;
let next = 0;
let end = 0;

/** @returns a port that nobody listens on, and that no other process is given, nor this one soon again */
export async function freePort() {
  for (;;) {
    if (next === end) await takeBlock();
    const port = (next += 1) - 1;
    if (await isFree(port)) return port;
  }
}

/** The first port of a block is listened on for as long as the process lives: it says that the block is taken. */
async function takeBlock() {
  for (;;) {
    const first = FIRST + BLOCK * randomInt((END - FIRST) / BLOCK);
    const server = await listening(first);
    if (!server) continue;
    server.unref();
    [next, end] = [first + 1, first + BLOCK];
    return;
  }
}

async function isFree(port) {
  const server = await listening(port);
  if (server) await new Promise((resolve) => server.close(resolve));
  return server !== null;
}

function listening(port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
