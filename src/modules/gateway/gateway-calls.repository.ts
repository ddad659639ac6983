import { Injectable, Logger } from '@nestjs/common';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isDatabaseUnavailable } from '../../http/index.js';
import { BackgroundTasks } from '../../runtime/background.js';
import { Metrics } from '../../runtime/metrics.js';
import { MicroBatch } from '../../runtime/micro-batch.js';
import { GatewayCallRecorder, type GatewayCall } from './gateway-call-recorder.js';

type Row = (string | number | null)[];

const COLUMNS = 'kind, reference, started_at, duration_ms, http_status, outcome, request, response, request_id';
const ONE_ROW = `(${COLUMNS.split(',')
  .map(() => '?')
  .join(', ')})`;
const MAX_BATCH_SIZE = 100;
const MAX_WAITING = 20_000;

/** Writes records of exchanges, batched into one insert. */
@Injectable()
export class GatewayCallsRepository extends GatewayCallRecorder {
  private readonly logger = new Logger(GatewayCallsRepository.name);
  private readonly batch: MicroBatch<Row, void>;
  /** The newest record's write; records are written in order. */
  private newest: Promise<void> = Promise.resolve();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly metrics: Metrics,
    private readonly background: BackgroundTasks,
  ) {
    super();
    this.batch = new MicroBatch({
      name: 'traces of bank calls',
      most: MAX_BATCH_SIZE,
      waiting: MAX_WAITING,
      work: (rows) => this.insert(rows),
      isDivisible: (error) => !isDatabaseUnavailable(error),
    });
  }

  override record(call: GatewayCall): Promise<void> {
    this.metrics.observeBankCall(call.kind, call.outcome, call.durationMs / 1000);
    const kept = this.keep(call);
    this.newest = kept;
    // Registered so that shutdown waits for it.
    this.background.start('trace of a bank call', () => kept);
    return kept;
  }

  override settled(): Promise<void> {
    return this.newest;
  }

  private async keep(call: GatewayCall): Promise<void> {
    try {
      await this.batch.add(rowOf(call));
    } catch (error) {
      // The bank has acted by now: its answer counts even if the record is lost.
      this.logger.error(`exchange ${call.kind} ${call.reference} (${call.outcome}) was not recorded: ${String(error)}`);
    }
  }

  private async insert(rows: Row[]): Promise<void[]> {
    const all = rows.map(() => ONE_ROW).join(', ');
    await this.uow.runOne((tx) => tx.query(`INSERT INTO gateway_calls (${COLUMNS}) VALUES ${all}`, rows.flat()));
    return rows.map(() => undefined);
  }
}

/** In the order of the columns. */
function rowOf(call: GatewayCall): Row {
  return [
    call.kind,
    call.reference.slice(0, 40),
    sqlInstant(call.startedAt),
    call.durationMs,
    call.httpStatus,
    call.outcome.slice(0, 40),
    call.requestMasked,
    call.responseMasked,
    call.requestId?.slice(0, 64) ?? null,
  ];
}
