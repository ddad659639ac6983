import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InertiaRuntime } from '../../src/inertia/runtime.js';
import { Client } from '../support/client.js';
import { createLink } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const UNKNOWN = '0'.repeat(26);

describe('the language of the customers’ pages', () => {
  let test: TestApp;
  let path: string;

  beforeAll(async () => {
    test = await TestApp.start();
    path = `/payment/${(await createLink(await test.as(SALES), 'gold')).paymentId}`;
  });
  afterAll(() => test.close());

  const languageOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1];
  const asked = async (address: string, headers: Record<string, string> = {}) => {
    const { text } = await new Client(test.url).get(address, { headers });
    return languageOf(text);
  };

  it.each([
    ['nothing', undefined, 'en'],
    ['any', '*', 'en'],
    ['Hindi', 'hi', 'hi'],
    ['Hindi of India', 'hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
    ['English first', 'en-IN,en;q=0.9,hi;q=0.8', 'en'],
    ['Hindi first, by weight', 'en;q=0.4,hi;q=0.6', 'hi'],
    ['one that the pages have not', 'mr-IN,mr;q=0.9', 'en'],
    ['one that they have not, then Hindi', 'mr,hi;q=0.5', 'hi'],
    ['Hindi never', 'hi;q=0', 'en'],
    ['nonsense', ';;;q=x,\u00e9', 'en'],
  ])('follows the browser that asks for %s', async (_what, accepted, language) => {
    expect(await asked(path, accepted === undefined ? {} : { 'Accept-Language': accepted })).toBe(language);
  });

  it('is chosen by the address, remembered, and chosen back', async () => {
    const visitor = new Client(test.url);
    const first = await visitor.get(`${path}?lang=hi`);
    expect(languageOf(first.text)).toBe('hi');
    expect(first.text).toContain('इक्यावन हज़ार रुपये');
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie).toMatch(/^lang=hi; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const next = await visitor.get('/thank-you', { headers: { 'Accept-Language': 'en' } });
    expect(languageOf(next.text)).toBe('hi');
    expect(next.headers.getSetCookie()).toEqual([]);
    expect(languageOf((await visitor.get(`${path}?lang=en`)).text)).toBe('en');
    expect(languageOf((await visitor.get(path, { headers: { 'Accept-Language': 'hi' } })).text)).toBe('en');
  });

  it.each(['fr', 'HI', 'hi-IN', '', 'hi%00', 'hi&lang=hi', '%3Cscript%3E', '__proto__', 'hi;path=/x'])(
    'is not changed by lang=%s',
    async (value) => {
      const { text, headers, status } = await new Client(test.url).get(`${path}?lang=${value}`);
      expect([200, 400]).toContain(status);
      expect(headers.getSetCookie()).toEqual([]);
      expect(languageOf(text)).toBe('en');
      expect(text).not.toContain('<script>');
    },
  );

  it.each(['fr', 'hi hi', 'j:{"a":1}', '%E0%A4%A', ''])('is not changed by the cookie lang=%s', async (value) => {
    expect(await asked(path, { Cookie: `lang=${value}` })).toBe('en');
  });

  it('is the same on every page of a customer, found or not, and on none of the staff', async () => {
    const hindi = { 'Accept-Language': 'hi' };
    const pages = [path, '/payment/success', '/payment/cancel', '/thank-you', '/offline', '/payment/verify'];
    const missing = [`/payment/${UNKNOWN}`, `/upgrade/${UNKNOWN}`, `${path}/receipt`, `/payment/${UNKNOWN}/receipt`];
    for (const address of [...pages, ...missing])
      expect([address, await asked(address, hindi)]).toEqual([address, 'hi']);
    for (const address of ['/login', '/nowhere', '/account/forgot']) {
      expect([address, await asked(address, { ...hindi, Cookie: 'lang=hi' })]).toEqual([address, 'en']);
    }
    expect((await new Client(test.url).get('/login?lang=hi')).headers.getSetCookie().join()).not.toContain('lang=');
  });

  it('is part of the key of a kept page', async () => {
    const { kept } = test.get(InertiaRuntime);
    kept.clear();
    const texts: string[] = [];
    for (const language of ['hi', 'en', 'hi', 'en']) {
      texts.push((await new Client(test.url).get(path, { headers: { 'Accept-Language': language } })).text);
    }
    expect(texts.map(languageOf)).toEqual(['hi', 'en', 'hi', 'en']);
    expect(kept.size).toBe(2);
    expect(texts[2]).toBe(texts[0]);
    expect(texts[3]).toBe(texts[1]);
    // A choice in the address is answered and not kept under it.
    expect(await asked(`${path}?lang=hi`)).toBe('hi');
    expect(kept.size).toBe(2);
  });

  it('has a switch that keeps what the page needs and nothing else', async () => {
    const switchOf = async (address: string, language = 'en') => {
      const { text } = await new Client(test.url).get(address, { headers: { 'Accept-Language': language } });
      return /<nav class="pub-languages"[^>]*><a class="pub-link" href="([^"]*)" lang="(..)" hrefLang="(..)">([^<]*)</
        .exec(text)
        ?.slice(1);
    };
    expect(await switchOf(path)).toEqual(['?lang=hi', 'hi', 'hi', 'हिन्दी']);
    expect(await switchOf(path, 'hi')).toEqual(['?lang=en', 'en', 'en', 'English']);
    expect(await switchOf(`/payment/verify?event=${UNKNOWN}&x=1&lang=en`)).toEqual([
      `?lang=hi&amp;event=${UNKNOWN}`,
      'hi',
      'hi',
      'हिन्दी',
    ]);
    expect((await switchOf('/payment/success?payment=%22%3E%3Cb%3E'))?.[0]).toBe('?lang=hi');
    expect((await switchOf(`/payment/success?payment=${UNKNOWN}&problem=zq&mail=zq`))?.[0]).toBe(
      `?lang=hi&amp;payment=${UNKNOWN}`,
    );
    expect(await switchOf('/offline')).toBeUndefined();
  });

  it('is spoken by what the server says about a press', async () => {
    const text = async (query: string) =>
      (await new Client(test.url).get(`${path}?problem=${query}`, { headers: { 'Accept-Language': 'hi' } })).text;
    expect(await text('BANK_UNAVAILABLE')).toContain('बैंक का भुगतान पेज अभी उपलब्ध नहीं है');
    expect(await text('toString')).not.toContain('role="alert" data-pay-alert=""><p>');
  });

  it('does not reach the API, whose texts are for programs', async () => {
    const { body } = await new Client(test.url).get(`/api${path.replace('payment', 'payments')}`, {
      headers: { Cookie: 'lang=hi', 'Accept-Language': 'hi' },
    });
    expect(body.data).toMatchObject({ statusLabel: 'Payment Pending', amountInWords: 'Fifty-one thousand rupees' });
  });
});
