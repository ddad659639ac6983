import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createDataSource } from './data-source.js';

it('a database server may be named by its IPv6 address', async () => {
  const server = createServer().listen(0, '::1');
  await once(server, 'listening');
  const asked: Socket[] = [];
  server.on('connection', (socket) => asked.push(socket.destroy()));
  const url = `mysql://u:p@[::1]:${(server.address() as AddressInfo).port}/tokendesk`;
  const opened = createDataSource({ url, poolSize: 1, sqliteDriver: '' }).initialize();
  await expect(opened).rejects.toMatchObject({ code: 'PROTOCOL_CONNECTION_LOST' });
  expect(asked).toHaveLength(1);
  server.close();
});
