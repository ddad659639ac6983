import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type AuditContent, canonicalAuditRow } from '../../../domain/audit/audit-chain.js';
import { sameDigest } from '../../../domain/bank-hash/same-digest.js';
import { CannotOpen, Vault } from '../../../runtime/vault.js';
import type { AuditAnchorEntity } from '../../../database/entities/audit-anchor.entity.js';

const ROW = 'audit-row';
const ANCHOR = 'audit-anchor';

/** Prefix of the stored keys, so that no other sealed value can replace them. */
const STORED = 'audit chain keys ';
const STORED_KEYS = new RegExp(`^${STORED}([0-9a-f]{64})([0-9a-f]{64})$`);

type AnchorFacts = Pick<AuditAnchorEntity, 'lastSeq' | 'lastHash' | 'sealedCount'>;
type Anchor = AnchorFacts & Pick<AuditAnchorEntity, 'seal' | 'chainKeys'>;

/** Stored with the chain, sealed, so that seals stay valid after a change of the encryption key. */
export interface ChainKeys {
  /** False: not stored yet, or unreadable. */
  isStored: boolean;
  row: Buffer;
  anchor: Buffer;
}

/** A row's hash needs no secret, so anybody can verify it; its seal needs the installation's key. */
@Injectable()
export class AuditHashes {
  constructor(private readonly vault: Vault) {}

  /** A new chain derives its keys from the encryption key and stores them. The anchor's seal shows whether they are right. */
  keysOf(anchor: Anchor): ChainKeys {
    const stored = anchor.chainKeys === null ? null : this.stored(anchor.chainKeys);
    if (stored) return stored;
    const anchorKeys = this.vault.derivedKeys(ANCHOR);
    const derived = this.vault.derivedKeys(ROW).map((row, at) => ({ isStored: false, row, anchor: anchorKeys[at]! }));
    return derived.find((keys) => sameDigest(anchor.seal, this.anchorSealOf(keys, anchor))) ?? derived[0]!;
  }

  /** True when seal and stored keys are of this installation. */
  isOurs(keys: ChainKeys, anchor: Anchor): boolean {
    return (keys.isStored || anchor.chainKeys === null) && sameDigest(anchor.seal, this.anchorSealOf(keys, anchor));
  }

  /** For `audit_anchor.chain_keys`. */
  storedForm({ row, anchor }: ChainKeys): string {
    return this.vault.seal(`${STORED}${row.toString('hex')}${anchor.toString('hex')}`);
  }

  hashOf(previousHash: string, row: AuditContent): string {
    return createHash('sha256')
      .update(`${previousHash}\n${canonicalAuditRow(row)}`, 'utf8')
      .digest('hex');
  }

  sealOf(keys: ChainKeys, seq: number, hash: string): string {
    return mac(keys.row, `${seq}\n${hash}`);
  }

  /** Empty for a chain without a row, as the migration makes it. */
  anchorSealOf(keys: ChainKeys, { lastSeq, lastHash, sealedCount }: AnchorFacts): string {
    return lastSeq === 0 ? '' : mac(keys.anchor, `${lastSeq}\n${lastHash}\n${sealedCount}`);
  }

  private stored(sealed: string): ChainKeys | null {
    try {
      const [, row, anchor] = STORED_KEYS.exec(this.vault.open(sealed)) ?? [];
      return row && anchor
        ? { isStored: true, row: Buffer.from(row, 'hex'), anchor: Buffer.from(anchor, 'hex') }
        : null;
    } catch (error) {
      if (error instanceof CannotOpen) return null;
      throw error;
    }
  }
}

function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}
