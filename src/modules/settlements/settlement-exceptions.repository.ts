import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, MoreThan, Not } from 'typeorm';
import { SettlementExceptionEntity } from '../../database/entities/settlement-exception.entity.js';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { sqlInstant } from '../../database/instants.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import type { ExceptionKind } from '../../domain/settlement/settlement-rules.js';
import { Clock } from '../../runtime/clock.js';
import { EventLoopSlices } from '../../runtime/event-loop-slices.js';
import { clipped } from '../../domain/files/clipped.js';
import { IS_ORDERED, IS_REVERSED } from './settlement-expectations.queries.js';
import { SettlementRuns } from './settlement-runs.repository.js';

/** A difference found by a run. */
export interface Finding {
  kind: ExceptionKind;
  /** Identifies the difference within its kind. */
  subject: string;
  paymentId: number | null;
  reference: string | null;
  /** Paise. */
  expected: number | null;
  found: number | null;
  evidence: string;
  /** Of the payout that it is about; default: the day of the run. */
  day?: string;
}

/** Kinds that end when something changes here. */
const OURS_TO_CHANGE = ['unknown', 'not_completed', 'refund_differs'] as const;

/** An open difference of a line with our records. */
export type OpenDifference = Pick<
  SettlementExceptionEntity,
  'id' | 'fingerprint' | 'kind' | 'day' | 'paymentId' | 'reference'
>;

const ROWS_PER_UNIT = 100;
const IDS_PER_READ = 1000;
const COLUMNS =
  'fingerprint, kind, status, day, payment_id, reference, expected_amount, found_amount, evidence, first_run_id, last_run_id, created_at';
const ROW_MARKS = `(${COLUMNS.replace(/\w+/g, '?')})`;

interface OpenRow {
  id: number;
  kind: ExceptionKind;
  file: string | null;
}

/**
 * Exceptions, stored once and open until a run no longer finds them. `not_settled` and `refund_missing` stay open until the money
 * moves, whichever day's report shows it, or is no longer expected to.
 */
@Injectable()
export class SettlementExceptions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly runs: SettlementRuns,
  ) {}

  /** @throws RunGivenUp */
  async add(run: SettlementRunEntity, findings: readonly Finding[]): Promise<void> {
    const slices = new EventLoopSlices();
    for (let from = 0; from < findings.length; from += ROWS_PER_UNIT) {
      await this.addOnce(run, findings.slice(from, from + ROWS_PER_UNIT));
      await slices.pause();
    }
  }

  /** Ids of the day's open exceptions, to be read before the run judges its lines. */
  async openOf({ day }: SettlementRunEntity): Promise<Set<number>> {
    const slices = new EventLoopSlices();
    const open = new Set<number>();
    for (let after = 0; ;) {
      const rows = await this.uow.read<{ id: unknown }>(
        `SELECT id FROM settlement_exceptions WHERE status = 'open' AND day = ? AND id > ? ORDER BY id LIMIT ${IDS_PER_READ}`,
        [day, after],
      );
      for (const { id } of rows) open.add((after = Number(id)));
      if (rows.length < IDS_PER_READ) return open;
      await slices.pause();
    }
  }

  /**
   * Closes exceptions that are settled: those of this day's report that the run did not find again, and lasting ones whose money
   * has moved or is not expected. Unreadable lines of a file are closed by the bank's report or a file of the same name. Only after a complete run,
   * once all findings are stored.
   * @param openBefore open when the run began to judge: what another day's run has found since is left to the next run
   * @throws RunGivenUp
   */
  async resolveOthers(run: SettlementRunEntity, openBefore: ReadonlySet<number>): Promise<void> {
    const slices = new EventLoopSlices();
    for (let after = 0; ;) {
      const rows = await this.notFoundBy(run, after);
      const closes = ({ id, kind, file }: OpenRow) =>
        openBefore.has(id) && (kind !== 'line_unreadable' || run.source === 'bank' || file === run.fileName);
      await this.resolve(
        run,
        rows.filter(closes).map(({ id }) => id),
      );
      if (rows.length < ROWS_PER_UNIT) break;
      after = rows.at(-1)?.id ?? after;
      await slices.pause();
    }
    const ended = await this.movedOrUnexpected();
    for (let from = 0; from < ended.length; from += ROWS_PER_UNIT) {
      await this.resolve(run, ended.slice(from, from + ROWS_PER_UNIT));
      await slices.pause();
    }
  }

  /** Differences of other days' lines that our records may have come to agree with since, page by page. */
  async *openElsewhere({ day }: SettlementRunEntity): AsyncGenerator<OpenDifference[]> {
    for (let after = 0; ;) {
      const rows = await this.repository.find({
        where: { status: 'open', kind: In([...OURS_TO_CHANGE]), day: Not(day), id: MoreThan(after) },
        select: { id: true, fingerprint: true, kind: true, day: true, paymentId: true, reference: true },
        order: { id: 'ASC' },
        take: ROWS_PER_UNIT,
      });
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_UNIT) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  /** @throws RunGivenUp */
  async resolve(run: SettlementRunEntity, ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    const resolved = { resolvedAt: this.clock.now(), ...RESOLVED };
    await this.uow.run(async () => {
      await this.runs.requireRunning(run);
      await this.repository.update({ id: In(ids) }, resolved);
    });
  }

  /**
   * The exceptions of lines whose subject has another name now, with the time since when they are open. Inside a unit of work.
   * @param subjects new names by old ones
   */
  async renameLines(subjects: ReadonlyMap<string, string>): Promise<void> {
    const fresh = new Map<string, string>();
    for (const kind of LINE_KINDS)
      for (const [from, to] of subjects)
        fresh.set(fingerprintOf({ kind, subject: from }), fingerprintOf({ kind, subject: to }));
    const rows = await this.repository.find({
      where: { fingerprint: In([...fresh.keys(), ...fresh.values()]) },
      select: { id: true, fingerprint: true },
    });
    const known = new Set(rows.map(({ fingerprint }) => fingerprint));
    const renamed = rows.flatMap(({ id, fingerprint }) => {
      const to = fresh.get(fingerprint);
      return to === undefined || known.has(to) ? [] : [[id, to] as const];
    });
    if (renamed.length === 0) return;
    const cases = renamed.map(() => 'WHEN ? THEN ?').join(' ');
    const ids = renamed.map(() => '?').join(', ');
    await this.uow.manager.query(
      `UPDATE settlement_exceptions SET fingerprint = CASE id ${cases} END WHERE id IN (${ids})`,
      [...renamed.flat(), ...renamed.map(([id]) => id)],
    );
  }

  /** A concurrent run for another day may have stored the same finding: the retry then finds it. */
  private async addOnce(run: SettlementRunEntity, findings: readonly Finding[]): Promise<void> {
    const write = () => this.uow.run(() => this.addPart(run, findings));
    try {
      await write();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await write();
    }
  }

  private async addPart(run: SettlementRunEntity, findings: readonly Finding[]): Promise<void> {
    await this.runs.requireRunning(run);
    const ofRun = new Map(findings.map((finding) => [fingerprintOf(finding), finding]));
    const known = await this.repository.find({ where: { fingerprint: In([...ofRun.keys()]) } });
    const byFingerprint = new Map(known.map((row) => [row.fingerprint, row]));
    const now = this.clock.now();
    const fresh: (string | number | null)[][] = [];
    const unchanged: number[] = [];
    for (const [fingerprint, finding] of ofRun) {
      const row = byFingerprint.get(fingerprint);
      const { kind, paymentId, reference, expected, found, day = run.day } = finding;
      const evidence = clipped(finding.evidence, 500);
      const facts = { paymentId, reference, expectedAmount: expected, foundAmount: found, evidence };
      const opened = { status: 'open', day, createdAt: now, resolvedAt: null } as const;
      // A run of another day is none of those that have to find it again: that day's own may be under way.
      const marked = day === run.day ? { lastRunId: run.id } : {};
      if (!row) {
        const own = [fingerprint, kind, 'open', day, paymentId, reference, expected, found, evidence];
        fresh.push([...own, run.id, run.id, sqlInstant(now)]);
      } else if (row.status === 'resolved') {
        await this.repository.update({ id: row.id }, { ...facts, ...opened, lastRunId: run.id });
      } else if (Object.entries(facts).every(([name, value]) => row[name as keyof typeof facts] === value)) {
        if (day === run.day) unchanged.push(row.id);
      } else {
        // Keeps the opening time; the amounts may have changed.
        await this.repository.update({ id: row.id }, { ...facts, ...marked });
      }
    }
    if (unchanged.length > 0) await this.repository.update({ id: In(unchanged) }, { lastRunId: run.id });
    if (fresh.length === 0) return;
    const marks = fresh.map(() => ROW_MARKS).join(', ');
    await this.uow.manager.query(`INSERT INTO settlement_exceptions (${COLUMNS}) VALUES ${marks}`, fresh.flat());
  }

  /** Open exceptions of the day, by id, that this run has not marked as found. */
  private async notFoundBy(run: SettlementRunEntity, afterId: number): Promise<OpenRow[]> {
    const rows = (await this.uow.manager.query(
      `SELECT e.id AS id, e.kind AS kind, r.file_name AS file FROM settlement_exceptions e
         JOIN settlement_runs r ON r.id = e.last_run_id
        WHERE e.status = 'open' AND e.day = ? AND e.id > ? AND e.last_run_id <> ?
          AND e.kind NOT IN ('not_settled', 'refund_missing') ORDER BY e.id LIMIT ${ROWS_PER_UNIT}`,
      [run.day, afterId, run.id],
    )) as OpenRow[];
    return rows.map(({ id, ...row }) => ({ id: Number(id), ...row }));
  }

  private async movedOrUnexpected(): Promise<number[]> {
    const rows = (await this.uow.manager.query(
      `SELECT e.id AS id FROM settlement_exceptions e
         JOIN payment_attempts a ON a.invoice_no = e.reference
        WHERE e.status = 'open' AND e.kind = 'not_settled' AND (a.settlement_id IS NOT NULL OR ${IS_REVERSED})
       UNION ALL
       SELECT e.id AS id FROM settlement_exceptions e
         JOIN refunds r ON r.bank_reference = e.reference
        WHERE e.status = 'open' AND e.kind = 'refund_missing'
          AND (NOT ${IS_ORDERED} OR EXISTS (SELECT 1 FROM settlement_lines l WHERE l.refund_id = r.id))`,
    )) as { id: number }[];
    return rows.map(({ id }) => Number(id));
  }

  private get repository() {
    return this.uow.manager.getRepository(SettlementExceptionEntity);
  }
}

/** Kinds whose subject is a line. */
const LINE_KINDS = ['unknown', 'not_completed', 'amount_differs', 'refund_differs', 'duplicate'] as const;

const RESOLVED = { status: 'resolved' } as const;

export function fingerprintOf({ kind, subject }: Pick<Finding, 'kind' | 'subject'>): string {
  return createHash('sha256').update(`${kind}|${subject}`).digest('hex');
}
