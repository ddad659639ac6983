import type { Request, Response } from 'express';
import type { CarriedState, ErrorMap, FlashCookie } from './flash-cookie.js';
import { isForbiddenKey } from './prop-tree.js';

export type FieldErrors = Record<string, string | readonly string[]>;

const BAG_NAME = /^[\w.-]{1,64}$/;

/**
 * Flash, validation errors and the clear-history mark of one request, from the cookie and added by this request. A page consumes
 * both; a redirect passes both on.
 */
export class RequestState {
  private readonly added: CarriedState = {};
  private received: CarriedState | null | undefined;

  constructor(
    private readonly req: Request,
    private readonly cookie: FlashCookie,
    private readonly flashKeys: readonly string[],
  ) {}

  flash(values: Record<string, unknown>): void {
    const allowed = this.allowed(values);
    if (Object.keys(allowed).length > 0) this.added.flash = { ...this.added.flash, ...allowed };
  }

  errors(fields: FieldErrors, bag?: string): void {
    const first: Record<string, string> = {};
    for (const [field, message] of Object.entries(fields)) {
      const text = typeof message === 'string' ? message : message[0];
      if (text !== undefined && !isForbiddenKey(field)) first[field] = text;
    }
    const inBag = bag !== undefined && BAG_NAME.test(bag) && !isForbiddenKey(bag);
    this.added.errors = mergeErrors(this.added.errors, inBag ? { [bag]: first } : first);
  }

  clearHistory(): void {
    this.added.clearHistory = true;
  }

  /** True when nothing was carried over, and no words were added: the mark says nothing of the visitor. */
  get isEmpty(): boolean {
    return this.sealed === undefined && this.added.flash === undefined && this.added.errors === undefined;
  }

  /** For a redirect. What is in the cookie stays there. */
  passOn(res: Response): void {
    if (Object.keys(this.added).length > 0) {
      res.cookie(this.cookie.name, this.cookie.seal(merge(this.read(), this.added)), this.cookie.attributesWithAge);
    } else if (this.sealed !== undefined && this.read() === null) {
      this.forget(res);
    }
  }

  /** The state for a page. @param consume false leaves the received state for the navigation that it is meant for */
  peek(consume: boolean): CarriedState {
    const state = consume ? merge(this.read(), this.added) : this.added;
    return state.flash ? { ...state, flash: this.allowed(state.flash) } : state;
  }

  /** After rendering, so that a failed page does not lose what the error page should show. */
  settle(res: Response, consume: boolean): void {
    if (this.sealed !== undefined && (consume || this.read() === null)) this.forget(res);
  }

  private forget(res: Response): void {
    res.clearCookie(this.cookie.name, this.cookie.attributes);
  }

  private read(): CarriedState | null {
    if (this.received === undefined) {
      this.received = this.sealed === undefined ? null : this.cookie.open(this.sealed);
    }
    return this.received;
  }

  private get sealed(): string | undefined {
    const cookies = this.req.cookies as Record<string, unknown> | undefined;
    const value = cookies?.[this.cookie.name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  private allowed(values: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(values).filter(([key]) => this.flashKeys.includes(key)));
  }
}

function merge(earlier: CarriedState | null, later: CarriedState): CarriedState {
  if (!earlier) return later;
  const merged: CarriedState = {};
  if (earlier.flash ?? later.flash) merged.flash = { ...earlier.flash, ...later.flash };
  if (earlier.errors ?? later.errors) merged.errors = mergeErrors(earlier.errors, later.errors ?? {});
  if (earlier.clearHistory ?? later.clearHistory) merged.clearHistory = true;
  return merged;
}

function mergeErrors(earlier: ErrorMap | undefined, later: ErrorMap): ErrorMap {
  const merged: ErrorMap = { ...earlier };
  for (const [name, value] of Object.entries(later)) {
    const before = merged[name];
    merged[name] = typeof value === 'object' && typeof before === 'object' ? { ...before, ...value } : value;
  }
  return merged;
}
