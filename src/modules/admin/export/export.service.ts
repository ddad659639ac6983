import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { AuditService } from '../../audit/index.js';
import type { PaymentFilter } from '../../payment-lists/index.js';
import type { ReplicaView } from '../../../database/read-replica.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId } from '../../../runtime/ids.js';
import { Overloaded } from '../../../runtime/overloaded.js';
import { WorkQueue } from '../../../runtime/work-queue.js';
import { exportBytes, type ExportChunk, type ExportFormat, headOf } from './export-bytes.js';
import type { ExportValue } from './export-columns.js';
import type { ExportSource, ReadRows } from './export-reader.js';
import { ExportSources } from './export-sources.js';
import { exportOnThread } from './export-thread.js';
import { Refusal } from '../../../runtime/refusal.js';

export interface ExportOptions {
  format: ExportFormat;
  /** Cancels the export; written bytes stay. */
  signal: AbortSignal;
  /** Called when its turn has come, before the first byte. @param asOf null: of this moment */
  onStart?: (asOf: Date | null) => void;
  onProgress?: (rows: number) => void;
}

export interface ExportResult {
  rows: number;
  bytes: number;
  /** A replica was read, and holds everything up to then; null: the file is of the moment of its making. */
  asOf: Date | null;
  /** False when it was cancelled, or the reader was gone. */
  complete: boolean;
}

/** One runs at a time, so that lists stay fast; a few may wait. */
const QUEUE = { running: 1, waiting: 3 };

/** Streams the payments of a filter in constant memory. */
@Injectable()
export class ExportService {
  private readonly logger = new Logger(ExportService.name);
  private readonly queue = new WorkQueue('exports', QUEUE);

  constructor(
    private readonly sources: ExportSources,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Checks before a request. @throws EXPORTS_BUSY when too many are waiting */
  requireRoom(): void {
    if (!this.queue.hasRoom) throw new Refusal('EXPORTS_BUSY', { retryAfterSeconds: 60 });
  }

  /**
   * Leaves the stream open; nobody else may write to it meanwhile. Every export that was started is audited, however it ended.
   * @throws EXPORTS_BUSY when too many are waiting; any error on the way
   */
  async run(filter: PaymentFilter, target: Writable, options: ExportOptions): Promise<ExportResult> {
    try {
      return await this.queue.run(() => this.audited(filter, target, options));
    } catch (error) {
      throw error instanceof Overloaded ? new Refusal('EXPORTS_BUSY', { retryAfterSeconds: 60 }) : error;
    }
  }

  private async audited(filter: PaymentFilter, target: Writable, options: ExportOptions): Promise<ExportResult> {
    const result: ExportResult = { rows: 0, bytes: 0, asOf: null, complete: false };
    const began = this.clock.now().getTime();
    let outcome: 'failed' | 'completed' | 'aborted' = 'failed';
    try {
      await this.write(filter, target, options, result);
      outcome = result.complete ? 'completed' : 'aborted';
      return result;
    } finally {
      await this.audit.write({
        action: `export.${outcome}`,
        subjectType: 'export',
        subjectId: newPublicId(),
        fromValue: options.format,
        toValue: `${result.rows} rows`,
        reason: JSON.stringify(withoutSearch(filter)),
      });
      const ms = this.clock.now().getTime() - began;
      this.logger.log({ msg: 'payments exported', outcome, rows: result.rows, bytes: result.bytes, ms });
    }
  }

  private async write(
    filter: PaymentFilter,
    target: Writable,
    { format, signal, onStart, onProgress }: ExportOptions,
    result: ExportResult,
  ): Promise<void> {
    if (signal.aborted) return;
    const { value: source, view } = await this.sources.of(filter);
    if (signal.aborted) return;
    result.asOf = view && view.asOf;
    onStart?.(result.asOf);
    try {
      const put = async (bytes: Uint8Array) => {
        result.bytes += bytes.length;
        if (!target.write(bytes)) await once(target, 'drain', { signal });
      };
      const head = headOf(format, source);
      if (head) await put(head);
      for await (const chunk of this.chunks(source, view, format, signal)) {
        await put(chunk.bytes);
        result.rows = chunk.rows;
        onProgress?.(chunk.rows);
      }
      result.complete = true;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private chunks(
    source: ExportSource,
    view: ReplicaView | null,
    format: ExportFormat,
    signal: AbortSignal,
  ): AsyncGenerator<ExportChunk> {
    if (source.isSqlite) return this.inTurns(source, format, signal);
    const { databaseUrl, databaseReadUrl } = this.settings;
    const replica = view && databaseReadUrl ? { url: databaseReadUrl, view } : null;
    const task = { databaseUrl, replica, source, format };
    return exportOnThread(task, signal, (id) => this.uow.manager.query(`KILL ${Math.trunc(id)}`));
  }

  /** SQLite runs on this thread; other requests run between two blocks. */
  private inTurns(source: ExportSource, format: ExportFormat, signal: AbortSignal): AsyncGenerator<ExportChunk> {
    const read: ReadRows = async (sql, parameters) => {
      await turn();
      signal.throwIfAborted();
      const rows = (await this.uow.manager.query(sql, parameters)) as Record<string, ExportValue>[];
      return rows.map((row) => Object.values(row));
    };
    return exportBytes(read, source, format);
  }
}

/** A search text may name a customer, and the audit log is never changed; of chosen payments it holds the number. */
function withoutSearch({ search, publicIds, ...filter }: PaymentFilter): object {
  return { ...filter, ...(search && { search: 'a text' }), ...(publicIds && { chosen: publicIds.length }) };
}
