import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { routeOf } from './request-log.js';

const asked = (originalUrl: string, path?: string) =>
  routeOf({ originalUrl, ...(path !== undefined && { route: { path } }) } as Request);

describe('what a line of the log says of an address', () => {
  it('a route is its pattern', () =>
    expect(asked('/payment/01arz3', '/payment/:paymentId')).toBe('/payment/:paymentId'));

  it.each([
    ['/', '(none) /'],
    ['/nothing/at?all=1', '(none) /nothing'],
    [`/${'x'.repeat(60)}`, `(none) /${'x'.repeat(20)}`],
    ['/ABCDE1234F', '(none) /[redacted]'],
    ['/abcde1234f/more', '(none) /[redacted]'],
    ['/%61bcde1234f', '(none) /[redacted]'],
    ['/asha.with.a.long.name%40example.com', '(none) /[redacted]'],
    ['/9876543210', '(none) /[redacted]'],
    ['/%zz', '(none) /%zz'],
  ])('%s is no route: %s', (url, line) => expect(asked(url)).toBe(line));
});
