import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that outgoing connections are given (32768 and up): one of those could take the port before its server listens. */
const [FIRST, END] = [18_000, 32_000];

export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
