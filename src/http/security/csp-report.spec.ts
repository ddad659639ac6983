import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { breachesIn, type OwnAddresses } from './csp-report.js';

const KEY = '01hzy3v0k7q8r9s2t4w5x6y7z8';
const own: OwnAddresses = {
  origin: 'https://pay.ours.example',
  patternOf: (path) => (path.startsWith('/payment/') ? '/payment/:paymentId' : '(none)'),
};

const older = (fields: object) => breachesIn({ 'csp-report': fields }, own);
const newer = (body: object) => breachesIn([{ type: 'csp-violation', age: 1, url: `/payment/${KEY}`, body }], own);

describe('a report of a broken policy', () => {
  it('is read in the older format', () => {
    const [breach] = older({
      'document-uri': `${own.origin}/payment/${KEY}?problem=x`,
      'violated-directive': "script-src-elem 'self'",
      'blocked-uri': 'https://evil.example/x.js?secret=1',
      'source-file': `${own.origin}/build/assets/app-1a2B.js`,
      'line-number': 3,
      'column-number': 14,
      disposition: 'enforce',
      referrer: `${own.origin}/payment/${KEY}`,
      'script-sample': 'Asha Rao',
    });
    expect(breach).toEqual({
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      page: '/payment/:paymentId',
      source: '/build/assets/app-1a2B.js',
      line: 3,
      column: 14,
      disposition: 'enforce',
    });
  });

  it('is read in the newer format', () => {
    const body = { documentURL: `${own.origin}/payment/${KEY}`, effectiveDirective: 'style-src-attr', blockedURL: 'inline' };
    const [breach] = newer({ ...body, sourceFile: `${own.origin}/payment/${KEY}`, lineNumber: 1, disposition: 'enforce' });
    expect(breach).toMatchObject({ directive: 'style-src-attr', blocked: 'inline', source: '/payment/:paymentId', column: null });
  }); // prettier-ignore

  it.each([
    ['data', 'data'],
    ['data:image/png;base64,QXNoYQ', 'data'],
    ['chrome-extension://abcdefghijkl/x.js', 'chrome-extension'],
    ['https://pay.ours.example/x', 'self'],
    ['https://user:word@evil.example:8443/x?y#z', 'https://evil.example:8443'],
    [KEY, 'other'],
    [`${KEY}:x`, 'other'],
    ['', 'other'],
    ['\nforged line', 'other'],
  ])('what was blocked: %j is told as %s', (given, blocked) => {
    expect(older({ 'blocked-uri': given })).toMatchObject([{ blocked }]);
  });

  it.each([null, 1, 'x', [], {}, [[]], [null], { 'csp-report': [] }, { 'csp-report': 'x' }, [{ type: 'deprecation', body: {} }]])(
    '%j is none',
    (body) => expect(breachesIn(body, own)).toEqual([]),
  ); // prettier-ignore

  it('takes no more than twenty at once', () => {
    const many = Array.from({ length: 50 }, () => ({ type: 'csp-violation', body: {} }));
    expect(breachesIn(many, own)).toHaveLength(20);
  });

  it('never repeats an address of a payment, nor a stranger’s words', () => {
    const names = [
      'documentURL',
      'effectiveDirective',
      'blockedURL',
      'sourceFile',
      'disposition',
      'lineNumber',
      'sample',
    ];
    const hidden = fc.constantFrom(
      KEY, `/payment/${KEY}`, `${own.origin}/payment/${KEY}`, `${own.origin}/build/assets/../${KEY}`, `https://x.example/${KEY}`,
      `javascript:${KEY}`, `${KEY}://a`, `blob:${own.origin}/${KEY}`, `${own.origin}/payment/${KEY}#${KEY}`,
    ); // prettier-ignore
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        hidden,
        (name, text) => !JSON.stringify(newer({ [name]: text })).includes(KEY),
      ),
    );
  });
});
