import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { SettlementExceptionEntity } from '../../database/entities/settlement-exception.entity.js';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import type { ExceptionKind } from '../../domain/settlement-rules.js';
import { Clock } from '../../runtime/clock.js';

/** A difference that a run has found. */
export interface Finding {
  kind: ExceptionKind;
  /** What it is about, told apart from all others of its kind. */
  subject: string;
  paymentId: number | null;
  reference: string | null;
  /** Paise. */
  expected: number | null;
  found: number | null;
  evidence: string;
}

const ROWS_PER_UNIT = 100;
/** These last until the money moves, whichever day's report tells it; all others belong to one day's report. */
const LASTING: readonly ExceptionKind[] = ['not_settled', 'refund_missing'];

/** Differences found, each once however often it is found, and open until a run no longer finds it. */
@Injectable()
export class SettlementExceptions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async add(run: SettlementRunEntity, findings: readonly Finding[]): Promise<void> {
    for (let from = 0; from < findings.length; from += ROWS_PER_UNIT) {
      await this.addOnce(run, findings.slice(from, from + ROWS_PER_UNIT));
    }
  }

  /**
   * Closes what is no longer so: of this day's report whatever the run did not find again, and of the lasting ones those whose
   * money has moved. Only after a run that has read everything.
   */
  async resolveOthers(run: SettlementRunEntity, findings: readonly Finding[]): Promise<void> {
    const still = new Set(findings.map(fingerprintOf));
    await this.uow.run(async () => {
      const open = await this.repository.find({
        where: { status: 'open', day: run.day },
        select: { id: true, kind: true, fingerprint: true },
      });
      const gone = open.filter(({ kind, fingerprint }) => !LASTING.includes(kind) && !still.has(fingerprint));
      await this.resolve(gone.map(({ id }) => id));
      await this.resolve(await this.movedSince());
    });
  }

  /** A run for another day, at the same moment, may have found the same money missing: then it is found again here. */
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
    const known = await this.repository.find({ where: { fingerprint: In(findings.map(fingerprintOf)) } });
    const byFingerprint = new Map(known.map((row) => [row.fingerprint, row]));
    const now = this.clock.now();
    for (const finding of findings) {
      const fingerprint = fingerprintOf(finding);
      const row = byFingerprint.get(fingerprint);
      const { kind, paymentId, reference, expected, found } = finding;
      const evidence = [...finding.evidence].slice(0, 500).join('');
      const facts = { paymentId, reference, expectedAmount: expected, foundAmount: found, evidence, lastRunId: run.id };
      const opened = { status: 'open', day: run.day, createdAt: now, resolvedAt: null } as const;
      if (!row) await this.repository.insert({ ...facts, ...opened, fingerprint, kind, firstRunId: run.id });
      else if (row.status === 'resolved') await this.repository.update({ id: row.id }, { ...facts, ...opened });
      // Since when it is open stays; what it is about may be another amount by now.
      else await this.repository.update({ id: row.id }, facts);
    }
  }

  private async resolve(ids: number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += ROWS_PER_UNIT) {
      const part = In(ids.slice(from, from + ROWS_PER_UNIT));
      await this.repository.update({ id: part }, { resolvedAt: this.clock.now(), ...RESOLVED });
    }
  }

  private async movedSince(): Promise<number[]> {
    const rows = (await this.uow.manager.query(
      `SELECT e.id AS id FROM settlement_exceptions e
         JOIN payment_attempts a ON a.invoice_no = e.reference AND a.settlement_id IS NOT NULL
        WHERE e.status = 'open' AND e.kind = 'not_settled'
       UNION ALL
       SELECT e.id AS id FROM settlement_exceptions e
         JOIN refunds r ON r.bank_reference = e.reference
        WHERE e.status = 'open' AND e.kind = 'refund_missing'
          AND EXISTS (SELECT 1 FROM settlement_lines l WHERE l.refund_id = r.id)`,
    )) as { id: number }[];
    return rows.map(({ id }) => Number(id));
  }

  private get repository() {
    return this.uow.manager.getRepository(SettlementExceptionEntity);
  }
}

const RESOLVED = { status: 'resolved' } as const;

function fingerprintOf({ kind, subject }: Finding): string {
  return createHash('sha256').update(`${kind}|${subject}`).digest('hex');
}
