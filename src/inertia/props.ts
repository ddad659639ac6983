export type Producer<T> = () => T | Promise<T>;
export type PropKind = 'always' | 'optional' | 'defer';

/** A prop with a delivery rule; see {@link always}, {@link optional} and {@link defer}. */
export class Prop<T = unknown> {
  constructor(
    readonly kind: PropKind,
    readonly produce: Producer<T>,
    readonly group = 'default',
    readonly rescue = false,
  ) {}

  /** The same rule with a mapped value. */
  map<U>(change: (value: T) => U): Prop<U> {
    return new Prop(this.kind, async () => change(await this.produce()), this.group, this.rescue);
  }
}

/** Sent with every response, also with partial reloads that did not ask for it. */
export function always<T>(value: T | Producer<T>): Prop<T> {
  return new Prop('always', typeof value === 'function' ? (value as Producer<T>) : () => value);
}

/** Sent only with a partial reload that selects it; never evaluated otherwise. */
export function optional<T>(produce: Producer<T>): Prop<T> {
  return new Prop('optional', produce);
}

/**
 * Left out of the first answer and fetched by the client right after it, one request per group.
 * With `rescue`, a failure costs this prop only: the answer stays 200 and names it in `rescuedProps`.
 */
export function defer<T>(produce: Producer<T>, group = 'default', options: { rescue?: boolean } = {}): Prop<T> {
  return new Prop('defer', produce, group, options.rescue ?? false);
}

/** What a controller may pass for a page prop of type T. */
export type PropInput<T> = T | Promise<T> | Prop<T> | (() => T | Promise<T> | Prop<T>);
export type PropsInput<T> = { [K in keyof T]: PropInput<T[K]> };
