import { Injectable, Logger } from '@nestjs/common';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LATE, within } from './time-limit.js';
import { PrimaryLink } from './workers/primary-link.js';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Buckets from the customer's return to the confirmation: seconds normally, hours when the bank is down. */
const CONFIRMATION_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600, 14_400, 86_400];
/** A gauge that is not read within this time has no value. Less than the primary waits for the report of a worker (`REPORT_LIMIT_MS`). */
const READ_LIMIT_MS = 3_000;

export interface HttpAnswer {
  method: string;
  /** The pattern, e.g. `/payment/:paymentId`: addresses are keys and would be unbounded. */
  route: string;
  status: number;
  seconds: number;
}

/** Prometheus metrics. No label holds personal data or payment ids. */
@Injectable()
export class Metrics {
  private readonly logger = new Logger(Metrics.name);
  private readonly registry = new Registry();
  private watchesProcess = false;

  private readonly http = new Histogram({
    name: 'tokendesk_http_request_duration_seconds',
    help: 'Answers by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly bank = new Histogram({
    name: 'tokendesk_bank_call_duration_seconds',
    help: 'Exchanges with the bank by kind and what came of them',
    labelNames: ['kind', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly confirmations = new Histogram({
    name: 'tokendesk_return_to_completed_seconds',
    help: 'From the first message about an attempt (return or advice) to the completed payment',
    buckets: CONFIRMATION_SECONDS,
    registers: [this.registry],
  });
  private readonly moves = new Counter({
    name: 'tokendesk_payment_transitions_total',
    help: 'Status changes of payments, by the new status and by who brought the evidence',
    labelNames: ['to', 'source'],
    registers: [this.registry],
  });

  private readonly cspReports = new Counter({
    name: 'tokendesk_csp_reports_total',
    help: 'Breaches of the content security policy that browsers told of, by directive',
    labelNames: ['directive'],
    registers: [this.registry],
  });

  private readonly replicaReads = new Counter({
    name: 'tokendesk_replica_reads_total',
    help: 'Reads for the replica of DATABASE_READ_URL, by who has answered them',
    labelNames: ['answered_by'],
    registers: [this.registry],
  });

  constructor(private readonly link: PrimaryLink) {
    link.onReport(() => this.figures());
  }

  observeHttp({ method, route, status, seconds }: HttpAnswer): void {
    this.http.observe({ method, route, status: String(status) }, seconds);
  }

  /** @param outcome the kind only, e.g. `unknown:timeout` */
  observeBankCall(kind: string, outcome: string, seconds: number): void {
    this.bank.observe({ kind, outcome }, seconds);
  }

  observeConfirmation(seconds: number): void {
    this.confirmations.observe(Math.max(0, seconds));
  }

  countTransition(to: string, source: string): void {
    this.moves.inc({ to, source });
  }

  /** @param directive a known one, so that input never becomes a label */
  countCspReport(directive: string): void {
    this.cspReports.inc({ directive });
  }

  countReplicaRead(answeredBy: 'replica' | 'primary'): void {
    this.replicaReads.inc({ answered_by: answeredBy });
  }

  /**
   * A gauge that is read on scrape. It has no value while its read fails or takes too long; the other metrics do not depend on it.
   * @param read by label value; '' for a single unlabelled one
   * @param aggregator of several workers: `first` where all read the same rows
   */
  gauge(
    name: string,
    help: string,
    read: () => Promise<Record<string, number>>,
    label?: string,
    aggregator: 'first' | 'sum' | 'max' = 'first',
  ): void {
    const readNow = this.tolerant(name, read);
    const gauge = new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      aggregator,
      registers: [this.registry],
      async collect() {
        const figures = await readNow();
        gauge.reset();
        // Without a label `reset` leaves a zero.
        if (!label) gauge.remove();
        for (const [value, figure] of Object.entries(figures)) {
          if (label) gauge.set({ [label]: value }, figure);
          else gauge.set(figure);
        }
      },
    });
  }

  /** @returns a read that never rejects: no figures instead, with a line in the log when that begins */
  private tolerant(metric: string, read: () => Promise<Record<string, number>>): () => Promise<Record<string, number>> {
    let isMissing = false;
    return async () => {
      try {
        const figures = await within(READ_LIMIT_MS, read());
        if (figures === LATE) throw new Error(`not read within ${READ_LIMIT_MS} ms`);
        isMissing = false;
        return figures;
      } catch (error) {
        if (!isMissing) this.logger.warn({ msg: 'metric not read', metric, err: error });
        isMissing = true;
        return {};
      }
    };
  }

  /** Text in the exposition format, and its content type. Of several workers the sum, but for what all read from the database; their primary's beside. */
  async text(): Promise<{ body: string; contentType: string }> {
    this.watchProcess();
    const all = await this.link.figuresOfAll();
    const registry = all ? AggregatorRegistry.aggregate(all) : this.registry;
    return { body: await registry.metrics(), contentType: this.registry.contentType };
  }

  private async figures(): Promise<object[]> {
    this.watchProcess();
    return this.registry.getMetricsAsJSON();
  }

  /** Process metrics, collected from the first scrape on, so that commands and tests pay nothing. */
  private watchProcess(): void {
    if (this.watchesProcess) return;
    this.watchesProcess = true;
    collectDefaultMetrics({ register: this.registry });
  }
}
