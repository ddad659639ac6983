import { Injectable } from '@nestjs/common';
import { IsNull, MoreThanOrEqual, Not } from 'typeorm';
import { type ChainFault, describeFault, GENESIS_HASH } from '../../../domain/audit/audit-chain.js';
import { sameDigest } from '../../../domain/bank-hash/same-digest.js';
import { Clock } from '../../../runtime/clock.js';
import { AuditHashes, type ChainKeys } from './audit-hashes.js';
import { AuditAnchorEntity } from '../../../database/entities/audit-anchor.entity.js';
import { AuditLogEntity } from '../../../database/entities/audit-log.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';

const BLOCK = 1000;

export interface ChainReport {
  /** The first sequence number checked. */
  from: number;
  /** Rows that are intact. */
  rows: number;
  lastSeq: number;
  lastHash: string;
  /** Committed, not sealed yet. */
  unsealed: number;
  fault: ChainFault | null;
}

export interface VerifyOptions {
  from?: number;
  /** A sequence number and its hash from the log or a printout, which somebody with the database alone cannot have changed. */
  known?: { seq: number; hash: string };
}

interface Walk {
  keys: ChainKeys;
  seq: number;
  previous: string;
  rows: number;
}

/** Verifies the chain and names the first fault. Read-only, in blocks, beside writers. */
@Injectable()
export class AuditVerifier {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly hashes: AuditHashes,
  ) {}

  anchor(): Promise<AuditAnchorEntity> {
    return this.uow.manager.getRepository(AuditAnchorEntity).findOneByOrFail({ id: 1 });
  }

  unsealed(): Promise<number> {
    return this.rows.count({ where: { seq: IsNull() } });
  }

  async verify({ from = 1, known }: VerifyOptions = {}): Promise<ChainReport> {
    const before = await this.hashBefore(from);
    const walk: Walk = { keys: this.hashes.keysOf(await this.anchor()), seq: from, previous: before ?? '', rows: 0 };
    const isMissing: ChainFault = { kind: 'missing', seq: from - 1, rowId: null };
    const fault = before === null ? isMissing : ((await this.walk(walk)) ?? (await this.unlikeKnown(known)));
    const end = { lastSeq: walk.seq - 1, lastHash: walk.previous };
    return { from, rows: walk.rows, ...end, unsealed: await this.unsealed(), fault };
  }

  /** Verifies the newest rows only, for a screen. The result is stored with the anchor. */
  async verifyRecent(most: number): Promise<ChainReport> {
    const { lastSeq } = await this.anchor();
    const report = await this.verify({ from: Math.max(1, lastSeq - most + 1) });
    await this.uow.run((tx) =>
      tx.getRepository(AuditAnchorEntity).update(
        { id: 1 },
        {
          checkedAt: this.clock.now(),
          checkedFrom: report.from,
          checkedTo: report.lastSeq,
          checkFault: report.fault && describeFault(report.fault),
        },
      ),
    );
    return report;
  }

  private async walk(walk: Walk): Promise<ChainFault | null> {
    for (;;) {
      // Read before the rows, so the row that it names has to be among them.
      const anchor = await this.anchor();
      const block = await this.rows.find({
        where: { seq: MoreThanOrEqual(walk.seq) },
        order: { seq: 'ASC' },
        // One more row, to tell a changed row from an inserted one.
        take: BLOCK + 1,
      });
      if (block.length === 0) return this.judgeEnd(walk, anchor);
      for (const [index, row] of block.slice(0, BLOCK).entries()) {
        const fault = this.judge(walk, row, block[index + 1]);
        if (fault) return fault;
        walk.previous = row.hash ?? '';
        walk.seq += 1;
        walk.rows += 1;
      }
    }
  }

  private judge(
    { keys, seq, previous }: Walk,
    row: AuditLogEntity,
    next: AuditLogEntity | undefined,
  ): ChainFault | null {
    if (row.seq !== seq) return { kind: 'missing', seq, rowId: null };
    const rowId = row.id;
    if (!sameDigest(row.hash, this.hashes.hashOf(previous, row))) {
      const skips = next?.seq === seq + 1 && sameDigest(next.hash, this.hashes.hashOf(previous, next));
      return { kind: skips ? 'inserted' : 'changed', seq, rowId };
    }
    return sameDigest(row.seal, this.hashes.sealOf(keys, seq, row.hash ?? ''))
      ? null
      : { kind: 'resealed', seq, rowId };
  }

  private async judgeEnd({ seq, previous }: Walk, before: AuditAnchorEntity): Promise<ChainFault | null> {
    const last = seq - 1;
    if (before.lastSeq > last) return { kind: 'cut-off', seq, rowId: null };
    const anchor = await this.anchor();
    const lastRow = await this.rows.findOneBy({ seq: last });
    const rowId = lastRow?.id ?? null;
    if (last > anchor.lastSeq) return { kind: 'inserted', seq: anchor.lastSeq + 1, rowId };
    if (anchor.lastSeq === last && !sameDigest(anchor.lastHash, previous)) return { kind: 'anchor', seq: last, rowId };
    if (!this.hashes.isOurs(this.hashes.keysOf(anchor), anchor)) return { kind: 'anchor', seq: last, rowId };
    const count = await this.rows.count({ where: { seq: Not(IsNull()) } });
    return count < anchor.sealedCount ? this.firstGap() : null;
  }

  /** Only when verification starts after the gap. */
  private async firstGap(): Promise<ChainFault> {
    const [row] = (await this.uow.manager.query(
      `SELECT MIN(a.seq) AS seq FROM audit_log a
        WHERE a.seq IS NOT NULL AND a.seq > 1 AND NOT EXISTS (SELECT 1 FROM audit_log b WHERE b.seq = a.seq - 1)`,
    )) as { seq: number | string | null }[];
    return { kind: 'missing', seq: Math.max(1, Number(row?.seq ?? 2) - 1), rowId: null };
  }

  private async unlikeKnown(known: VerifyOptions['known']): Promise<ChainFault | null> {
    if (!known) return null;
    const row = await this.rows.findOneBy({ seq: known.seq });
    if (!row) return { kind: 'cut-off', seq: known.seq, rowId: null };
    return sameDigest(row.hash, known.hash) ? null : { kind: 'changed', seq: known.seq, rowId: row.id };
  }

  private async hashBefore(from: number): Promise<string | null> {
    if (from === 1) return GENESIS_HASH;
    return (await this.rows.findOneBy({ seq: from - 1 }))?.hash ?? null;
  }

  private get rows() {
    return this.uow.manager.getRepository(AuditLogEntity);
  }
}
