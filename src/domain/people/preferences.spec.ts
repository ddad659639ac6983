import { describe, expect, it } from '@jest/globals';
import { changedPreferences, pageSizeOf, readPreferences, sizesOf, storedPreferences } from './preferences.js';

const NONE = { pageSizes: {}, isMenuFolded: false };

describe('how a person wants the pages', () => {
  it('is the defaults until something is chosen', () => {
    expect(readPreferences(null)).toEqual(NONE);
    expect(storedPreferences(NONE)).toBeNull();
    expect(['dashboard', 'admin', 'transactions'].map((list) => pageSizeOf(NONE, list as 'admin'))).toEqual([
      5, 10, 10,
    ]);
  });

  it('reads what it stored', () => {
    const chosen = { pageSizes: { dashboard: 25, transactions: 100 }, isMenuFolded: true } as const;
    expect(readPreferences(storedPreferences(chosen))).toEqual(chosen);
  });

  it.each(['', '[]', 'null', '7', '{"rows":7}', '{"rows":{"dashboard":7,"other":10}}', '{"menu":1}', '{'])(
    'takes %j for nothing chosen',
    (stored) => expect(readPreferences(stored)).toEqual(NONE),
  );

  it('changes one thing and leaves the others', () => {
    const folded = changedPreferences(NONE, { isMenuFolded: true });
    const sized = changedPreferences(folded, { list: 'dashboard', pageSize: 50 });
    expect(sized).toEqual({ pageSizes: { dashboard: 50 }, isMenuFolded: true });
    expect(changedPreferences(sized, { isMenuFolded: false })).toEqual({ ...sized, isMenuFolded: false });
  });

  it('forgets a size that is the default again', () => {
    const sized = changedPreferences(NONE, { list: 'admin', pageSize: 50 });
    expect(changedPreferences(sized, { list: 'admin', pageSize: 10 })).toEqual(NONE);
  });

  it.each([
    [{ list: 'admin', pageSize: null }],
    [{ list: null, pageSize: 25 }],
    [{ list: null, pageSize: null, isMenuFolded: null }],
    [{ pageSize: 25 }],
    [{ list: 'admin' }],
  ] as const)('%j changes nothing', (change) => {
    const sized = { pageSizes: { admin: 50 }, isMenuFolded: true } as const;
    expect(changedPreferences(sized, change)).toEqual(sized);
  });

  it('offers the default beside the four sizes', () => {
    expect(sizesOf('dashboard')).toEqual([5, 10, 25, 50, 100]);
    expect(sizesOf('admin')).toEqual([10, 25, 50, 100]);
  });
});
