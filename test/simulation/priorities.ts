import type { Random } from './random.js';

export interface AtGate {
  actor: string;
  /** What is next: the actor, the process, and the statement or exchange. */
  name: string;
}

/** About as many statements and exchanges, and as many transactions, as two commands at the same time come to. */
const USUAL_STEPS = 64;
const USUAL_TRANSACTIONS = 8;

/**
 * Who goes first while several actors are at work: the one of the highest priority, until one of few moments gives it the lowest.
 * So one gets as far as some point, others come to their ends, and only then it goes on; a choice by chance at every statement
 * hardly ever does that. The moments are statements, or the beginnings of transactions: what was read before one may not be true
 * inside. (Probabilistic concurrency testing: Burckhardt and others, ASPLOS 2010.)
 */
export class Priorities {
  /** Highest first. */
  private readonly order: string[] = [];
  private readonly isByTransaction: boolean;
  private readonly changes: readonly number[];
  private moments = 0;

  constructor(private readonly random: Random) {
    this.isByTransaction = random.chance(0.5);
    const usual = this.isByTransaction ? USUAL_TRANSACTIONS : USUAL_STEPS;
    this.changes = Array.from({ length: 1 + random.below(2) }, () => random.below(usual));
  }

  /** @param waiting not empty @returns the place of the one that goes on */
  choose(waiting: readonly AtGate[]): number {
    for (const { actor } of waiting)
      if (!this.order.includes(actor)) this.order.splice(this.random.below(this.order.length + 1), 0, actor);
    const first = this.first(waiting);
    if (!this.isChange(waiting[first]!)) return first;
    const { actor } = waiting[first]!;
    this.order.push(...this.order.splice(this.order.indexOf(actor), 1));
    return this.first(waiting);
  }

  private isChange({ name }: AtGate): boolean {
    if (this.isByTransaction && !/: (?:BEGIN|START) /.test(name)) return false;
    return this.changes.includes(this.moments++);
  }

  private first(waiting: readonly AtGate[]): number {
    const actor = this.order.find((each) => waiting.some((at) => at.actor === each));
    return waiting.findIndex((at) => at.actor === actor);
  }
}
