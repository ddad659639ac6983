import { describe, expect, it, jest } from '@jest/globals';
import { planLocation, planRedirect, type RedirectRequest } from './redirect-plan.js';

const onRefused = jest.fn();
const request = (change: Partial<RedirectRequest> = {}): RedirectRequest => ({
  method: 'POST',
  url: 'https://app.test/form?a=1',
  inertia: true,
  prefetch: false,
  isExternalAllowed: () => true,
  onRefused,
  ...change,
});
const plan = (target: string, status = 302, change: Partial<RedirectRequest> = {}) =>
  planRedirect(request(change), status, target);

describe('redirects', () => {
  it.each(['PUT', 'PATCH', 'DELETE'])('turns 301 and 302 after %s into 303 for Inertia only', (method) => {
    expect(plan('/x', 302, { method })).toEqual({ kind: 'redirect', status: 303, url: '/x' });
    expect(plan('/x', 301, { method })).toMatchObject({ status: 303 });
    for (const status of [303, 307, 308]) expect(plan('/x', status, { method })).toMatchObject({ status });
    expect(plan('/x', 302, { method, inertia: false })).toMatchObject({ status: 302 });
  });

  it('leaves the 302 after a POST', () => {
    expect(plan('/x')).toEqual({ kind: 'redirect', status: 302, url: '/x' });
  });

  it.each([
    ['https://bank.test/pay?x=1', 'https://bank.test/pay?x=1'],
    ['//bank.test/pay', 'https://bank.test/pay'],
    ['/\\bank.test', 'https://bank.test/'],
    ['http://app.test/x', 'http://app.test/x'],
    ['https://app.test:8443/x', 'https://app.test:8443/x'],
  ])('takes %s for another site', (target, url) => {
    for (const status of [301, 302, 303]) {
      expect(plan(target, status, { method: 'DELETE' })).toEqual({ kind: 'location', url });
    }
    for (const status of [307, 308]) expect(plan(target, status)).toMatchObject({ kind: 'redirect', status });
    expect(plan(target, 302, { inertia: false })).toEqual({ kind: 'redirect', status: 302, url });
  });

  it.each(['/x', 'x', '../x', '?a=1', 'https://app.test/x', 'https://APP.test:443/x', '//app.test/x', ''])(
    'takes %j for this site',
    (target) => expect(plan(target)).toEqual({ kind: 'redirect', status: 302, url: target }),
  );

  it('lets the client visit a URL with a fragment', () => {
    expect(plan('/list?p=2#row-5')).toEqual({ kind: 'visit', url: '/list?p=2#row-5' });
    expect(plan('https://app.test/list#r', 302, { method: 'GET' })).toEqual({ kind: 'visit', url: '/list#r' });
    expect(plan('/list#r', 302, { prefetch: true })).toMatchObject({ kind: 'redirect', url: '/list#r' });
    expect(plan('/list#r', 302, { inertia: false })).toMatchObject({ kind: 'redirect', url: '/list#r' });
    expect(plan('/list#r', 307)).toMatchObject({ kind: 'redirect', status: 307 });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//', 'https://', 'file:///etc/passwd'])(
    'refuses %s',
    (target) => {
      expect(plan(target)).toEqual({ kind: 'redirect', status: 302, url: '/' });
      expect(planLocation(request(), target)).toMatchObject({ url: '/' });
      expect(onRefused).toHaveBeenCalledWith(target);
    },
  );

  it('leaves this site only to where it is allowed', () => {
    const change = { isExternalAllowed: (url: URL) => url.origin === 'https://bank.test' };
    expect(plan('https://bank.test/pay', 303, change)).toMatchObject({ kind: 'location' });
    for (const target of ['https://evil.test', '//evil.test', '/\\evil.test', 'https://bank.test@evil.test/']) {
      expect(plan(target, 303, change)).toEqual({ kind: 'redirect', status: 303, url: '/' });
      expect(plan(target, 303, { ...change, inertia: false })).toMatchObject({ url: '/' });
    }
  });

  it('lets the browser load a location, also within this site', () => {
    expect(planLocation(request(), 'https://bank.test/pay')).toEqual({
      kind: 'location',
      url: 'https://bank.test/pay',
    });
    expect(planLocation(request(), '/export.csv?a=1')).toEqual({ kind: 'location', url: '/export.csv?a=1' });
    const plain = { inertia: false };
    expect(planLocation(request(plain), 'https://bank.test/')).toMatchObject({ kind: 'redirect', status: 303 });
    expect(planLocation(request({ ...plain, method: 'GET' }), '/x')).toEqual({
      kind: 'redirect',
      status: 302,
      url: '/x',
    });
  });
});
