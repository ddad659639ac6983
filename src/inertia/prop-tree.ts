import { Prop } from './props.js';

type Tree = Record<string, unknown>;

/** Names that would reach an object's prototype when used as a key. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN.has(key);
}

export function isPlainObject(value: unknown): value is Tree {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** True when something inside has to be called or awaited. */
export function isDynamic(value: unknown): boolean {
  if (typeof value === 'function' || value instanceof Prop || value instanceof Promise) return true;
  if (Array.isArray(value)) return value.some(isDynamic);
  return isPlainObject(value) && Object.values(value).some(isDynamic);
}

/** The part of a prop name before the first dot. */
export function firstSegment(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? name : name.slice(0, dot);
}

function segmentsOf(name: string): string[] {
  const segments = name.split('.');
  if (segments.some((segment) => segment === '' || isForbiddenKey(segment))) {
    throw new Error(`"${name}" cannot be a prop name`);
  }
  return segments;
}

/** Copies on write: the caller's objects may be shared between requests. */
function withPath(parent: unknown, segments: string[], value: unknown): unknown {
  const [head, ...rest] = segments;
  if (head === undefined) return value;
  if (parent instanceof Prop) return parent.map((inner) => withPath(inner, segments, value));
  if (parent instanceof Promise) return parent.then((inner) => withPath(inner, segments, value));
  if (typeof parent === 'function') {
    const produce = parent as () => unknown;
    return async () => withPath(await produce(), segments, value);
  }
  const base = isPlainObject(parent) ? parent : {};
  const child = Object.hasOwn(base, head) ? base[head] : undefined;
  return { ...base, [head]: withPath(child, rest, value) };
}

/** Nests top-level dotted names; dotted names further down stay. */
export function unpackDottedNames(props: Tree): Tree {
  const result: Tree = {};
  const dotted: [string[], unknown][] = [];
  for (const [name, value] of Object.entries(props)) {
    const segments = segmentsOf(name);
    if (segments.length === 1) result[name] = value;
    else dotted.push([segments, value]);
  }
  for (const [segments, value] of dotted) {
    const [head, ...rest] = segments as [string, ...string[]];
    result[head] = withPath(result[head], rest, value);
  }
  return result;
}

/** Page props over shared props. A shared dotted name below a name of the page would depend on merge order, so it is refused. */
export function mergeProps(shared: Tree, page: Tree): Tree {
  for (const name of Object.keys(shared)) {
    const head = firstSegment(name);
    if (head !== name && Object.hasOwn(page, head)) {
      throw new Error(`The shared prop "${name}" collides with the page prop "${head}"`);
    }
  }
  return unpackDottedNames({ ...shared, ...page });
}
