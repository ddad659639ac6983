import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const IDLE_LIMIT_MS = 1_100;
const STALL_MS = 1_300;
/** Answers on one connection until it was idle for too long; tells its port. */
const SERVER = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((socket) => {
    let idle;
    socket.on('data', () => {
      clearTimeout(idle);
      socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n');
      idle = setTimeout(() => socket.end(), ${IDLE_LIMIT_MS});
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

it('a connection that its server ended while the worker had no turn is not used again', async () => {
  const thread = new Worker(SERVER, { eval: true });
  try {
    const [port] = (await once(thread, 'message')) as [number];
    const url = `http://127.0.0.1:${port}/`;
    const statuses: number[] = [];
    // The first request's connection may be replaced by itself; the one after it stays.
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(url)).status);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS);
    statuses.push((await fetch(url)).status);
    expect(statuses).toEqual([200, 200, 200, 200]);
  } finally {
    await thread.terminate();
  }
});
