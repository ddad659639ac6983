import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { GatewayNoticeEntity } from '../../database/entities/gateway-notice.entity.js';
import { type Hydrator, hydratorOf } from '../../database/hydrate.js';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import type { TooManyRequests } from '../../http/index.js';
import { type Notice, referenceOf } from '../gateway/index.js';
import type { AttemptNews, NamedAttempt } from './attempt-news.js';
import { AttemptsRepository } from './attempts.repository.js';
import type { Room } from './notice-limits.js';

export interface IncomingNotice {
  channel: GatewayNoticeEntity['channel'];
  rawBody: string;
  contentType: string;
  /** Of whoever sent it, for the limits; not given where the caller has limits of its own. */
  address?: string;
}

/** A message that was read and judged, not yet stored. */
export interface JudgedNotice {
  incoming: IncomingNotice;
  notice: Notice;
  /** SHA-256 of the raw body. */
  digest: string;
  room: Room;
}

/** Of the stored row: of the first message, where it came more than once. */
export type StoredNotice = Pick<
  GatewayNoticeEntity,
  'publicId' | 'channel' | 'digest' | 'hashValid' | 'problem' | 'attemptId' | 'receivedAt'
>;

/** What became of one message. */
export type Stored = { kind: 'new' | 'known'; row: StoredNotice } | { kind: 'refused'; error: TooManyRequests };

const KNOWN = ['id', 'publicId', 'channel', 'digest', 'hashValid', 'problem', 'attemptId', 'receivedAt'] as const;
type KnownNotice = Pick<GatewayNoticeEntity, (typeof KNOWN)[number]>;

type NewRow = Omit<GatewayNoticeEntity, 'id'>;

/**
 * Stores any number of messages in one unit of work and makes the attempts they name due for a check: two questions, one
 * insert, one update.
 */
@Injectable()
export class NoticeStore {
  private hydrator?: Hydrator<GatewayNoticeEntity>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly attempts: AttemptsRepository,
  ) {}

  /** A new message for which there is no room is not kept, and changes nothing. */
  storeAll(judged: JudgedNotice[]): Promise<Stored[]> {
    return this.uow.run(async () => {
      const named = await this.attempts.findNamed(judged.flatMap(({ notice }) => [...namesOf(notice)]));
      const known = await this.findKnown(judged);
      const added = new Map<string, NewRow>();
      const news = new AttemptChanges(named);
      const outcomes = judged.map((one): Stored => {
        const attempt = one.notice.hashValid ? (named.get(referenceOf(one.notice) ?? '') ?? null) : null;
        const earlier = known.get(keyOf(one)) ?? added.get(keyOf(one));
        const error = earlier ? null : attempt ? one.room.named : one.room.unnamed;
        if (error) return { kind: 'refused', error };
        if (attempt) news.about(attempt, one.notice);
        const twin = added.get(keyOf(one));
        if (twin) twin.deliveries += 1;
        if (earlier) return { kind: 'known', row: earlier };
        const row = this.rowOf(one, attempt);
        added.set(keyOf(one), row);
        return { kind: 'new', row };
      });
      await this.insert([...added.values()]);
      await this.countAgain(judged.flatMap((one) => known.get(keyOf(one))?.id ?? []));
      await this.attempts.makeDue(news.all());
      return outcomes;
    });
  }

  private async findKnown(judged: JudgedNotice[]): Promise<Map<string, KnownNotice>> {
    const channels = [...new Set(judged.map(({ incoming }) => incoming.channel))];
    const digests = [...new Set(judged.map(({ digest }) => digest))];
    const notice = (this.hydrator ??= hydratorOf(this.uow.manager, GatewayNoticeEntity, 'n', KNOWN));
    const rows = (await this.uow.manager.query(
      `SELECT ${notice.columns} FROM gateway_notices n
        WHERE n.channel IN (${channels.map(() => '?').join(', ')}) AND n.digest IN (${digests.map(() => '?').join(', ')})`,
      [...channels, ...digests],
    )) as Record<string, unknown>[];
    return new Map(rows.map((row) => notice.read(row)).map((row) => [`${row.channel} ${row.digest}`, row]));
  }

  /** By hand: TypeORM's builder spends more time on some dozens of rows than the database does. */
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

  /** @param ids of rows whose message came once more, each as often as it came */
  private async countAgain(ids: number[]): Promise<void> {
    const times = new Map<number, number>();
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
    for (const count of new Set(times.values())) {
      const some = [...times].filter(([, of]) => of === count).map(([id]) => id);
      await this.repository.increment({ id: In(some) }, 'deliveries', count);
    }
  }

  private rowOf({ incoming, notice, digest }: JudgedNotice, attempt: NamedAttempt | null): NewRow {
    return {
      publicId: newPublicId(),
      channel: incoming.channel,
      contentType: incoming.contentType.slice(0, 100),
      rawBody: storable(incoming.rawBody, notice.hashValid ? MOST_BYTES : MOST_UNSIGNED_BYTES),
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

  private get repository() {
    return this.uow.manager.getRepository(GatewayNoticeEntity);
  }
}

/** What the messages of one unit of work ask of the attempts they name. */
class AttemptChanges {
  private readonly changes = new Map<number, AttemptNews>();

  constructor(private readonly named: Map<string, NamedAttempt>) {}

  about(attempt: NamedAttempt, notice: Notice): void {
    // Nothing new can follow from a success that is stored already; a failure after it may be a reversal.
    const { claimsSuccess, txnId } = notice.known;
    if (attempt.status === 'captured' && claimsSuccess && (!txnId || txnId === attempt.bankTxnId)) return;
    const bankMerchantTxnNo = this.foreignReference(attempt, notice) ?? this.changes.get(attempt.id)?.bankMerchantTxnNo;
    this.changes.set(attempt.id, { id: attempt.id, bankMerchantTxnNo: bankMerchantTxnNo ?? null });
  }

  all(): AttemptNews[] {
    return [...this.changes.values()].sort((one, other) => one.id - other.id);
  }

  /** The bank's own number for the payment. Never one of ours: a re-cut message must not point at another payment. */
  private foreignReference(attempt: NamedAttempt, notice: Notice): string | null {
    const name = notice.ok ? notice.known.merchantTxnNo : undefined;
    if (!name || name === attempt.invoiceNo || this.named.has(name)) return null;
    this.named.set(name, attempt);
    return name;
  }
}

/** What MySQL's TEXT has room for. */
const MOST_BYTES = 65_000;
/** Of what anybody may have written: enough to see what it was. The bank's messages are below 2 kB. */
const MOST_UNSIGNED_BYTES = 8_192;

/**
 * As received, but for what a text column cannot hold: NUL, which SQLite's driver refuses, and too many bytes. The digest is
 * of the message as it came.
 */
function storable(rawBody: string, most: number): string {
  const text = rawBody.replaceAll('\0', '\ufffd');
  if (Buffer.byteLength(text) <= most) return text;
  return Buffer.from(text)
    .subarray(0, most - 3)
    .toString('utf8');
}

function keyOf({ incoming, digest }: JudgedNotice): string {
  return `${incoming.channel} ${digest}`;
}

/** Every number by which a believed message may name an attempt, or give it a new name. */
function* namesOf(notice: Notice): Iterable<string> {
  if (!notice.hashValid) return;
  const reference = referenceOf(notice);
  if (reference) yield reference;
  if (notice.ok && notice.known.merchantTxnNo) yield notice.known.merchantTxnNo;
}
