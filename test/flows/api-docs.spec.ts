import { afterEach, describe, expect, it } from '@jest/globals';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const PLACES = ['/api/docs', '/api/docs/openapi.json'];

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('the description of the API', () => {
  let test: TestApp;
  afterEach(() => test.close());

  it('is everybody’s outside production, as a page under our policy and for programs', async () => {
    test = await TestApp.start({ env: { ENABLE_TEST_PAGES: 'false' } });
    const page = await test.client().get('/api/docs', { headers: { accept: BROWSER } });
    expect([page.status, page.headers.get('vary')]).toEqual([200, expect.stringMatching(/\bAccept\b(?!-)/)]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect(page.text).toContain(`<style nonce="${nonce}">`);
    expect(page.text).not.toMatch(/<script|style=|src=|\son\w+=/);
    const { body } = await test.client().get('/api/docs/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    for (const path of Object.keys(body.paths)) expect(page.text).toContain(path);
    for (const [, id] of page.text.matchAll(/href="#([^"]+)"/g)) expect(page.text).toContain(`id="${id}"`);
    expect(body.paths['/api/payments/test-link']).toBeUndefined();
  });

  it('is JSON at its first address, too, unless a page is asked for', async () => {
    test = await TestApp.start();
    const file = await test.client().get('/api/docs/openapi.json');
    for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0.9', 'image/png']) {
      const { status, headers, body } = await test.client().get('/api/docs', { headers: { accept } });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
      expect(body.openapi).toBe('3.1.0');
      expect(body).toEqual(file.body);
    }
  });

  it('tells of the test pages where they are switched on', async () => {
    test = await TestApp.start({ env: { ENABLE_TEST_PAGES: 'true' } });
    const { body } = await test.client().get('/api/docs/openapi.json');
    expect(body.paths['/api/payments/test-link'].post.responses['201']).toBeDefined();
  });

  it('is in production an admin’s alone, and to others not there', async () => {
    // Production refuses demo staff: they were there before.
    const before = await TestApp.start();
    await before.stop();
    const { bank, databaseUrl: url } = before;
    test = await TestApp.start({ bank, database: { url }, adjust: { production: true } });
    const [admin, seller] = [await test.as(ADMIN), await test.as(SALES)];
    for (const place of PLACES) {
      expect((await admin.get(place)).status).toBe(200);
      const missing = await seller.get('/api/no-such-place');
      for (const visitor of [seller, test.client()]) {
        const { status, body } = await visitor.get(place);
        expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
      }
    }
    await before.close();
  });
});
