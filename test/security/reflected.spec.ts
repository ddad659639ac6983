import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rawRequest } from '../support/raw-request.js';
import { createLink } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const MARK = 'zq9zq9';
const TEXTS = [
  `${MARK}<img src=x onerror=alert(1)>`,
  `"'><script>${MARK}</script>`,
  `javascript:alert('${MARK}')`,
  MARK,
];
const NAMES = [
  'payment', 'event', 'problem', 'mail', 'sent', 'token', 'error', 'message', 'status', 'reason', 'name', 'flash', 'title',
  'respDescription', 'responseText', 'returnUrl', 'redirectURL', 'callback',
]; // prettier-ignore
const ELSEWHERE = [
  '//evil.example', '/\\evil.example', '\\\\evil.example', 'https:evil.example', 'https://evil.example', 'javascript:alert(1)',
  'https://ours@evil.example', '/%2f/evil.example', '/%5cevil.example', '/\t/evil.example', 'data:text/html,x', '///evil.example',
  '/.//evil.example', '/@evil.example/..//',
]; // prettier-ignore
const GUIDES = [
  'next',
  'returnUrl',
  'return_to',
  'redirect',
  'redirectURL',
  'redirect_uri',
  'url',
  'paymentUrl',
  'continue',
];

/** The page object, and everything else of the document. */
function taken(html: string): { page: { url: string; props: object }; rest: string } {
  const script = /<script data-page="app"[^>]*>([\s\S]*?)<\/script>/;
  return { page: JSON.parse(script.exec(html)?.[1] ?? '{"props":{}}'), rest: html.replace(script, '') };
}

describe.each([
  ['drawn on the server', true],
  ['left to the browser', false],
])('what stands in an address, on pages %s', (_name, ssr) => {
  let test: TestApp;
  let paymentId: string;
  beforeAll(async () => {
    test = await TestApp.start({ inertia: ssr ? {} : { ssr: { enabled: false } } });
    paymentId = (await createLink(await test.as(SALES))).paymentId;
  });
  afterAll(() => test.close());

  const pages = () => [
    '/', '/login', '/account/forgot', '/account/invitation', '/account/reset', '/payment/verify', '/payment/success',
    '/payment/cancel', '/thank-you', `/payment/${paymentId}`, `/payment/${paymentId}/receipt`, '/upgrade/none', '/test-payment/return',
    '/nope', '/gateway-test',
  ]; // prettier-ignore

  it('is never repeated on the page, whatever the parameter is called', async () => {
    let seen = 0;
    for (const path of pages()) {
      for (const text of TEXTS) {
        const query = NAMES.map((name) => `${name}=${encodeURIComponent(text)}`).join('&');
        const { text: html, headers } = await rawRequest(test.url, `${path}?${query}`, { headers: { accept: 'text/html' } });
        const { page, rest } = taken(html);
        expect([path, rest.includes(MARK)]).toEqual([path, false]);
        expect([path, JSON.stringify(page.props).includes(MARK)]).toEqual([path, false]);
        expect([path, headers.get('location')?.includes(MARK) ?? false]).toEqual([path, false]);
        seen += html.includes('data-page') ? 1 : 0;
      }
    }
    expect(seen).toBeGreaterThan(40);
  }, 120_000); // prettier-ignore

  it('a path that is repeated in the page object cannot leave it', async () => {
    for (const tail of ["</script><script>alert('x')", '<!--<script>', "'onload='x", '%3C/script%3E%3Cscript%3E', ']]>']) {
      const { text } = await rawRequest(test.url, `/payment/x${tail}/y?z=${tail}`, { headers: { accept: 'text/html' } });
      const { rest } = taken(text);
      expect(rest).not.toMatch(/<script>|<!--<|onload=|]]>/);
    }
  }); // prettier-ignore

  it('leads nobody elsewhere', async () => {
    const answers = new Set<string>();
    for (const path of ['/', '/login', '/dashboard', '/payment/verify', '/payment/success', `/payment/${paymentId}`]) {
      for (const target of ELSEWHERE) {
        const query = GUIDES.map((name) => `${name}=${encodeURIComponent(target)}`).join('&');
        const { text, headers } = await rawRequest(test.url, `${path}?${query}`, { headers: { accept: 'text/html' } });
        answers.add(headers.get('location') ?? '');
        expect([path, target, /(?:href|action|src|content)="[^"]*evil/.test(taken(text).rest)]).toEqual([path, target, false]);
      }
    }
    for (const location of answers) expect(new URL(location, test.url).origin).toBe(test.url);
  }); // prettier-ignore

  it('nor does a login that was told where to go', async () => {
    for (const [number, next] of ELSEWHERE.entries()) {
      const browser = test.client();
      await browser.get('/login');
      const who = number % 2 === 0 ? SALES : ADMIN;
      const { status, headers } = await browser.postForm('/login', { ...who, next });
      expect([next, status, headers.get('location')]).toEqual([next, 303, who === SALES ? '/dashboard' : '/admin/dashboard']);
    }
  }); // prettier-ignore
});
