import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ProductSite } from '../support/product-process.js';
import { httpRequest, rawRequest, RawSocket } from '../support/raw-socket.js';
import { SALES } from '../support/test-app.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const LOGIN = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' });
/** What an error of ours never shows. */
const INNARDS =
  /\bat [\w.<>]+ \(|node_modules|\/src\/|SELECT |QueryFailed|SQLITE|SyntaxError|x-powered-by|express|nestjs/i;

describe('what no browser would send', () => {
  let site: ProductSite;
  let pid: number;
  let token: string;

  beforeAll(async () => {
    site = await ProductSite.make({ POLL_INTERVAL_SECONDS: '0' });
    await site.start();
    pid = site.running.pid;
    const client = await site.client().signIn(SALES.email, SALES.password);
    token = client.token ?? '';
  });
  afterAll(() => site.close());
  afterEach(async () => {
    const { status } = await fetch(`${site.url}/healthz`);
    expect(status).toBe(200);
    expect(site.running.pid).toBe(pid);
    // Nothing was unforeseen.
    expect(site.running.log).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  const send = (start: string, headers: Record<string, string> = {}, body: string | Buffer = '') =>
    rawRequest(site.url, httpRequest(start, headers, body));
  const login = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
    send('POST /api/login', headers, body);
  const asSeller = () => ({ ...JSON_TYPE, Authorization: `Bearer ${token}` });
  const rssMiB = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  describe('addresses', () => {
    it.each([
      ['//', 400],
      ['//evil.example/login', 400],
      ['/%', 400],
      ['/%zz', 400],
      ['/%00', 400],
      ['/payment/%00', 400],
      ['/%c0%ae%c0%ae/', 400],
      ['/%ed%a0%80', 400],
      ['/..%2f..%2fpackage.json', 404],
      ['/build/..%2f..%2f..%2fpackage.json', 404],
      ['/build/%2e%2e/%2e%2e/package.json', 404],
      ['/../../package.json', 404],
      ['/%252e%252e/', 404],
      ['/\\evil.example', 404],
      ['/api/payments/%2527%20OR%201=1', 404],
      ['/api/%', 400],
      ['/login;jsessionid=1', 404],
    ])('%s is answered with %i', async (path, expected) => {
      const { status, text } = await send(`GET ${path}`);
      expect({ path, status }).toEqual({ path, status: expected });
      expect(text).not.toMatch(INNARDS);
      expect(text).not.toMatch(/^location:.*evil/im);
      expect(text).not.toContain('"dependencies"');
    });

    it('a path of 20 kB is refused before anything looks at it', async () => {
      expect((await send(`GET /${'a'.repeat(20_000)}`)).status).toBe(431);
      expect((await send(`GET /payment/${'a'.repeat(9000)}`)).status).toBe(400);
    });

    it('thousands of slashes cost nothing', async () => {
      const before = process.cpuUsage();
      for (const path of ['/', '/api/', '/payment/', '/login']) {
        const { status } = await send(`GET ${path}${'/'.repeat(15_000)}a`, { Accept: 'text/html' });
        expect(status).toBe(400);
      }
      // Each of them took more than a second once.
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    });

    it('absolute and asterisk form reach nothing else', async () => {
      const absolute = await send('GET http://evil.example/healthz');
      expect(absolute.status).toBeGreaterThanOrEqual(200);
      expect(absolute.text).not.toMatch(/^location:.*evil/im);
      const page = await send('GET http://evil.example/dashboard', { Host: 'evil.example' });
      expect(page.text).not.toMatch(/^location:.*evil/im);
      expect((await send('OPTIONS *')).status).toBeGreaterThanOrEqual(400);
      expect((await send('GET *')).status).toBeGreaterThanOrEqual(400);
    });

    it('the name that the caller gives the server appears in no link', async () => {
      const names = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
      for (const path of ['/login', '/dashboard', '/payment/01arz3ndektsv4rrffq69g5fav', '/api/docs'])
        expect((await send(`GET ${path}`, { ...names, Accept: 'text/html' })).text).not.toContain('evil.example');
      const made = await send(
        'POST /api/payments/create-link',
        { ...asSeller(), ...names },
        JSON.stringify(gold('host')),
      );
      expect(made.status).toBe(201);
      expect(made.text).toContain(`${site.url}/payment/`);
      expect(made.text).not.toContain('evil.example');
    });
  });

  describe('methods', () => {
    it.each(['TRACE', 'PROPFIND', 'SEARCH', 'MKCOL', 'DELETE', 'PATCH'])('%s is not taken', async (method) => {
      const { status, text } = await send(`${method} /api/login`, { 'X-Canary': 'canary-4711' });
      expect([400, 403, 404, 405]).toContain(status);
      // TRACE would show a script what it may not read.
      expect(text).not.toContain('canary-4711');
    });

    it.each(['BREW', 'get', 'GET\t', 'G\u00c9T'])('%j is no method', async (method) => {
      expect((await send(`${method} /login`)).status).toBe(400);
    });

    it('CONNECT opens no tunnel', async () => {
      const { status, text } = await send('CONNECT 127.0.0.1:22');
      expect(status === null || status >= 400).toBe(true);
      expect(text).not.toContain('SSH-');
    });

    it('a header or a field that names another method is not obeyed', async () => {
      for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
        expect((await send('GET /api/logout', { ...asSeller(), [name]: 'POST' })).status).toBe(405);
      }
      expect((await send('GET /api/logout?_method=POST', asSeller())).status).toBe(405);
      expect((await send('GET /api/auth/me', asSeller())).status).toBe(200);
    });
  });

  describe('where a request ends', () => {
    const smuggled = 'GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const head = 'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

    it.each([
      ['two lengths', `${head}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
      ['a list of lengths', `${head}Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
      ['length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
      ['chunks and length', `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`],
      ['an unknown coding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
      ['chunked twice', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
      ['a signed length', `${head}Content-Length: +2\r\n\r\n{}`],
      ['a length with a blank before the colon', `${head}Content-Length : 2\r\n\r\n{}`],
      ['a length in hex', `${head}Content-Length: 0x2\r\n\r\n{}`],
      ['a folded header', `${head}X-A: b\r\n Content-Length: 2\r\n\r\n{}`],
      ['a bare line feed', `${head}X-A: b\nContent-Length: 2\n\n{}`],
      ['a bare carriage return', `${head}X-A: b\rContent-Length: 2\r\n\r\n{}`],
      ['NUL in a header', `${head}X-A: b\0\r\nContent-Length: 2\r\n\r\n{}`],
      ['a broken chunk', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${smuggled}`],
      ['a chunk that is too long', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n${smuggled}`],
      ['no host', 'GET /login HTTP/1.1\r\n\r\n'],
      ['two hosts', 'GET /login HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n'],
      ['a version from elsewhere', 'GET /login HTTP/9.9\r\nHost: localhost\r\n\r\n'],
      ['no request at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ])('%s', async (_, bytes) => {
      const { status, text } = await rawRequest(site.url, Buffer.from(bytes, 'latin1'));
      expect(status === null || (status >= 400 && status < 500)).toBe(true);
      // Nothing behind the refused request was taken for another one.
      expect(text.match(/^HTTP\/1\.1 /gm)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(text).not.toContain('AUTH_REQUIRED');
    });

    it.each(['POST /api/login', 'GET /login', 'GET /build/app.webmanifest'])(
      'chunks in HTTP/1.0 end the connection: %s',
      async (start) => {
        const [chunked, smuggled] = [
          'Transfer-Encoding: chunked',
          'GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\n\r\n',
        ];
        const type = 'Content-Type: application/json\r\nConnection: keep-alive';
        const bytes = `${start} HTTP/1.0\r\nHost: localhost\r\n${type}\r\n${chunked}\r\n\r\n2\r\n{}\r\n0\r\n\r\n${smuggled}`;
        const { status, text } = await rawRequest(site.url, Buffer.from(bytes, 'latin1'));
        expect(status).toBe(400);
        expect(text).toMatch(/^connection: close/im);
        expect(text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
      },
    );

    it('headers that are too long or too many are refused', async () => {
      expect((await send('GET /login', { Cookie: 'a'.repeat(20_000) })).status).toBe(431);
      const many = Object.fromEntries(Array.from({ length: 1900 }, (_, at) => [`X-${at}`, '1']));
      expect([200, 400, 431]).toContain((await send('GET /login', many)).status);
    });
  });

  describe('bodies', () => {
    it('64 KiB are read, one byte more is not', async () => {
      const filled = (size: number) => {
        const shell = JSON.stringify({ email: '', password: '' });
        return JSON.stringify({ email: '', password: 'x'.repeat(size - shell.length) });
      };
      expect((await login(filled(64 * 1024))).status).toBe(400);
      const { status, text } = await login(filled(64 * 1024 + 1));
      expect(status).toBe(413);
      expect(text).toContain('PAYLOAD_TOO_LARGE');
    });

    it('300 MB are refused at the word, and nothing is kept of them', async () => {
      const before = rssMiB();
      const raw = await RawSocket.open(site.url);
      raw.send(
        `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${300 * 1024 * 1024}\r\n\r\n`,
      );
      const block = Buffer.alloc(1024 * 1024, 'x');
      for (let sent = 0; sent < 300 && !raw.isClosed; sent += 1) {
        raw.send(block);
        if (raw.socket.writableLength > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect([413, null]).toContain(await raw.answer());
      raw.destroy();
      // What was read and thrown away may still lie around.
      expect(rssMiB() - before).toBeLessThan(120);
    });

    it('and in chunks without a length as well', async () => {
      const before = rssMiB();
      const raw = await RawSocket.open(site.url);
      raw.send(
        'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      const block = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, ' '), Buffer.from('\r\n')]);
      for (let sent = 0; sent < 320 && !raw.isClosed; sent += 1) {
        raw.send(block);
        if (raw.socket.writableLength > 0) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      raw.send('0\r\n\r\n');
      expect([413, null]).toContain(await raw.answer());
      raw.destroy();
      expect(rssMiB() - before).toBeLessThan(60);
    });

    it('packed bodies are not unpacked', async () => {
      const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));
      expect(bomb.length).toBeLessThan(64 * 1024);
      const before = rssMiB();
      for (const coding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
        expect((await login(bomb, { ...JSON_TYPE, 'Content-Encoding': coding })).status).toBe(415);
        const advice = await send('POST /api/gateway/callback', { ...JSON_TYPE, 'Content-Encoding': coding }, bomb);
        expect(advice.status).toBe(415);
      }
      expect(rssMiB() - before).toBeLessThan(60);
    });

    it.each<[string, string | Buffer, number]>([
      ['nesting over the limit of bytes', '['.repeat(200_000), 413],
      ['nesting within it', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
      ['objects in objects', `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`, 400],
      ['a hundred thousand names', `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join(',')}}`, 413],
      ['thousands of names', `{${Array.from({ length: 5000 }, (_, at) => `"k${at}":1`).join(',')}}`, 400],
      ['no UTF-8', Buffer.from('{"email":"\xff\xfe","password":"x"}', 'latin1'), 400],
      ['half of a character', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), 400],
      ['a name twice', '{"email":"a@example.com","email":"nobody@example.com","password":"wrong"}', 400],
      ['a name twice, once in escapes', '{"email":"a@example.com","\\u0065mail":"b@example.com","password":"w"}', 400],
      ['a prototype', '{"email":"a@example.com","password":"x","__proto__":{"role":"admin"}}', 400],
      ['a prototype in escapes', '{"email":"a@example.com","password":"x","\\u005f_proto__":{"role":"admin"}}', 400],
      ['a constructor', '{"email":"a@example.com","password":"x","constructor":{"prototype":{"x":1}}}', 400],
      ['a list', '[{"email":"a@example.com","password":"x"}]', 400],
      ['a text', '"a@example.com"', 400],
      ['a number', '5', 400],
      ['null', 'null', 400],
      ['a comment', '{"email":"a@example.com"/*x*/,"password":"x"}', 400],
      ['a comma at the end', '{"email":"a@example.com","password":"x",}', 400],
      ['NaN', '{"email":NaN}', 400],
      ['nothing but blanks', '   ', 400],
      ['two objects', `${LOGIN}${LOGIN}`, 400],
      ['a form that says it is JSON', 'email=a%40example.com&password=x', 400],
    ])('%s', async (_, body, expected) => {
      const { status, text } = await login(body);
      expect(status).toBe(expected);
      expect(text).toMatch(/"success":false/);
      expect(text).not.toMatch(INNARDS);
    });

    it('a byte order mark is dropped, as RFC 8259 allows', async () => {
      const { status, text } = await login(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(LOGIN)]));
      expect(status).toBe(401);
      expect(text).toContain('INVALID_CREDENTIALS');
    });

    it.each([
      ['text/plain'],
      ['text/json'],
      ['application/x-www-form-urlencoded'],
      ['multipart/form-data; boundary=x'],
      ['application/xml'],
      ['application/jsonp'],
      ['application/json; charset=utf-16'],
      ['application/json; charset=utf-16le'],
      ['application/json; charset=utf-7'],
      ['application/json; charset=utf-8; charset=utf-16'],
      ['application/json; charset=iso-8859-1'],
      ['text/html, application/json'],
      ['*/*'],
      [''],
    ])('content of type %j', async (type) => {
      const { status, text } = await login(LOGIN, type === '' ? {} : { 'Content-Type': type });
      expect(status).toBe(415);
      expect(text).toContain('UNSUPPORTED_MEDIA_TYPE');
    });

    it('UTF-8 by its name is fine', async () => {
      for (const charset of ['utf-8', 'UTF-8', '"utf-8"'])
        expect((await login(LOGIN, { 'Content-Type': `application/json; charset=${charset}` })).status).toBe(401);
    });
  });
});

function gold(name: string) {
  const customerData = { name: `Customer ${name}`, email: `${name}@example.com` };
  return { amount: 51000, currency: 'INR', customerData, tokenType: 'gold', referenceType: 'direct' };
}
