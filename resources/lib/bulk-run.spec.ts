import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runActions } from './bulk-run';

describe('a run that meets somebody else', () => {
  const reload = jest.fn();
  const known = { fetch: globalThis.fetch, window: globalThis.window, document: globalThis.document };

  beforeEach(() => {
    const body = { success: false, error: 'PERSON_CHANGED', message: 'Somebody else' };
    globalThis.fetch = () => Promise.resolve(Response.json(body, { status: 409 }));
    const kept = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
    Object.assign(globalThis, { document: { cookie: '' }, window: { location: { reload }, sessionStorage: kept } });
  });
  afterEach(() => void Object.assign(globalThis, known));

  it('ends, and all of it is left to do', async () => {
    const results: string[] = [];
    await runActions('check', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'run', {
      isOver: () => false,
      onResult: (_id, { outcome }) => results.push(outcome),
    });
    expect(new Set(results)).toEqual(new Set(['failed']));
    expect(results.length).toBeLessThan(8);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
