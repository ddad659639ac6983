import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createLink } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const OLDER = { 'content-type': 'application/csp-report' };
const NEWER = { 'content-type': 'application/reports+json' };
const PATH = '/api/csp-report';

describe('browsers report broken policies', () => {
  let test: TestApp;
  let paymentId: string;
  beforeAll(async () => {
    test = await TestApp.start();
    paymentId = (await createLink(await test.as(SALES))).paymentId;
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => test.close());

  const inPage = () => ({
    'document-uri': `${test.settings.appUrl}/payment/${paymentId}?problem=x`,
    'effective-directive': 'script-src-elem',
    'blocked-uri': `https://evil.example/${paymentId}`,
    referrer: `${test.settings.appUrl}/payment/${paymentId}`,
    'script-sample': `secret of ${paymentId}`,
  });
  const counted = async (directive: string) => {
    const { text } = await test.client().get('/metrics');
    return Number(new RegExp(`tokendesk_csp_reports_total{directive="${directive}"} (\\d+)`).exec(text)?.[1] ?? 0);
  };

  it('in both formats: logged without the key of the payment, and counted', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const before = await counted('script-src-elem');
    const older = await test.client().post(PATH, { 'csp-report': inPage() }, OLDER);
    const body = { documentURL: inPage()['document-uri'], effectiveDirective: 'script-src-elem', blockedURL: 'inline' };
    const newer = await test.client().post(PATH, [{ type: 'csp-violation', body }, { type: 'deprecation', body }], NEWER);
    expect([older.status, older.text, newer.status, newer.text]).toEqual([204, '', 204, '']);
    expect(await counted('script-src-elem')).toBe(before + 2);
    expect(warn.mock.calls.map(([line]) => line)).toMatchObject([
      { msg: 'content security policy violated', page: '/payment/:paymentId', blocked: 'https://evil.example' },
      { msg: 'content security policy violated', page: '/payment/:paymentId', blocked: 'inline' },
    ]);
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(new RegExp(`${paymentId}|secret`));
  }); // prettier-ignore

  it('a directive that nobody knows becomes no label', async () => {
    const report = { 'effective-directive': `x"} 1\n${paymentId}` };
    await test.client().post(PATH, { 'csp-report': report }, OLDER);
    const { text } = await test.client().get('/metrics');
    expect(text).not.toContain(paymentId);
    expect(await counted('other')).toBe(1);
  });

  it('whoever is signed in, from whatever page: no session is read, ended or begun', async () => {
    const browser = test.client();
    await browser.get('/login');
    await browser.postForm('/login', SALES);
    const session = browser.cookies.get('td_session') ?? '';
    const report = JSON.stringify({ 'csp-report': {} });
    for (const cookie of [`td_session=${session}`, 'td_session=expired', '']) {
      // As Chromium sends it: with the cookie, from a page without a referrer, without any token.
      const headers = { ...OLDER, cookie, origin: 'null', 'sec-fetch-site': 'same-origin' };
      const answer = await fetch(test.url + PATH, { method: 'POST', headers, body: report });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    }
    expect((await browser.get('/api/auth/me')).status).toBe(200);
  });

  it.each([
    ['another type', { 'content-type': 'application/json' }, '{}', 415],
    ['a form of another site', { 'content-type': 'text/plain' }, '{}', 415],
    ['too much', OLDER, JSON.stringify({ 'csp-report': { 'source-file': 'x'.repeat(17_000) } }), 413],
    ['no JSON', OLDER, '{', 400],
    ['a prototype', OLDER, '{"__proto__":{"a":1}}', 400],
    ['nothing to understand', NEWER, '[1,null,[]]', 204],
  ])('%s is answered with its status', async (_what, headers, body, status) => {
    expect((await test.client().post(PATH, body, headers)).status).toBe(status);
  });

  it('too many from one address are turned away', async () => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 70; sent += 1) statuses.add((await test.client().post(PATH, '{}', OLDER)).status);
    expect([...statuses]).toEqual([204, 429]);
  });
});
