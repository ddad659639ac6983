import type { Room, Scene } from '../scene.js';

const PAGES: [string, string][] = [
  ['Admin Dashboard', '/admin/dashboard'],
  ['My Dashboard', '/dashboard'],
  ['Transactions', '/transactions'],
  ['Transaction Analysis', '/admin/transactions'],
  ['Review Queue', '/admin/review'],
  ['Audit Log', '/admin/audit'],
  ['Reconciliation', '/admin/reconciliation'],
  ['Day close', '/admin/day-close'],
  ['Staff', '/admin/staff'],
];

/** Each list with nothing in it. */
export const FIRST_DAY: Room = {
  name: 'first-day',
  title: 'The first day of an installation',
  hasDark: true,
  isNew: true,
  scenes: PAGES.map(([screen, path]): Scene => ({
    screen,
    state: 'empty',
    open: (cast) => cast.admin(path, { reducedMotion: 'reduce' }),
  })),
};
