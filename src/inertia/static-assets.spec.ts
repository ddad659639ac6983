import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import request from 'supertest';
import { type InertiaApp, startInertiaApp } from '../../test/support/inertia-app.js';
import { serveBuiltAssets } from './index.js';

@Controller()
class Nothing {
  @Get('x')
  x() {}
}

const root = mkdtempSync(join(tmpdir(), 'built-'));
const dir = join(root, 'client');
let app: InertiaApp;

beforeAll(async () => {
  for (const folder of ['assets', '.vite', 'assets/.hidden']) mkdirSync(join(dir, folder), { recursive: true });
  const files = {
    'assets/app.js': 'plain js',
    'assets/app.js.br': 'brotli js',
    'assets/app.js.gz': 'gzip js',
    'assets/app.css': 'plain css',
    'assets/app.js.map': '{}',
    'assets/icon.svg': '<svg/>',
    'assets/.hidden/a.js': 'hidden',
    '.vite/manifest.json': '{}',
    '.env': 'SECRET=1',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content);
  writeFileSync(join(dir, '..', 'outside.js'), 'outside');
  app = await startInertiaApp([Nothing], {}, (nest) => serveBuiltAssets(nest, dir));
});
afterAll(async () => {
  await app.app.close();
  rmSync(root, { recursive: true });
});

const get = (path: string, encoding = 'identity') =>
  request(app.server)
    .get(path)
    .set('Accept-Encoding', encoding)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      // The fixtures are not really compressed, so nothing may try to unpack them.
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks).toString()));
    });

describe('built assets', () => {
  it('are kept for a year and never asked for again', async () => {
    const answer = await get('/build/assets/app.css');
    expect(answer.status).toBe(200);
    expect(answer.body).toBe('plain css');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(answer.headers).not.toHaveProperty('vary');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
  ])('choose among the encodings of %s', async (accepted, encoding) => {
    const answer = await request(app.server).head('/build/assets/app.js').set('Accept-Encoding', accepted);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['vary']).toBe('Accept-Encoding');
    const length = { br: 9, gzip: 7 }[encoding ?? ''] ?? 8;
    expect(answer.headers['content-length']).toBe(String(length));
  });

  it('have another validator for each encoding', async () => {
    const plain = await request(app.server).head('/build/assets/app.js').set('Accept-Encoding', 'identity');
    const packed = await request(app.server).head('/build/assets/app.js').set('Accept-Encoding', 'br');
    expect(plain.headers['etag']).not.toBe(packed.headers['etag']);
    const again = await get('/build/assets/app.js').set('If-None-Match', plain.headers['etag'] ?? '');
    expect(again.status).toBe(304);
  });

  it.each([
    '/build/assets/gone.js',
    '/build/assets/app.js.map',
    '/build/assets/app.js.br',
    '/build/.vite/manifest.json',
    '/build/assets/.hidden/a.js',
    '/build/.env',
    '/build/',
    '/build',
    '/build/assets',
    '/build/../outside.js',
    '/build/%2e%2e/outside.js',
    '/build/..%2foutside.js',
    '/build/assets/app.js%00',
    '/build/%',
    '/build/__proto__',
  ])('answer a plain 404 for %s', async (path) => {
    const answer = await get(path).set('X-Inertia', 'true');
    if (path.includes('..')) expect(answer.body).not.toBe('outside');
    else expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect([404, 409]).toContain(answer.status);
    if (answer.status === 404) expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('x-inertia');
  });

  it('can only be read', async () => {
    const answer = await request(app.server).post('/build/assets/app.js');
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
