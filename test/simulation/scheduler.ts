import { type AtGate, Priorities } from './priorities.js';
import type { Random } from './random.js';
import { real, type VirtualTime } from './virtual-time.js';

interface Waiting extends AtGate {
  go: () => void;
}

/** Event loop turns without a sign of life after which everybody is taken to wait for time to pass. */
const IDLE_TURNS = 12;
/** Turns in which others may still come to their gates before one of them is chosen. */
const GATHERING_TURNS = 3;
/** A statement that takes longer waits for a lock that another one holds. */
const BLOCKED_AFTER_MS = 12;
/** Moments of waiting for something outside, one after the other, in which nothing happened. */
const MAX_PAUSES = 1000;

/**
 * Decides who goes on. Every statement and every exchange with the bank passes a gate; while several actors are at work, all of them
 * wait there and the seed names the one that goes first: by chance, or by priorities. Time only passes when nobody can go on without it.
 */
export class Scheduler {
  private readonly waiting: Waiting[] = [];
  private passed = 0;
  private inFlight = 0;
  private isConcurrent = false;
  private isPatient = false;
  private wake: (() => void) | null = null;
  private random: Random | null = null;
  private priorities: Priorities | null = null;

  constructor(private readonly time: VirtualTime) {}

  /** @param actor who is here @param what is next, and where */
  gate(actor: string, what: string): Promise<void> {
    this.passed += 1;
    if (!this.isConcurrent) return Promise.resolve();
    return new Promise((go) => this.waiting.push({ actor, name: `${actor} ${what}`, go }));
  }

  /** For work that the process waits for outside of its own event loop, e.g. a database server. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.inFlight += 1;
    try {
      return await work();
    } finally {
      this.inFlight -= 1;
      this.passed += 1;
      this.wake?.();
    }
  }

  /** For work that waits for what is outside and not for time, e.g. a start. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    this.isPatient = true;
    try {
      return await work();
    } finally {
      this.isPatient = false;
    }
  }

  /** @param random null: nobody waits at a gate, each goes on as it comes */
  async all<T>(actors: (() => Promise<T>)[], random: Random | null): Promise<T[]> {
    this.random = random;
    this.isConcurrent = random !== null;
    this.priorities = random?.chance(0.5) ? new Priorities(random) : null;
    let isOver = false;
    const work = Promise.all(actors.map((actor) => actor()));
    const ended = work.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    try {
      await this.until(() => isOver);
    } finally {
      this.openAll();
    }
    await ended;
    return work;
  }

  /** What the dead have left at the gates. */
  openAll(): void {
    this.isConcurrent = false;
    for (const { go } of this.waiting.splice(0)) go();
  }

  private async until(isOver: () => boolean): Promise<void> {
    let idle = 0;
    let pauses = 0;
    while (!isOver()) {
      const before = this.passed;
      await real.turn();
      if (isOver()) return;
      if (this.inFlight > 0 && !(await this.isBlocked(before))) continue;
      if (this.passed !== before) {
        idle = 0;
        pauses = 0;
        if (this.waiting.length === 0) continue;
      }
      if (this.waiting.length > 0) {
        await this.letOneGo();
        idle = 0;
        continue;
      }
      idle += 1;
      if (idle < IDLE_TURNS) continue;
      idle = 0;
      if (!this.isPatient && this.time.fireNext()) continue;
      // Something that is no timer: a file, a thread.
      await real.pause(1);
      pauses += 1;
      if (pauses > MAX_PAUSES) throw new Error('the simulation is stuck: nobody can go on');
    }
  }

  private async letOneGo(): Promise<void> {
    for (let turns = 0; turns < GATHERING_TURNS; turns += 1) await real.turn();
    // By name, in which everything stands that is waited for: which of two comes first within a turn may hang on what a process
    // has kept from runs before.
    this.waiting.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
    this.waiting.splice(this.chosen(), 1)[0]?.go();
  }

  private chosen(): number {
    if (this.priorities) return this.priorities.choose(this.waiting);
    return this.random && this.waiting.length > 1 ? this.random.below(this.waiting.length) : 0;
  }

  /** @returns whether the statements under way wait for others, so that another actor has to go on first */
  private async isBlocked(before: number): Promise<boolean> {
    const since = real.elapsed();
    while (this.passed === before) {
      if (this.waiting.length > 0 && real.elapsed() - since > BLOCKED_AFTER_MS) return true;
      if (real.elapsed() - since > MAX_PAUSES * 10)
        throw new Error('the simulation is stuck: the database does not answer');
      await Promise.race([new Promise<void>((resolve) => (this.wake = resolve)), real.pause(BLOCKED_AFTER_MS + 1)]);
    }
    return false;
  }
}
