import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import { WorkQueue } from '../../runtime/work-queue.js';
import { isHashable, normalisePassword } from './password-rules.js';

/** Of argon2id: memory in KiB, passes over it, threads. */
export interface HashingCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's smallest recommended setting for argon2id (which is the library's default algorithm). */
const PRODUCTION_COST: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashed in place of an invalid password, so that refusing it takes as long. */
const PLACEHOLDER = 'not a password';

/** Replaced only by tests, which sign in thousands of times. */
export const HASHING_COST = Symbol('HASHING_COST');
export const hashingCost = { provide: HASHING_COST, useValue: PRODUCTION_COST };

/** Hashing is slow and takes memory by design: a flood of logins queues instead of exhausting the machine. */
@Injectable()
export class PasswordHasher {
  private readonly queue = new WorkQueue('passwords to check', { running: 4, waiting: 100 });
  private dummy: Promise<string> | undefined;

  constructor(@Inject(HASHING_COST) private readonly cost: HashingCost) {}

  /** @param password accepted by the password rules @throws Overloaded */
  async hash(password: string): Promise<string> {
    return this.queue.run(() => hash(normalisePassword(password), this.cost));
  }

  /**
   * Takes the same time with and without an account, and for invalid passwords.
   * @param known the account's hash; null when there is none
   * @throws Overloaded
   */
  async matches(password: string, known: string | null): Promise<boolean> {
    const normal = normalisePassword(password.slice(0, 4096));
    const usable = password.length <= 4096 && isHashable(normal);
    const target = known ?? (await this.dummyHash());
    const fits = await this.queue.run(() => verify(target, usable ? normal : PLACEHOLDER));
    return fits && usable && known !== null;
  }

  /** True for a hash that was made with weaker parameters than today's. */
  isOutdated(known: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(known);
    return memoryCost < this.cost.memoryCost || timeCost < this.cost.timeCost || parallelism !== this.cost.parallelism;
  }

  private dummyHash(): Promise<string> {
    this.dummy ??= hash('nobody has this password', this.cost);
    return this.dummy;
  }
}
