import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { comeBack, createLink, pressPay } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** The page object inside an HTML document. */
// oxlint-disable-next-line typescript/no-explicit-any -- read by the tests
function pageOf(html: string): any {
  const match = /<script data-page="app"[^>]*>([\s\S]*?)<\/script>/.exec(html);
  return JSON.parse(match?.[1] ?? 'null');
}

describe('pages', () => {
  let test: TestApp;
  let seller: Client;
  let visitor: Client;
  let paymentId: string;

  beforeAll(async () => {
    test = await TestApp.start({ env: { DEMO_SEED: 'true' } });
    visitor = test.client();
    seller = test.client();
    await seller.get('/login');
    const { status, headers } = await seller.postForm('/login', { email: SALES.email, password: SALES.password });
    expect([status, headers.get('location')]).toEqual([303, '/dashboard']);
    paymentId = (await createLink(await test.as(SALES), 'gold', {
      customerData: { name: '</script><script>alert(1)</script>', email: 'x@example.com' },
    })).paymentId; // prettier-ignore
  });
  afterAll(() => test.close());

  it.each([
    ['/', 'Auth/Login'],
    ['/login', 'Auth/Login'],
    ['/payment/success', 'Public/Success'],
    ['/payment/cancel', 'Public/Cancel'],
    ['/thank-you', 'Public/ThankYou'],
    ['/payment/verify', 'Public/Verify'],
  ])('%s is rendered on the server', async (path, component) => {
    const { status, text, headers } = await visitor.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(pageOf(text).component).toBe(component);
    expect(text).toMatch(/data-server-rendered="true"/);
  });

  it('the payment page is HTML with one script, and harmless whatever the name', async () => {
    for (const path of [`/payment/${paymentId}`, `/customer-payment/${paymentId}`]) {
      const { status, text, headers } = await test.client().get(path);
      expect(status).toBe(200);
      expect(text.match(/<script[^>]+src=/g)).toHaveLength(1);
      expect(text).toContain('₹51,000');
      expect(text).toContain('Fifty-one thousand rupees');
      expect(text).toContain(`action="/payment/${paymentId}/initiate"`);
      expect(text).not.toContain('<script>alert');
      expect(headers.getSetCookie()).toEqual([]);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('paying by the plain form leads to the bank, trouble back to the page', async () => {
    const paid = await visitor.postForm(`/payment/${paymentId}/initiate`, {});
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toMatch(new RegExp(`^${test.bank.url}`));
    const unknown = await visitor.postForm(`/payment/${'0'.repeat(26)}/initiate`, {});
    expect(unknown.status).toBe(404);
    const done = await createLink(await test.as(SALES), 'silver');
    const fields = await test.bank.press(await pressPay(visitor, done.paymentId), 'pay-nb');
    await comeBack(visitor, fields);
    await test.settle();
    const again = await visitor.postForm(`/payment/${done.paymentId}/initiate`, {});
    expect(again.headers.get('location')).toBe(`/payment/${done.paymentId}?problem=ALREADY_PAID`);
    const success = await visitor.get(`/payment/success?payment=${done.paymentId}`);
    expect(success.text).toContain('SI-000001');
  });

  it('the success page of a payment that is not paid never says that it is', async () => {
    const { text } = await visitor.get(`/payment/success?payment=${paymentId}`);
    expect(text).not.toContain('Payment Successful');
    expect(text).toContain(`href="/payment/${paymentId}"`);
    expect((await visitor.get(`/thank-you?payment=${paymentId}`)).text).not.toContain('has received your payment');
  });

  it.each(['<script>x</script>', 'NOPE', '__proto__'])('?problem=%s is never repeated on the page', async (problem) => {
    const { text } = await visitor.get(`/payment/${paymentId}?problem=${encodeURIComponent(problem)}`);
    expect(pageOf(text).props.notice).toBeNull();
    expect(text).not.toContain('<script>x</script>');
  });

  it('an unknown payment is said so, with 404', async () => {
    const { status, text } = await visitor.get('/payment/nothing-here');
    expect(status).toBe(404);
    expect(text).toContain('Payment Error: Payment not found');
  });

  it('staff pages send strangers to the login and remember where they wanted to go', async () => {
    const { status, headers } = await visitor.get('/dashboard');
    expect([302, 303]).toContain(status);
    expect(headers.get('location')).toBe('/?next=%2Fdashboard');
  });

  it('a seller on an admin page goes home with a word why', async () => {
    const { headers } = await seller.get('/admin/dashboard');
    expect(headers.get('location')).toBe('/dashboard');
    const { text } = await seller.get('/dashboard');
    expect(pageOf(text).flash).toMatchObject({ error: 'Access denied. Admin privileges required.' });
    expect(pageOf((await seller.get('/dashboard')).text).flash).toBeUndefined();
  });

  it('Inertia visits get JSON, of the asked props alone, and an old page is told to reload', async () => {
    const first = pageOf((await seller.get('/dashboard')).text);
    const headers = { 'x-inertia': 'true', 'x-inertia-version': first.version };
    const visit = await seller.get('/dashboard', { headers });
    expect(visit.headers.get('x-inertia')).toBe('true');
    expect(visit.body).toMatchObject({ component: 'Dashboard/Index', url: '/dashboard', encryptHistory: true });
    const partial = await seller.get('/dashboard?search=asha', {
      headers: {
        ...headers,
        'x-inertia-partial-component': 'Dashboard/Index',
        'x-inertia-partial-data': 'allCustomers,passwordHash',
      },
    });
    expect(Object.keys(partial.body.props).sort()).toEqual(['allCustomers', 'errors']);
    expect(partial.body.props.allCustomers[0].name).toBe('Asha Rao');
    const old = await seller.get('/dashboard', { headers: { ...headers, 'x-inertia-version': 'old' } });
    expect(old.status).toBe(409);
    expect(old.headers.get('x-inertia-location')).toBe('/dashboard');
  });

  it('the history of the browser is encrypted for visitors without a session too', async () => {
    const visitor = test.client();
    const customerData = { name: 'Meera Nair', email: 'meera.history@example.com' };
    const { paymentId } = await createLink(seller, 'silver', { customerData });
    for (const path of ['/login', '/account/reset', '/account/invitation', '/thank-you', `/payment/${paymentId}`])
      expect([path, pageOf((await visitor.get(path)).text).encryptHistory]).toEqual([path, true]);
  });

  it('an admin sees every page, and the own dashboard under its own name', async () => {
    const admin = test.client();
    await admin.get('/');
    await admin.postForm('/login', { email: ADMIN.email, password: ADMIN.password });
    for (const path of ['/admin/dashboard', '/admin/transactions', '/transactions', '/customer-form']) {
      expect((await admin.get(path)).status).toBe(200);
    }
    expect(pageOf((await admin.get('/dashboard')).text).props.heading).toBe('My Dashboard - My Payments Only');
  });

  it.each([
    '/nope',
    '/api/nope',
    '/%',
    '/%zz',
    '//',
    '/..%2f..%2fetc',
    '/payment/',
    '/build/.vite/manifest.json',
    '/.env',
  ])('%s is answered calmly', async (path) => {
    const response = await fetch(`${test.url}${path}`, { redirect: 'manual' });
    expect([400, 404]).toContain(response.status);
    const text = await response.text();
    expect(text).not.toMatch(/at .*\.js|node_modules|Error:/);
  });

  it('says that it lives and that it can serve', async () => {
    expect((await visitor.get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await visitor.get('/readyz')).body).toEqual({ status: 'ok', checks: { database: true, schema: true } });
  });

  it('says where to report a fault in private', async () => {
    const { status, text, headers } = await visitor.get('/.well-known/security.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2) as [string, string]),
    );
    expect(fields.get('Contact')).toBe(`mailto:${test.settings.company.supportEmail}`);
    const days = (Date.parse(fields.get('Expires') ?? '') - test.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
  });
});
