import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listRoutes } from '../../src/http/index.js';
import type { Client } from '../support/client.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** The bank's messages are stored as they come and judged by their hash. */
const BANK = [
  'POST /payment/verify',
  'GET /payment/verify',
  'POST /api/gateway/callback',
  'POST /test-payment/return',
  'GET /test-payment/return',
];
const LISTS = [
  '/api/sales-manager/dashboard',
  '/api/admin/reviews',
  '/api/admin/staff',
  '/api/admin/audit',
  '/api/payments/admin/all',
  '/api/payments/transactions/all',
  '/dashboard',
  '/admin/transactions',
];

describe('a query parameter that is given twice', () => {
  let test: TestApp;
  let admin: Client;
  beforeAll(async () => {
    test = await TestApp.start({ env: { ENABLE_TEST_PAGES: 'true' } });
    admin = await test.as(ADMIN);
  });
  afterAll(() => test.close());

  const TYPES: Record<string, string> = {
    '/api/csp-report': 'application/csp-report',
    '/api/settlements/file': 'text/csv',
    '/api/admin/projects/1/logo': 'image/png',
  };
  const call = (method: string, path: string) => {
    const type = TYPES[path.split('?')[0] ?? ''];
    const sent = { body: {}, ...(type && { headers: { 'content-type': type } }) };
    return admin.call(method, path, method === 'GET' ? {} : sent);
  };

  it('is refused by every route', async () => {
    const routes = listRoutes(test.app).filter(({ method, path }) => !BANK.includes(`${method} ${path}`));
    expect(routes.length).toBeGreaterThan(90);
    const faults: unknown[] = [];
    for (const { method, path } of routes) {
      const address = path.replace(/:\w+/g, '1').replace('*path', 'x');
      const { status, body } = await call(method, `${address}?page=1&other=2&page=1`);
      if (status !== 400) faults.push([method, path, status]);
      else if (path.startsWith('/api/'))
        expect(body).toMatchObject({ error: 'VALIDATION_FAILED', details: { page: 'is given more than once' } });
    }
    expect(faults).toEqual([]);
  });

  it.each(LISTS)('%s refuses a filter or a page that is given twice', async (path) => {
    for (const name of ['status', 'search', 'limit', 'page'])
      expect([name, (await admin.get(`${path}?${name}=1&${name}=2`)).status]).toEqual([name, 400]);
    expect((await admin.get(path)).status).toBe(200);
  });

  it('is no reason to keep a customer from paying where a messenger added it', async () => {
    const { paymentId } = await createLink(await test.as(SALES), 'silver');
    const page = `/payment/${paymentId}`;
    expect((await test.client().get(`${page}?utm_source=a&utm_source=b&fbclid=1&fbclid=2`)).status).toBe(200);
    expect((await test.client().get(`${page}?lang=hi&lang=en`)).status).toBe(400);
  });

  it('comes through to what the bank sent, and not to the page of its event', async () => {
    const visitor = test.client();
    const returned = await visitor.get('/payment/verify?invoiceNo=A&invoiceNo=B&secureHash=x');
    expect([returned.status, returned.headers.get('location')]).toEqual([303, expect.stringContaining('?event=')]);
    expect((await visitor.get('/payment/verify?event=a&event=b')).status).toBe(400);
  });
});
