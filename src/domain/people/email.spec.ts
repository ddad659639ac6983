import { describe, expect, it } from '@jest/globals';
import { emailKey, normaliseEmail } from './email.js';

describe('normaliseEmail', () => {
  it.each([
    ['priya@tokendesk.test', 'priya@tokendesk.test'],
    ['  Priya@TokenDesk.TEST ', 'priya@tokendesk.test'],
    ["o'neil+tag@a-b.co.in", "o'neil+tag@a-b.co.in"],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('takes %s', (input, expected) => expect(normaliseEmail(input)).toBe(expected));

  it.each([
    null, 7, ['a@b.co'], { email: 'a@b.co' }, '', 'a', '@b.co', 'a@', 'a@b', 'a@b.1', 'a@@b.co', 'a@b@c.co', 'a b@c.co', 'a@b c.co',
    '.a@b.co', 'a.@b.co', 'a..b@c.co', 'a@-b.co', 'a@b-.co', 'a@b..co', 'príya@tokendesk.test', 'ｐriya@tokendesk.test',
    '\u212a@tokendesk.test', 'a\u0301@b.co', 'a@b.co\nBcc: x@y.z', 'a@b.co,c@d.co', '"a b"@c.co', 'a@[127.0.0.1]', 'a@b.co\0',
    `${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(130)}com`,
  ])('refuses %j', (input) => expect(normaliseEmail(input)).toBeNull()); // prettier-ignore

  it('takes no time over hostile input', () => {
    const before = process.cpuUsage();
    for (const text of [
      'a'.repeat(50_000),
      `${'a.'.repeat(25_000)}@b.co`,
      `a@${'b-'.repeat(25_000)}`,
      '@'.repeat(50_000),
      `${'a.'.repeat(120)}@`,
    ]) {
      expect(emailKey(text)).toBeNull();
    }
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });
});
