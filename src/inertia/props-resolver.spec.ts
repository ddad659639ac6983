import { describe, expect, it, jest } from '@jest/globals';
import { always, defer, optional } from './props.js';
import { type PartialHeaders, resolveProps } from './props-resolver.js';

type Props = Record<string, unknown>;

const full = (page: Props, shared: Props = {}) => resolveProps(shared, page, {}, 'Page');
const partial = (page: Props, headers: PartialHeaders, shared: Props = {}) =>
  resolveProps(shared, page, { partialComponent: 'Page', ...headers }, 'Page');
const only = (page: Props, names: string, shared: Props = {}) => partial(page, { partialData: names }, shared);
const except = (page: Props, names: string) => partial(page, { partialExcept: names });

describe('evaluation and partial reloads', () => {
  it('takes plain values, functions, promises and wrappers at any depth', async () => {
    const page = {
      plain: 1,
      sync: () => 2,
      async: async () => 3,
      promise: Promise.resolve(4),
      deep: { list: [{ value: () => 5 }], held: optional(() => 6), sent: always(7) },
    };
    expect((await full(page)).props).toEqual({
      plain: 1,
      sync: 2,
      async: 3,
      promise: 4,
      deep: { list: [{ value: 5 }], sent: 7 },
    });
  });

  it('unwraps a wrapper that a function returns, and wrappers inside what it returns', async () => {
    const inner = jest.fn(() => 'late');
    const result = await full({
      later: () => defer(inner),
      object: () => ({ now: 1, later: defer(inner, 'slow'), never: optional(inner) }),
    });
    expect(result.props).toEqual({ object: { now: 1 } });
    expect(result.metadata.deferredProps).toEqual({ default: ['later'], slow: ['object.later'] });
    expect(inner).not.toHaveBeenCalled();
  });

  it('ignores partial headers that name another component', async () => {
    const result = await resolveProps({}, { a: 1, b: 2 }, { partialComponent: 'Other', partialData: 'a' }, 'Page');
    expect(result.props).toEqual({ a: 1, b: 2 });
  });

  it('ignores partial headers without a component', async () => {
    expect((await resolveProps({}, { a: 1, b: 2 }, { partialData: 'a' }, 'Page')).props).toEqual({ a: 1, b: 2 });
  });

  it('sends the wanted props only; empty names are ignored', async () => {
    expect((await only({ a: 1, b: 2, c: 3 }, ',a, c,,')).props).toEqual({ a: 1, c: 3 });
  });

  it('takes out what is excepted, also from the wanted ones', async () => {
    const page = { a: 1, b: 2, c: 3 };
    expect((await except(page, 'a,,')).props).toEqual({ b: 2, c: 3 });
    expect((await partial(page, { partialData: 'a,b', partialExcept: 'b' })).props).toEqual({ a: 1 });
  });

  it('sends optional and deferred props when only exceptions are named', async () => {
    const page = { a: 1, held: optional(() => 2), late: defer(() => 3) };
    expect((await except(page, 'a')).props).toEqual({ held: 2, late: 3 });
  });

  it('filters by dotted path, both ways', async () => {
    const page = { user: { name: 'A', mail: { home: 'h', work: 'w' } }, userName: 'no', other: 1 };
    expect((await only(page, 'user.mail.work')).props).toEqual({ user: { mail: { work: 'w' } } });
    expect((await only(page, 'user')).props).toEqual({ user: page.user });
    expect((await except(page, 'user.mail.home,other')).props).toEqual({
      user: { name: 'A', mail: { work: 'w' } },
      userName: 'no',
    });
    expect((await partial(page, { partialData: 'user', partialExcept: 'user.mail' })).props).toEqual({
      user: { name: 'A' },
    });
  });

  it('does not filter inside a value that a function made', async () => {
    const page = { nested: { evaluated: () => ({ first: 1, second: 2 }), sibling: 3 } };
    expect((await only(page, 'nested.evaluated.first')).props).toEqual({
      nested: { evaluated: { first: 1, second: 2 } },
    });
    expect((await except(page, 'nested.evaluated.first')).props).toEqual({
      nested: { evaluated: { first: 1, second: 2 }, sibling: 3 },
    });
  });

  it('runs nothing that is filtered out', async () => {
    const calls = { plain: jest.fn(() => 1), held: jest.fn(() => 2), late: jest.fn(() => 3), deep: jest.fn(() => 4) };
    const page = {
      wanted: 'yes',
      plain: calls.plain,
      held: optional(calls.held),
      late: defer(calls.late),
      deep: { inside: calls.deep, list: [calls.deep] },
    };
    expect((await only(page, 'wanted')).props).toEqual({ wanted: 'yes' });
    await partial(page, { partialExcept: 'plain,held,late,deep' });
    for (const call of Object.values(calls)) expect(call).not.toHaveBeenCalled();
    await only(page, 'deep.inside,late');
    expect(calls.deep).toHaveBeenCalledTimes(1);
    expect(calls.late).toHaveBeenCalledTimes(1);
    expect(calls.held).not.toHaveBeenCalled();
  });

  it('sends always props unlisted and excepted alike, whole', async () => {
    const page = { a: 1, id: always(() => ({ x: () => 1 })), box: { kept: always('k'), b: 2 } };
    expect((await only(page, 'a')).props).toEqual({ a: 1, id: { x: 1 } });
    expect((await except(page, 'id,a,box.kept,box.b')).props).toEqual({ id: { x: 1 }, box: { kept: 'k' } });
    expect((await full(page)).props).toEqual({ a: 1, id: { x: 1 }, box: { kept: 'k', b: 2 } });
  });

  it('sends optional props only to a partial reload that selects them', async () => {
    const run = jest.fn(() => 'v');
    const page = { a: 1, held: optional(run) };
    expect((await full(page)).props).toEqual({ a: 1 });
    expect((await only(page, 'a')).props).toEqual({ a: 1 });
    expect(run).not.toHaveBeenCalled();
    expect((await only(page, 'held')).props).toEqual({ held: 'v' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('unpacks top-level names with dots, into objects and into functions, without touching the originals', async () => {
    const auth = { user: { name: 'A' } };
    const result = await full(
      { 'auth.user.can': ['x'], 'made.more': () => 2, 'new.deep.name': 3 },
      { auth, made: () => ({ one: 1 }) },
    );
    expect(result.props).toEqual({
      auth: { user: { name: 'A', can: ['x'] } },
      made: { one: 1, more: 2 },
      new: { deep: { name: 3 } },
    });
    expect(auth).toEqual({ user: { name: 'A' } });
  });

  it('unpacks into deferred parents without running them', async () => {
    const run = jest.fn(() => ({ one: 1 }));
    const page = { late: defer(run), 'late.two': 2 };
    expect((await full(page)).metadata.deferredProps).toEqual({ default: ['late'] });
    expect(run).not.toHaveBeenCalled();
    expect((await only(page, 'late')).props).toEqual({ late: { one: 1, two: 2 } });
  });

  it('leaves dots in nested names alone', async () => {
    expect((await full({ box: { 'a.b': 1 } })).props).toEqual({ box: { 'a.b': 1 } });
  });

  it.each(['__proto__', 'constructor', 'prototype', 'a.__proto__.b', 'a.constructor', 'a..b', '.a', 'a.'])(
    'refuses the name %s',
    async (name) => {
      const page = JSON.parse(`{${JSON.stringify(name)}: {"polluted": true}}`) as Props;
      await expect(full(page)).rejects.toThrow('cannot be a prop name');
      expect(({} as Props)['polluted']).toBeUndefined();
    },
  );

  it('never sets a prototype from nested data', async () => {
    const data = JSON.parse('{"__proto__": {"polluted": true}, "ok": 1}') as Props;
    const { props } = await full({ box: { data, run: () => 1 } });
    const sent = (props['box'] as Props)['data'] as Props;
    expect(sent['polluted']).toBeUndefined();
    expect(({} as Props)['polluted']).toBeUndefined();
  });

  it.each(['nothing', '__proto__', 'constructor.name', 'a.toString', 'a.length', '*', 'a.b.c'])(
    'reaches nothing by the unknown name %s',
    async (name) => {
      const { props } = await only({ a: { b: 1 } }, name);
      expect(JSON.stringify(props)).toBe(name === 'a.b.c' ? '{"a":{"b":1}}' : '{}');
    },
  );

  it('never calls strings or lists that look callable', async () => {
    const page = { text: 'process.exit', list: ['Date', 'now'], object: { call: 'x' } };
    expect((await full(page)).props).toEqual(page);
  });

  it('sends whole top-level values when asked by their name', async () => {
    expect((await only({ a: { b: 1, c: { d: 2 } } }, 'a')).props).toEqual({ a: { b: 1, c: { d: 2 } } });
  });

  it('leaves values that are no plain objects to the JSON encoder', async () => {
    const day = new Date(0);
    expect((await full({ box: { day, run: () => 1 } })).props).toEqual({ box: { day, run: 1 } });
  });

  it('fails when a function fails', async () => {
    const broken = () => Promise.reject(new Error('no'));
    await expect(full({ a: broken, b: broken })).rejects.toThrow('no');
  });
});

describe('deferred props', () => {
  it('names deferred props by group with their full path, and does not run them', async () => {
    const run = jest.fn(() => 1);
    const page = { a: defer(run), b: defer(run, 'slow'), box: { c: defer(run), d: 2 } };
    const result = await full(page);
    expect(result.props).toEqual({ box: { d: 2 } });
    expect(result.metadata.deferredProps).toEqual({ default: ['a', 'box.c'], slow: ['b'] });
    expect(run).not.toHaveBeenCalled();
  });

  it('never lists deferred props on a partial answer', async () => {
    const result = await only({ a: defer(() => 1), b: defer(() => 2), box: { c: defer(() => 3), d: 4 } }, 'a,box.c');
    expect(result.props).toEqual({ a: 1, box: { c: 3 } });
    expect(result.metadata).not.toHaveProperty('deferredProps');
  });

  it('rescues a failing prop that says so, and reports it', async () => {
    const onRescue = jest.fn();
    const page = {
      a: 1,
      late: defer(() => Promise.reject(new Error('down')), 'default', { rescue: true }),
      deep: { late: defer(() => ({ x: () => Promise.reject(new Error('deeper')) }), 'default', { rescue: true }) },
    };
    const headers = { partialComponent: 'Page', partialData: 'a,late,deep.late' };
    const result = await resolveProps({}, page, headers, 'Page', onRescue);
    expect(result.props).toEqual({ a: 1 });
    expect(result.metadata.rescuedProps?.sort()).toEqual(['deep.late', 'late']);
    expect(onRescue).toHaveBeenCalledTimes(2);
  });

  it('fails without rescue', async () => {
    await expect(only({ late: defer(() => Promise.reject(new Error('down'))) }, 'late')).rejects.toThrow('down');
  });
});

describe('shared props', () => {
  it('lets the page win on the same name', async () => {
    const run = jest.fn(() => 'shared');
    expect((await full({ a: 'page' }, { a: run, b: 2 })).props).toEqual({ a: 'page', b: 2 });
    expect(run).not.toHaveBeenCalled();
  });

  it('refuses a shared dotted name under a name of the page', async () => {
    await expect(full({ auth: {} }, { 'auth.user': 1 })).rejects.toThrow('collides');
  });

  it('lists the top-level names of shared props once', async () => {
    const shared = { 'app.name': 'x', 'app.host': 'y', auth: {}, errors: always({}) };
    expect((await full({ own: 1 }, shared)).metadata.sharedProps).toEqual(['app', 'auth', 'errors']);
    expect((await only({ own: 1 }, 'own', shared)).metadata.sharedProps).toEqual(['app', 'auth', 'errors']);
  });

  it('gives no empty metadata', async () => {
    expect((await full({ a: 1 })).metadata).toEqual({});
  });
});
