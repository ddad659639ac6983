import { expect, it } from '@jest/globals';
import { signInPath } from './sign-in-path';

it.each([
  ['/dashboard', '/?next=%2Fdashboard'],
  ['/dashboard?search=a%20b&page=2', '/?next=%2Fdashboard%3Fsearch%3Da%2520b%26page%3D2'],
  ['/admin/review', '/?next=%2Fadmin%2Freview'],
  ['/customer-form', '/?next=%2Fcustomer-form'],
  ['/customer-form/offline', '/?next=%2Fcustomer-form'],
  ['/', '/'],
  ['/?next=%2Fdashboard', '/?next=%2Fdashboard'],
  ['/login', '/login'],
  ['/login?next=%2Fdashboard', '/login?next=%2Fdashboard'],
])('from %s to %s', (page, path) => expect(signInPath(page)).toBe(path));
