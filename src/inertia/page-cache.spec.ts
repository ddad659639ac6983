import { describe, expect, it } from '@jest/globals';
import { KeptPage, PageCache } from './page-cache.js';

const at = (ms: number) => new Date(ms);

describe('PageCache', () => {
  it('gives a page for its own version and its own time only', () => {
    const cache = new PageCache();
    const keep = () => cache.put('/a', new KeptPage('page', { version: '1', now: at(1000) }, at(2000)));
    keep();
    expect(
      cache
        .find('/a', { version: '1', now: at(1999) })
        ?.body('identity')
        .toString(),
    ).toBe('page');
    expect(cache.find('/b', { version: '1', now: at(1999) })).toBeNull();
    for (const state of [
      { version: '2', now: at(1500) },
      { version: '1', now: at(2000) },
      { version: '1', now: at(999) },
    ]) {
      expect(cache.find('/a', state)).toBeNull();
      keep();
    }
  });

  it('lets the page go that nobody asked for the longest, by size', () => {
    const cache = new PageCache(20_000);
    const page = () => new KeptPage('x'.repeat(3000), { version: '1', now: at(0) }, null);
    cache.put('/a', page());
    cache.put('/b', page());
    expect(cache.find('/a', { version: '1', now: at(1) })).not.toBeNull();
    cache.put('/c', page());
    expect(cache.find('/b', { version: '1', now: at(1) })).toBeNull();
    expect(cache.find('/a', { version: '1', now: at(1) })).not.toBeNull();
    expect(cache.size).toBe(2);
  });
});
