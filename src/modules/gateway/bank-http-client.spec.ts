import { Agent } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it, jest } from '@jest/globals';
import { Clock } from '../../runtime/clock.js';
import { BankHttpClient } from './bank-http-client.js';
import type { GatewaySettings } from './gateway-settings.js';

const clock: Clock = { now: () => new Date('2026-11-20T12:00:00Z') };
let server: Server | undefined;
afterEach(() => {
  jest.restoreAllMocks();
  server?.close();
});

it('a network that goes away under a request: the bank may have it', async () => {
  const heard: string[] = [];
  let line: Socket | undefined;
  server = createServer((socket) => {
    socket.once('data', (bytes) => {
      heard.push(bytes.toString());
      line?.destroy(Object.assign(new Error('gone'), { code: 'EHOSTUNREACH', errno: -113, syscall: 'read' }));
    });
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const agents = Agent.prototype as unknown as { createConnection: () => Socket };
  jest.spyOn(agents, 'createConnection').mockImplementation(() => (line = connect(port, '127.0.0.1')));
  const settings = { baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 5000 } as GatewaySettings;
  const client = new BankHttpClient(settings, clock);
  const exchange = await client.post(settings.baseUrl, '/api/command', {
    body: 'amount=1.00',
    contentType: 'text/plain',
  });
  expect(heard.join('')).toContain('amount=1.00');
  expect(exchange).toMatchObject({ kind: 'unknown', reason: 'network', detail: 'EHOSTUNREACH' });
  client.onApplicationShutdown();
});

it.each([
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n{}',
])('an answer that switches the protocol is none: %j', async (answer) => {
  server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(answer));
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new BankHttpClient({ baseUrl, timeoutMs: 5000 } as GatewaySettings, clock);
  const request = { body: 'amount=1.00', contentType: 'text/plain' };
  expect(await client.post(baseUrl, '/api/command', request)).toMatchObject({ kind: 'unknown', reason: 'network' });
  client.onApplicationShutdown();
});
