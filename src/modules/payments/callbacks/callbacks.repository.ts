import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { GatewayCallbackEntity } from '../../../database/entities/gateway-callback.entity.js';
import { type Hydrator, hydratorOf } from '../../../database/hydrate.js';
import { sqlInstant } from '../../../database/instants.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId } from '../../../runtime/ids.js';
import type { TooManyRequests } from '../../../runtime/rate-limits/rate-limiter.js';
import {
  chosenNotice,
  FAILURE_CODES,
  isFailureCode,
  type Notice,
  type Notices,
  referenceOf,
  SUCCESS_CODES,
} from '../../gateway/index.js';
import type { ReferencedAttempt } from '../attempt-facts.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { ReviewsRepository } from '../transitions/reviews.repository.js';
import { AttemptChanges } from './attempt-changes.js';
import type { Room } from './callback-limits.js';

export interface IncomingCallback {
  channel: GatewayCallbackEntity['channel'];
  rawBody: string;
  contentType: string;
  /** Sender, for the limits; undefined where the caller has limits of its own. */
  address?: string;
}

/** A parsed and verified callback, not stored yet. */
export interface VerifiedCallback {
  incoming: IncomingCallback;
  /** As some merchant may have sent it: which one counts is known with the attempt. */
  notice: Notice;
  notices: Notices;
  /** SHA-256 of the raw body. */
  digest: string;
  room: Room;
}

/** The stored row; the first one for a repeated message. */
export type StoredCallback = Pick<
  GatewayCallbackEntity,
  'publicId' | 'channel' | 'digest' | 'hashValid' | 'problem' | 'attemptId' | 'receivedAt'
>;

/** Outcome of storing one callback. */
export type Stored = { kind: 'new' | 'known'; row: StoredCallback } | { kind: 'refused'; error: TooManyRequests };

const KNOWN = ['id', 'publicId', 'channel', 'digest', 'hashValid', 'problem', 'attemptId', 'receivedAt'] as const;
type KnownCallback = Pick<GatewayCallbackEntity, (typeof KNOWN)[number]>;

type NewRow = Omit<GatewayCallbackEntity, 'id'>;

/**
 * Stores a batch of callbacks in one unit of work and makes the attempts they name due for a check: two selects, one more where one of
 * them is captured or told of a failure under a number of the bank's, one insert, one update.
 */
@Injectable()
export class CallbacksRepository {
  private hydrator?: Hydrator<GatewayCallbackEntity>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly attempts: AttemptsRepository,
    private readonly reviews: ReviewsRepository,
  ) {}

  /** A new callback over the limit is not stored and changes nothing. */
  storeAll(judged: VerifiedCallback[]): Promise<Stored[]> {
    return this.uow.run(async () => {
      const named = await this.attempts.findNamed(judged.flatMap(({ notice }) => [...namesOf(notice)]));
      const known = await this.findKnown(judged);
      const added = new Map<string, NewRow>();
      const believed = new Map<StoredCallback, NewRow>();
      const captured = [...named.values()].filter(({ status }) => status === 'captured');
      const changes = new AttemptChanges(
        named,
        await this.reviews.findDenied(captured),
        await this.findWithNonFailure(
          judged.filter((one) => !known.get(keyOf(one))?.hashValid),
          named,
        ),
      );
      const outcomes = judged.map((one): Stored => {
        const about = one.notice.hashValid ? (named.get(referenceOf(one.notice) ?? '') ?? null) : null;
        const notice = chosenNotice(one.notices, about);
        const attempt = notice.hashValid ? about : null;
        const earlier = known.get(keyOf(one)) ?? added.get(keyOf(one));
        const error = earlier ? null : attempt ? one.room.named : one.room.unnamed;
        if (error) return { kind: 'refused', error };
        if (attempt) changes.about(attempt, notice, earlier?.hashValid === true);
        const twin = added.get(keyOf(one));
        if (twin) twin.deliveries += 1;
        const row = this.rowOf({ ...one, notice }, attempt);
        if (earlier && row.hashValid && !earlier.hashValid) believed.set(earlier, row);
        if (earlier) return { kind: 'known', row: earlier };
        added.set(keyOf(one), row);
        return { kind: 'new', row };
      });
      await this.insert([...added.values()]);
      for (const [earlier, row] of believed) await this.believe(earlier, row);
      await this.countAgain(judged.flatMap((one) => known.get(keyOf(one))?.id ?? []));
      await this.attempts.makeDue(changes.all());
      return outcomes;
    });
  }

  findByPublicId(publicId: string): Promise<GatewayCallbackEntity | null> {
    return this.repository.findOneBy({ publicId });
  }

  /** When the bank's first message about the attempt came in. */
  findFirstReceivedAt(attemptId: number): Promise<Date | null> {
    return this.receivedAt(attemptId, 'ASC');
  }

  /** When the newest callback about the attempt came in. */
  findLastReceivedAt(attemptId: number): Promise<Date | null> {
    return this.receivedAt(attemptId, 'DESC');
  }

  /** When the newest callback that told of money on the attempt came in. */
  async findLastSuccessAt(attemptId: number): Promise<Date | null> {
    const where = { attemptId, hashValid: true, responseCode: In([...SUCCESS_CODES]) };
    const select = { id: true, receivedAt: true };
    return (await this.repository.findOne({ select, where, order: { id: 'DESC' } }))?.receivedAt ?? null;
  }

  /**
   * Of the attempts that have a number of the bank's and a callback here that claims a failure: those with one that claims none. Of an attempt
   * that failed by the last STATUS answer, only callbacks since that question count.
   */
  private async findWithNonFailure(
    judged: VerifiedCallback[],
    named: Map<string, ReferencedAttempt>,
  ): Promise<Set<number>> {
    const failed = judged.filter(({ notice }) => isFailureCode(notice.known.responseCode ?? ''));
    const told = failed.flatMap(({ notice }) => named.get(referenceOf(notice) ?? '') ?? []);
    const ids = [...new Set(told.filter(({ bankMerchantTxnNo }) => bankMerchantTxnNo !== null).map(({ id }) => id))];
    if (ids.length === 0) return new Set();
    const rows = (await this.uow.manager.query(
      `SELECT DISTINCT n.attempt_id AS id FROM gateway_notices n JOIN payment_attempts a ON a.id = n.attempt_id
        WHERE n.attempt_id IN (${ids.map(() => '?').join(', ')}) AND n.hash_valid = 1
          AND (n.response_code IS NULL OR n.response_code NOT IN (${FAILURE_CODES.map(() => '?').join(', ')}))
          AND NOT (a.status IN ('failed', 'cancelled') AND COALESCE(a.last_answer, '') = 'undecided'
                   AND n.received_at <= COALESCE(a.last_checked_at, a.created_at))`,
      [...ids, ...FAILURE_CODES],
    )) as { id: number }[];
    return new Set(rows.map(({ id }) => Number(id)));
  }

  private async findKnown(judged: VerifiedCallback[]): Promise<Map<string, KnownCallback>> {
    const channels = [...new Set(judged.map(({ incoming }) => incoming.channel))];
    const digests = [...new Set(judged.map(({ digest }) => digest))];
    const notice = (this.hydrator ??= hydratorOf(this.uow.manager, GatewayCallbackEntity, 'n', KNOWN));
    const rows = (await this.uow.manager.query(
      `SELECT ${notice.columns} FROM gateway_notices n
        WHERE n.channel IN (${channels.map(() => '?').join(', ')}) AND n.digest IN (${digests.map(() => '?').join(', ')})`,
      [...channels, ...digests],
    )) as Record<string, unknown>[];
    return new Map(rows.map((row) => notice.read(row)).map((row) => [`${row.channel} ${row.digest}`, row]));
  }

  /** Raw SQL: TypeORM's builder takes longer for some dozens of rows than the database. */
  private async insert(rows: NewRow[]): Promise<void> {
    if (rows.length === 0) return;
    const each = rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
    await this.uow.manager.query(
      `INSERT INTO gateway_notices (public_id, channel, content_type, raw_body, digest, hash_valid, problem, response_code,
        response_text, complete, attempt_id, payment_id, received_at, deliveries)
        VALUES ${each}`,
      rows.flatMap((row) => [
        row.publicId,
        row.channel,
        row.contentType,
        row.rawBody,
        row.digest,
        Number(row.hashValid),
        row.problem,
        row.responseCode,
        row.responseText,
        Number(row.complete),
        row.attemptId,
        row.paymentId,
        sqlInstant(row.receivedAt),
        row.deliveries,
      ]),
    );
  }

  /** A message that was refused when it first came: the key, or the type that it is read as, has been set right since. */
  private async believe(
    earlier: StoredCallback,
    { publicId: _own, deliveries: _once, ...facts }: NewRow,
  ): Promise<void> {
    await this.repository.update({ publicId: earlier.publicId }, facts);
    Object.assign(earlier, facts);
  }

  /** @param ids of repeated rows, each as often as it was repeated */
  private async countAgain(ids: number[]): Promise<void> {
    const times = new Map<number, number>();
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
    for (const count of new Set(times.values())) {
      const some = [...times].filter(([, of]) => of === count).map(([id]) => id);
      await this.repository.increment({ id: In(some) }, 'deliveries', count);
    }
  }

  private rowOf({ incoming, notice, digest }: VerifiedCallback, attempt: ReferencedAttempt | null): NewRow {
    return {
      publicId: newPublicId(),
      channel: incoming.channel,
      contentType: incoming.contentType.slice(0, 100),
      rawBody: storable(incoming.rawBody, notice.hashValid ? MAX_BYTES : MAX_UNSIGNED_BYTES),
      digest,
      hashValid: notice.hashValid,
      problem: notice.problem ?? null,
      responseCode: notice.known.responseCode ?? null,
      responseText: notice.hashValid ? notice.known.responseText || null : null,
      complete: notice.complete,
      attemptId: attempt?.id ?? null,
      paymentId: attempt?.paymentId ?? null,
      receivedAt: this.clock.now(),
      deliveries: 1,
    };
  }

  private async receivedAt(attemptId: number, id: 'ASC' | 'DESC'): Promise<Date | null> {
    const select = { id: true, receivedAt: true };
    return (await this.repository.findOne({ select, where: { attemptId }, order: { id } }))?.receivedAt ?? null;
  }

  private get repository() {
    return this.uow.manager.getRepository(GatewayCallbackEntity);
  }
}

/** Below the size of a MySQL TEXT column. */
const MAX_BYTES = 65_000;
/** For messages without a valid hash. Those of the bank are below 2 kB. */
const MAX_UNSIGNED_BYTES = 8_192;

/** The body as received, without NUL, which SQLite's driver refuses, and truncated. The digest is of the full message. */
function storable(rawBody: string, most: number): string {
  const text = rawBody.replaceAll('\0', '\ufffd');
  if (Buffer.byteLength(text) <= most) return text;
  return Buffer.from(text)
    .subarray(0, most - 3)
    .toString('utf8');
}

function keyOf({ incoming, digest }: VerifiedCallback): string {
  return `${incoming.channel} ${digest}`;
}

/** Every number by which a verified callback may name an attempt, or give it a new name. */
function* namesOf(notice: Notice): Iterable<string> {
  if (!notice.hashValid) return;
  const reference = referenceOf(notice);
  if (reference) yield reference;
  if (notice.known.merchantTxnNo) yield notice.known.merchantTxnNo;
}
