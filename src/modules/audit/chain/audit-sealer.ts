import { Injectable, Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { sameDigest } from '../../../domain/bank-hash/same-digest.js';
import { BackgroundTasks } from '../../../runtime/background.js';
import { Clock } from '../../../runtime/clock.js';
import { AuditHashes, type ChainKeys } from './audit-hashes.js';
import { AuditAnchorEntity } from '../../../database/entities/audit-anchor.entity.js';
import { AuditLogEntity } from '../../../database/entities/audit-log.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';

const BLOCK = 500;
/** Batches rows that are committed within this time. */
const GATHER_MS = 100;

interface Link {
  id: number;
  seq: number;
  hash: string;
  seal: string;
}

/** The anchor differs from what this process, or this installation's key, stored. Nothing more is sealed after it. */
class AuditAnchorForged extends Error {
  constructor(seq: number) {
    super(`the anchor of the audit chain (#${seq}) was not written by this installation`);
  }
}

/**
 * Seals audit entries into the chain, right after the transaction that wrote them. The anchor's row is locked for it, so writers
 * never wait for one another. Rows are selected by "not sealed yet", never by "id above the last": ids are assigned before
 * commit, so a lower one can appear after a higher one was sealed, and a rolled-back one never appears.
 */
@Injectable()
export class AuditSealer {
  private readonly logger = new Logger(AuditSealer.name);
  private nudged = false;
  private last: Promise<number> = Promise.resolve(0);
  private seen = { seq: 0, hash: '' };

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly hashes: AuditHashes,
    private readonly background: BackgroundTasks,
  ) {}

  /** Schedules sealing after a commit, in the background. */
  nudge(): void {
    if (this.nudged) return;
    this.nudged = true;
    this.background.startLater('audit chain', GATHER_MS, async () => {
      this.nudged = false;
      await this.seal();
    });
  }

  /** Seals everything committed so far; serial within this process. @returns the number of rows sealed */
  seal(): Promise<number> {
    this.last = this.last.catch(() => 0).then(() => this.sealAll());
    return this.last;
  }

  private async sealAll(): Promise<number> {
    for (let total = 0; ;) {
      if (!(await this.isWanted())) return total;
      const sealed = await this.uow.run(() => this.sealBlock());
      total += sealed;
      if (sealed === 0) return total;
    }
  }

  private async isWanted(): Promise<boolean> {
    return (await this.rows.find({ select: { id: true }, where: { seq: IsNull() }, take: 1 })).length > 0;
  }

  private async sealBlock(): Promise<number> {
    const { anchor, keys } = await this.lockAnchor();
    const rows = await this.rows.find({ where: { seq: IsNull() }, order: { id: 'ASC' }, take: BLOCK });
    if (rows.length === 0) return 0;
    let { lastHash: hash, lastSeq: seq } = anchor;
    const links = rows.map((row): Link => {
      seq += 1;
      hash = this.hashes.hashOf(hash, row);
      return { id: row.id, seq, hash, seal: this.hashes.sealOf(keys, seq, hash) };
    });
    await this.write(links);
    const end = { lastSeq: seq, lastHash: hash, sealedCount: anchor.sealedCount + rows.length };
    await this.anchors.update(
      { id: 1 },
      {
        ...end,
        seal: this.hashes.anchorSealOf(keys, end),
        sealedAt: this.clock.now(),
        ...(keys.isStored ? {} : { chainKeys: this.hashes.storedForm(keys) }),
      },
    );
    await this.uow.afterCommit(() => {
      this.seen = { seq, hash };
    });
    return rows.length;
  }

  /** Locks the anchor's row, so that two processes never assign the same sequence number. */
  private async lockAnchor(): Promise<{ anchor: AuditAnchorEntity; keys: ChainKeys }> {
    await this.anchors.update({ id: 1 }, { version: () => 'version + 1' });
    const anchor = await this.anchors.findOneByOrFail({ id: 1 });
    const isRolledBack =
      anchor.lastSeq < this.seen.seq ||
      (anchor.lastSeq === this.seen.seq && !sameDigest(anchor.lastHash, this.seen.hash));
    const keys = this.hashes.keysOf(anchor);
    const isForged = !this.hashes.isOurs(keys, anchor);
    if (isForged || (this.seen.seq > 0 && isRolledBack)) {
      this.logger.error({
        msg: 'audit chain sealing stopped',
        seq: anchor.lastSeq,
        isForged,
        isRolledBack,
      });
      throw new AuditAnchorForged(anchor.lastSeq);
    }
    return { anchor, keys };
  }

  /** One statement for the block. Its numbers and hexadecimal values are our own, so they need no parameters. */
  private async write(links: Link[]): Promise<void> {
    const each = (value: (link: Link) => string) => () =>
      `CASE id ${links.map((link) => `WHEN ${link.id} THEN ${value(link)}`).join(' ')} END`;
    const result = await this.rows
      .createQueryBuilder()
      .update()
      .set({
        seq: each(({ seq }) => `${seq}`),
        hash: each(({ hash }) => `'${hash}'`),
        seal: each(({ seal }) => `'${seal}'`),
      })
      .where('id IN (:...ids) AND seq IS NULL', { ids: links.map(({ id }) => id) })
      .execute();
    if (result.affected !== links.length)
      throw new Error('audit rows were sealed by somebody who does not hold the anchor');
  }

  private get rows() {
    return this.uow.manager.getRepository(AuditLogEntity);
  }

  private get anchors() {
    return this.uow.manager.getRepository(AuditAnchorEntity);
  }
}
