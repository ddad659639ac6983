import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REDIS_PATIENCE_MS, RedisLink } from '../../src/runtime/redis-link.js';
import type { Settings } from '../../src/config/settings.token.js';
import { eventually } from '../support/product-process.js';

/** Far longer than an answer is waited for, and less than the client itself gives a command. */
const BUSY_MS = 5 * REDIS_PATIENCE_MS;

it('what is told is heard, also where the first connection breaks before it stands', async () => {
  const url = new URL(process.env.TEST_REDIS_URL ?? '');
  let connections = 0;
  const line = createServer((socket) => {
    connections += 1;
    if (connections === 1) return socket.destroy();
    const there = connect(Number(url.port), url.hostname);
    for (const end of [socket, there]) end.on('error', () => undefined);
    socket.pipe(there).pipe(socket);
  });
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done));
  const { port } = line.address() as AddressInfo;
  const link = new RedisLink({ redisUrl: `redis://127.0.0.1:${port}`, appUrl: 'http://link.test' } as Settings);
  const hearer = new Redis(url.href);
  const heard: string[] = [];
  try {
    hearer.on('message', (_channel, text) => heard.push(text));
    await hearer.subscribe(`${link.prefix}live`);
    await link.tell('live', 'news');
    await eventually('the news', () => heard.includes('news'));
    expect(connections).toBe(2);
  } finally {
    hearer.disconnect();
    await link.onApplicationShutdown();
    line.close();
  }
});

it('a message is not given up where only its answer is late', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const url = new URL(process.env.TEST_REDIS_URL ?? '');
  let delayMs = 0;
  const line = createServer((socket) => {
    const there = connect(Number(url.port), url.hostname);
    for (const end of [socket, there]) end.on('error', () => undefined);
    socket.pipe(there);
    there.on('data', (answer) => setTimeout(() => socket.write(answer), delayMs));
    socket.on('close', () => there.destroy());
  });
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done));
  const { port } = line.address() as AddressInfo;
  const link = new RedisLink({ redisUrl: `redis://127.0.0.1:${port}`, appUrl: 'http://link.test' } as Settings);
  try {
    await eventually('the connection', async () => (await link.ask((redis) => redis.ping())) !== null);
    warn.mockClear();
    delayMs = 3 * REDIS_PATIENCE_MS;
    await link.tell('live', 'news');
    expect(warn).not.toHaveBeenCalled();
  } finally {
    await link.onApplicationShutdown();
    line.close();
    warn.mockRestore();
  }
});

it('what could not be told is logged, also while the process ends', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  const link = new RedisLink({ redisUrl: `redis://127.0.0.1:${port}`, appUrl: 'http://link.test' } as Settings);
  try {
    const told = link.tell('live', 'news');
    await link.onApplicationShutdown();
    await told;
    expect(warn.mock.calls.map(([line]) => (line as { msg: string }).msg)).toEqual([
      'Redis unreachable: this instance continues alone',
    ]);
  } finally {
    silent.close();
  }
});

it('an answer that came while the process was busy is taken', async () => {
  const settings = { redisUrl: process.env.TEST_REDIS_URL ?? '', appUrl: 'http://link.test' } as Settings;
  const link = new RedisLink(settings);
  try {
    await eventually('the connection', async () => (await link.ask((redis) => redis.ping())) !== null);
    const answer = link.ask((redis) => redis.ping());
    // Without a turn, and without taking the processor from Redis.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
    expect(await answer).toBe('PONG');
  } finally {
    await link.onApplicationShutdown();
  }
});
