import { Injectable } from '@nestjs/common';
import { PaymentSearch, conditionsOf, partsOf, planOf, type PaymentFilter } from '../../payment-lists/index.js';
import { DEFAULT_EVENT_ID } from '../../../domain/projects/event-rules.js';
import { ReadReplica, type ReplicaRead } from '../../../database/read-replica.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { NEWEST_FIRST } from '../../../domain/payment/payment-sort.js';
import type { ExportSource } from './export-reader.js';

/** With more customers than this, payments are matched while all are read. */
const MAX_GATHERED = 2000;

type Found = Awaited<ReturnType<PaymentSearch['resolve']>>;

/** Turns a filter into an export source: the same rows that the list shows. */
@Injectable()
export class ExportSources {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly searches: PaymentSearch,
    private readonly replica: ReadReplica,
  ) {}

  /** The search asks the primary: what it finds is kept for the lists. */
  async of(filter: PaymentFilter): Promise<ReplicaRead<ExportSource>> {
    const found = await this.searches.resolve(filter);
    return this.replica.read(() => this.sourceOf(filter, found));
  }

  private async sourceOf(filter: PaymentFilter, found: Found): Promise<ExportSource> {
    const { manager, isSqlite } = this.uow;
    const [newest] = (await manager.query(
      `SELECT MAX(id) AS id, (SELECT MAX(e.id) FROM events e) AS event,
        (SELECT COUNT(*) FROM catalogue_tiers k WHERE k.code <> '') AS codes FROM payments`,
    )) as { id: number | null; event: number | null; codes: number | string }[];
    const hasEvents = Number(newest?.event ?? DEFAULT_EVENT_ID) > DEFAULT_EVENT_ID;
    const source = {
      isSqlite,
      hasEvents,
      hasTierCodes: Number(newest?.codes ?? 0) > 0,
      highestId: Number(newest?.id ?? 0),
      ...conditionsOf(filter),
      ids: null,
      parts: null,
    };
    if (found === null) return source;
    const tooMany = found.kind === 'dense' || (found.kind === 'customers' && found.ids.length > MAX_GATHERED);
    if (tooMany) return { ...source, parts: partsOf(filter.search ?? '') };
    const { where, parameters } = planOf(filter, NEWEST_FIRST, found);
    const rows = (await manager.query(
      `SELECT p.id AS id FROM payments p WHERE ${where.join(' AND ')} ORDER BY p.id`,
      parameters,
    )) as { id: number }[];
    return { ...source, ids: rows.map(({ id }) => Number(id)) };
  }
}
