import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mayVisit, safeNextPath } from './next-path.js';

describe('safeNextPath', () => {
  it.each([
    '/dashboard',
    '/dashboard?page=2&search=a%20b',
    '/admin/dashboard',
    '/transactions?status=completed',
    "/a'b(c)",
  ])('keeps %s', (path) => expect(safeNextPath(path)).toBe(path));

  it.each([
    undefined, null, 1, ['/a'], { a: 1 }, '', '/', 'dashboard', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil',
    '/\t/evil.example', '/\n/evil', '/a\u0000', 'https:evil.example', 'https://evil.example', 'javascript:alert(1)', ' /a',
    '/a b', '/%2f/evil', '/%2F%2Fevil.example', '/%5cevil', '/%255cevil', '/a/../b', '/./a', '/a//evil', '/%0d%0aSet-Cookie:x',
    '/a?x=%0d%0a', '/%', '/%zz', '/a#fragment', '/ａ', '/api/logout', '/API/x', '/api', '/build/app.js', '/login', '/login?next=/a',
    '/logout', '/.//evil.example', '/@evil.example/..//', `/${'a'.repeat(600)}`,
  ])('refuses %j', (path) => expect(safeNextPath(path)).toBeNull()); // prettier-ignore

  it('never leads to another origin', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '.', '@', ':', 'a', '%', '2', 'f', '5', 'c', '?', '\t', '#') }),
        (tail) => {
          const path = safeNextPath(`/${tail}`);
          return path === null || new URL(path, 'https://ours.example').href === `https://ours.example${path}`;
        },
      ),
    );
  });
});

it('keeps admin pages from others', () => {
  expect(mayVisit('admin', '/admin/dashboard')).toBe(true);
  expect(mayVisit('sales_manager', '/admin')).toBe(false);
  expect(mayVisit('sales_manager', '/Admin/x')).toBe(false);
  expect(mayVisit('sales_manager', '/administration')).toBe(true);
});
