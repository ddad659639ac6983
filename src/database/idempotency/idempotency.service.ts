import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, IsNull } from 'typeorm';
import { CommitOutcomeUnknown } from '../commit-outcome.js';
import { IdempotencyKeyEntity } from '../entities/idempotency-key.entity.js';
import { InstanceRegistry } from '../instance-registry.js';
import { isUniqueViolation, UnitOfWork } from '../unit-of-work.js';
import { Refusal } from '../../runtime/refusal.js';
import { sameDigest } from '../../domain/bank-hash/same-digest.js';
import { BackgroundTasks } from '../../runtime/background.js';
import { Clock } from '../../runtime/clock.js';
import { MINUTE_MS, SECOND_MS } from '../../domain/calendar/durations.js';

export interface IdempotentCall {
  /** `user:7` or `payment:<id>`: keys are scoped to their caller. */
  caller: string;
  operation: string;
  /** The Idempotency-Key header; without one the work runs unguarded. */
  key: string | undefined;
  body: unknown;
  /**
   * The work makes nothing twice by itself, and its answer holds for the moment alone: a repetition runs it again. The key keeps those apart
   * that come at the same time.
   */
  runsAgain?: boolean;
}

export interface StoredAnswer {
  status: number;
  body: unknown;
}

/**
 * Called by the work inside the unit of work that creates its object: stores, in that unit, the answer that is true from its
 * commit on. If this process dies before the final answer is stored, a repetition gets this one, and the work never runs twice.
 * @throws Refusal IDEMPOTENCY_RUNNING, which rolls the unit back, when the key has been taken over meanwhile
 */
export type PromiseAnswer = (answer: StoredAnswer) => Promise<void>;

interface Claim {
  id: number;
  /** Identifies this run together with the process. */
  at: Date;
  leaseInstance: string;
  /** The key has been answered before. */
  isRepeated?: boolean;
}

type Run = Omit<Claim, 'id'>;

/** A run of a live process that takes longer is considered hung. One of a dead process is taken over at once. */
const TAKE_OVER_AFTER_MS = 2 * MINUTE_MS;
/** After this time the provisional answer is given: it is harmless, and the longest that staff wait for the bank. */
const PROMISE_DUE_AFTER_MS = 10 * SECOND_MS;
/** Repetitions that reach another instance are refused until the release; they come every two seconds (`running`). */
const RELEASE_RETRY_MS = 1 * SECOND_MS;
/** Bound of remembered claims that nobody works on; more would expire by themselves. */
const MAX_UNRELEASED = 10_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Repeated requests get the first answer (docs/product.md#requests). Only successes are stored: a failed request may be retried.
 */
@Injectable()
export class IdempotencyService {
  private readonly logger = new Logger(IdempotencyService.name);
  /**
   * Claims that nobody works on any more and whose rows may be there: of failed calls that could not be released, and those whose
   * COMMIT nobody could ask about. Key's identity to claim time. Each is released in the background, or by the next call here.
   */
  private readonly unreleased = new Map<string, number>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly instances: InstanceRegistry,
    private readonly tasks: BackgroundTasks,
  ) {}

  /**
   * @throws Refusal IDEMPOTENCY_MISMATCH for another body under a used key, IDEMPOTENCY_RUNNING while a live process works on the
   * first call, IDEMPOTENCY_KEY_INVALID for a malformed key
   */
  async run(
    call: IdempotentCall,
    work: (promise: PromiseAnswer, isRepeated: boolean) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> {
    if (call.key === undefined) return work(() => Promise.resolve(), false);
    if (!KEY.test(call.key)) {
      throw new Refusal('IDEMPOTENCY_KEY_INVALID');
    }
    const claim = await this.claim(call, call.key);
    if ('answer' in claim) return claim.answer;
    try {
      const answer = await work((promised) => this.promise(claim, promised), claim.isRepeated ?? false);
      await this.keep(claim, answer);
      return answer;
    } catch (error) {
      await this.releaseFailed(call, claim);
      throw error;
    }
  }

  /** The unique index decides who is first. */
  private async claim(call: IdempotentCall, keyValue: string): Promise<Claim | { answer: StoredAnswer }> {
    const at = this.clock.now();
    const { caller, operation } = call;
    const bodyDigest = digestOf(call.body);
    const leaseInstance = await this.instances.current();
    const own = { bodyDigest, state: 'running' as const, leaseInstance, createdAt: at, updatedAt: at };
    const row = { caller, operation, keyValue, ...own };
    try {
      // A unit and no single statement: a claim whose answer is lost would keep its own repetitions away.
      const inserted = await this.remembered(call, { at, leaseInstance }, (tx) =>
        tx.getRepository(IdempotencyKeyEntity).insert({ ...row }),
      );
      return { id: Number(inserted.identifiers[0]?.['id']), at, leaseInstance };
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return this.claimKnown(call, { caller, operation, keyValue }, bodyDigest, { at, leaseInstance });
    }
  }

  private async claimKnown(
    call: IdempotentCall,
    where: { caller: string; operation: string; keyValue: string },
    bodyDigest: string,
    by: Run,
  ): Promise<Claim | { answer: StoredAnswer }> {
    const row = await this.uow.manager.getRepository(IdempotencyKeyEntity).findOneBy(where);
    if (!row) throw running();
    if (!sameDigest(row.bodyDigest, bodyDigest)) {
      throw new Refusal('IDEMPOTENCY_MISMATCH');
    }
    if (row.state === 'done') return call.runsAgain ? this.reopen(call, row, by) : answerOf(row);
    const identity = identityOf(call);
    if (this.unreleased.get(identity) === row.updatedAt.getTime()) {
      const leaseInstance = row.leaseInstance ?? by.leaseInstance;
      await this.release(heldBy({ id: row.id, at: row.updatedAt, leaseInstance }));
      this.unreleased.delete(identity);
      return this.claim(call, where.keyValue);
    }
    const isGone = await this.instances.isGone(row.leaseInstance);
    // A time further in the future than a run may take comes from a clock that ran ahead: that run has ended too.
    const age = Math.abs(by.at.getTime() - row.updatedAt.getTime());
    if (row.responseBody !== null && (isGone || age > PROMISE_DUE_AFTER_MS)) return answerOf(row);
    if ((!isGone && age <= TAKE_OVER_AFTER_MS) || !(await this.takeOver(call, row, by))) throw running();
    return { id: row.id, ...by };
  }

  /** @throws Refusal IDEMPOTENCY_RUNNING when another repetition was first */
  private async reopen(call: IdempotentCall, { id, updatedAt }: IdempotencyKeyEntity, by: Run): Promise<Claim> {
    const { at, leaseInstance } = by;
    const fresh = { state: 'running' as const, responseStatus: null, responseBody: null, updatedAt: at, leaseInstance };
    const { affected } = await this.remembered(call, by, (tx) =>
      tx.getRepository(IdempotencyKeyEntity).update({ id, state: 'done', updatedAt }, fresh),
    );
    if (affected !== 1) throw running();
    return { id, at, leaseInstance, isRepeated: true };
  }

  private async takeOver(call: IdempotentCall, row: IdempotencyKeyEntity, by: Run): Promise<boolean> {
    const { at, leaseInstance } = by;
    const before = { updatedAt: row.updatedAt, leaseInstance: row.leaseInstance ?? IsNull() };
    const result = await this.remembered(call, by, (tx) =>
      tx
        .getRepository(IdempotencyKeyEntity)
        // A promise made since the row was read means that the work is done.
        .update({ id: row.id, state: 'running', ...before, responseBody: IsNull() }, { updatedAt: at, leaseInstance }),
    );
    return result.affected === 1;
  }

  private async promise(claim: Claim, answer: StoredAnswer): Promise<void> {
    const { affected } = await this.uow.runOne((tx) =>
      tx.getRepository(IdempotencyKeyEntity).update(heldBy(claim), stored(answer)),
    );
    if (affected !== 1) throw running();
  }

  private async keep(claim: Claim, answer: StoredAnswer): Promise<void> {
    const done = { state: 'done' as const, ...stored(answer) };
    await this.uow.runOne((tx) => tx.getRepository(IdempotencyKeyEntity).update(heldBy(claim), done));
  }

  /** Reports the work's error, not the release's. */
  private async releaseFailed(call: IdempotentCall, claim: Claim): Promise<void> {
    try {
      await this.release(heldBy(claim));
    } catch (error) {
      this.logger.warn({ msg: 'idempotency key not released', err: error });
      this.releaseLater(call, claim);
    }
  }

  /** A claim that may have been stored although nobody could say so. */
  private async remembered<T>(call: IdempotentCall, by: Run, unit: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.uow.run(unit);
    } catch (error) {
      if (error instanceof CommitOutcomeUnknown) this.releaseLater(call, by);
      throw error;
    }
  }

  /** Other instances see a live process at work, so this one has to release the key, whoever is called next. */
  private releaseLater(call: IdempotentCall, { at, leaseInstance }: Run): void {
    const identity = identityOf(call);
    const { caller, operation, key: keyValue } = call;
    if (this.unreleased.size >= MAX_UNRELEASED) this.unreleased.clear();
    this.unreleased.set(identity, at.getTime());
    // Whoever could not hear of the claim has no id of it.
    const own = { caller, operation, keyValue, state: 'running' as const, updatedAt: at, leaseInstance };
    this.tasks.retry('idempotency key release', RELEASE_RETRY_MS, TAKE_OVER_AFTER_MS, async () => {
      const isFound = await this.release(own);
      if (isFound && this.unreleased.get(identity) === at.getTime()) this.unreleased.delete(identity);
    });
  }

  /**
   * Releases the key for a retry, unless the object was created: then the provisional answer stands.
   * @param own the row while the run holds it
   * @returns false when it does not
   */
  private release(own: FindOptionsWhere<IdempotencyKeyEntity>): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const repository = tx.getRepository(IdempotencyKeyEntity);
      const deleted = await repository.delete({ ...own, responseBody: IsNull() });
      return deleted.affected === 1 || (await repository.update(own, { state: 'done' })).affected === 1;
    });
  }
}

function answerOf({ responseStatus, responseBody }: IdempotencyKeyEntity): { answer: StoredAnswer } {
  return { answer: { status: responseStatus ?? 200, body: JSON.parse(responseBody ?? 'null') as unknown } };
}

function identityOf({ caller, operation, key }: IdempotentCall): string {
  return JSON.stringify([caller, operation, key]);
}

/** The row while this run holds it. */
function heldBy({ id, at, leaseInstance }: Claim) {
  return { id, state: 'running' as const, updatedAt: at, leaseInstance };
}

function stored({ status, body }: StoredAnswer) {
  return { responseStatus: status, responseBody: JSON.stringify(body ?? null) };
}

function running(): Refusal {
  return new Refusal('IDEMPOTENCY_RUNNING', { retryAfterSeconds: 2 });
}

/** Independent of the order of names. */
function digestOf(body: unknown): string {
  return createHash('sha256').update(canonical(body)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}
