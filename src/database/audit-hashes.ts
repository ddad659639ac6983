import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type AuditContent, canonicalAuditRow } from '../domain/audit-chain.js';
import { Vault } from '../runtime/vault.js';
import type { AuditAnchorEntity } from './entities/audit-anchor.entity.js';

const ROW = 'audit-row';
const ANCHOR = 'audit-anchor';

type AnchorFacts = Pick<AuditAnchorEntity, 'lastSeq' | 'lastHash' | 'sealedCount'>;

/** The hash of a row needs no secret, so that anybody can check it; the seal needs the installation's key to be made. */
@Injectable()
export class AuditHashes {
  constructor(private readonly vault: Vault) {}

  hashOf(previousHash: string, row: AuditContent): string {
    return createHash('sha256')
      .update(`${previousHash}\n${canonicalAuditRow(row)}`, 'utf8')
      .digest('hex');
  }

  sealOf(seq: number, hash: string): string {
    return this.vault.mac(ROW, `${seq}\n${hash}`);
  }

  /** Empty for a chain without a row, as the migration makes it. */
  anchorSealOf({ lastSeq, lastHash, sealedCount }: AnchorFacts): string {
    return lastSeq === 0 ? '' : this.vault.mac(ANCHOR, `${lastSeq}\n${lastHash}\n${sealedCount}`);
  }
}
