import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Clock } from '../../src/runtime/clock.js';
import { Random } from './random.js';

const require = createRequire(import.meta.url);
const promises = require('node:timers/promises') as Record<string, unknown>;
const crypto = require('node:crypto') as Record<string, unknown>;
// The types are those of the oldest Node that the product runs on; tests have a later one.
const { getCallSites } = require('node:util') as { getCallSites: (frames: number) => { scriptName: string }[] };

/** Monday, 5 January 2026, half past ten in India. */
const FIRST_MORNING = Date.UTC(2026, 0, 5, 5);

type Work = (...given: unknown[]) => void;

/** What the process really has; the simulation itself waits with it. */
export const real = {
  setTimeout: globalThis.setTimeout,
  now: Date.now,
  elapsed: performance.now.bind(performance),
  turn: () => new Promise<void>((resolve) => setImmediate(resolve)),
  pause: (ms: number) => new Promise<void>((resolve) => real.setTimeout(resolve, ms)),
};

class Timer {
  constructor(
    readonly time: VirtualTime,
    public at: number,
    readonly everyMs: number | null,
    readonly run: () => void,
  ) {}

  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    return this;
  }
  close(): void {
    this.time.drop(this);
  }
  [Symbol.toPrimitive](): number {
    return 0;
  }
}

/**
 * Time, chance and identifiers of one run. `install` puts them in the place of the process's own, so that the product, its libraries
 * and the bank need no seam of their own: timers fire when the simulation says so, random bytes come from the seed.
 */
export class VirtualTime extends Clock {
  /** Since the start; only goes forward. */
  private elapsedMs = 0;
  /** What the wall clock shows at the start; it can be set back and forth without time passing. */
  private wallMs = FIRST_MORNING;
  private random = new Random(0);
  private readonly timers = new Set<Timer>();
  private restore: (() => void) | null = null;

  /** Another run: all chance comes from here. */
  begin(random: Random): void {
    this.random = random;
  }

  /** From the first morning on. */
  rewind(): void {
    Object.assign(this, { elapsedMs: 0, wallMs: FIRST_MORNING });
    this.timers.clear();
  }

  /** @returns puts this moment back, with the timers that wait now */
  bookmark(): () => void {
    const { elapsedMs, wallMs } = this;
    const waiting = [...this.timers].map((timer) => ({ timer, at: timer.at }));
    return () => {
      Object.assign(this, { elapsedMs, wallMs });
      this.timers.clear();
      for (const { timer, at } of waiting) this.timers.add(Object.assign(timer, { at }));
    };
  }

  /** Somebody waits for one that fires once. */
  get isAwaited(): boolean {
    return [...this.timers].some(({ everyMs }) => everyMs === null);
  }

  override now(): Date {
    return new Date(this.wallMs + this.elapsedMs);
  }

  /** The wall clock alone. */
  setClock(byMs: number): void {
    this.wallMs += byMs;
  }

  /** Time passes: timers that come due fire in their order, what repeats fires once. */
  pass(ms: number): void {
    const until = this.elapsedMs + ms;
    const repeating = [...this.timers].filter(({ everyMs }) => everyMs !== null);
    for (let due = this.earliest(until); due; due = this.earliest(until)) this.fire(due);
    this.elapsedMs = until;
    for (const timer of repeating) if (this.timers.has(timer)) timer.run();
  }

  /** Work takes time: a little for each statement, so that no two moments of a run are the same. */
  tick(ms: number): void {
    this.elapsedMs += ms;
  }

  /** Goes on to the next timer, when everybody waits. @returns false when there is none */
  fireNext(): boolean {
    const due = this.earliest(Infinity);
    if (due) this.fire(due);
    return due !== null;
  }

  drop(timer: unknown): void {
    this.timers.delete(timer as Timer);
  }

  /** Whoever started them is dead. */
  dropAll(): void {
    this.timers.clear();
  }

  install(): void {
    const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
    const kept = { now: Date.now, random: Math.random };
    const keptPromises = { setTimeout: promises['setTimeout'] };
    const keptCrypto = {
      randomBytes: crypto['randomBytes'],
      randomInt: crypto['randomInt'],
      randomUUID: crypto['randomUUID'],
    };
    Object.assign(globalThis, {
      setTimeout: (work: Work, ms = 0, ...given: unknown[]) => this.add(ms, null, () => work(...given)),
      setInterval: (work: Work, ms = 0, ...given: unknown[]) => this.add(ms, ms, () => work(...given)),
      clearTimeout: (timer: unknown) => this.clear(timer, clearTimeout),
      clearInterval: (timer: unknown) => this.clear(timer, clearInterval),
    });
    promises['setTimeout'] = (ms = 0, value?: unknown, options?: { signal?: AbortSignal }) =>
      this.wait(ms, value, options);
    Date.now = () => this.wallMs + this.elapsedMs;
    Object.defineProperty(performance, 'now', { value: () => this.elapsedMs, configurable: true });
    Math.random = () => (isForIdOfModule() ? kept.random() : this.random.next());
    Object.assign(crypto, {
      randomBytes: (size: number, done?: (error: null, bytes: Buffer) => void) => {
        const bytes = this.random.bytes(size);
        if (done) done(null, bytes);
        return bytes;
      },
      randomInt: (least: number, limit?: number) =>
        limit === undefined ? this.random.below(least) : least + this.random.below(limit - least),
      randomUUID: () => uuidOf(this.random.bytes(16)),
    });
    syncBuiltinESMExports();
    this.restore = () => {
      Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval });
      Object.assign(promises, keptPromises);
      Object.assign(crypto, keptCrypto);
      Date.now = kept.now;
      Math.random = kept.random;
      delete (performance as unknown as { now?: unknown }).now;
      syncBuiltinESMExports();
    };
  }

  uninstall(): void {
    this.restore?.();
    this.restore = null;
  }

  private add(ms: number, everyMs: number | null, run: () => void): Timer {
    const timer = new Timer(this, this.elapsedMs + Math.max(1, Number(ms) || 0), everyMs, run);
    this.timers.add(timer);
    return timer;
  }

  /** A timer that was started before the simulation is the process's own. */
  private clear(timer: unknown, otherwise: (timer: never) => void): void {
    if (timer instanceof Timer) this.timers.delete(timer);
    else otherwise(timer as never);
  }

  private wait(ms: number, value: unknown, options: { signal?: AbortSignal } = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) return reject(signal.reason as Error);
      const timer = this.add(ms, null, () => resolve(value));
      signal?.addEventListener('abort', () => {
        this.timers.delete(timer);
        reject(signal.reason as Error);
      });
    });
  }

  /** Of those that fire once. Of several the one that was started first. */
  private earliest(until: number): Timer | null {
    let found: Timer | null = null;
    for (const timer of this.timers)
      if (timer.everyMs === null && timer.at <= until && (found === null || timer.at < found.at)) found = timer;
    return found;
  }

  private fire(timer: Timer): void {
    this.timers.delete(timer);
    this.elapsedMs = Math.max(this.elapsedMs, timer.at);
    timer.run();
  }
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/**
 * The container of a product knows modules by random ids from the library `uid`, some for the whole process, some for each start, and it
 * takes two modules of one id for one. Runs and starts that have the same seed would draw the same ids; and what is drawn for many ids in
 * advance would move a run's own chance by what has happened before it.
 */
function isForIdOfModule(): boolean {
  return /[/\\]node_modules[/\\]uid[/\\]/.test(getCallSites(CALLER_OF_RANDOM)[CALLER_OF_RANDOM - 1]?.scriptName ?? '');
}

/** Behind `isForIdOfModule` and the function that stands for `Math.random`. */
const CALLER_OF_RANDOM = 3;
