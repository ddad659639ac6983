import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type AuditContent, canonicalAuditRow } from '../domain/audit-chain.js';
import { sameDigest } from '../domain/same-digest.js';
import { CannotOpen, Vault } from '../runtime/vault.js';
import type { AuditAnchorEntity } from './entities/audit-anchor.entity.js';

const ROW = 'audit-row';
const ANCHOR = 'audit-anchor';

/** In front of the keys as they are stored: no other sealed value can be put in their place. */
const STORED = 'audit chain keys ';
const STORED_KEYS = new RegExp(`^${STORED}([0-9a-f]{64})([0-9a-f]{64})$`);

type AnchorFacts = Pick<AuditAnchorEntity, 'lastSeq' | 'lastHash' | 'sealedCount'>;
type Anchor = AnchorFacts & Pick<AuditAnchorEntity, 'seal' | 'chainKeys'>;

/** Kept with the chain, sealed, so that what was sealed once fits after a change of the encryption key as well. */
export interface ChainKeys {
  /** False: they are not with the chain yet, or what lies there cannot be read. */
  isStored: boolean;
  row: Buffer;
  anchor: Buffer;
}

/** The hash of a row needs no secret, so that anybody can check it; the seal needs the installation's key to be made. */
@Injectable()
export class AuditHashes {
  constructor(private readonly vault: Vault) {}

  /**
   * A chain begins under keys that come from the encryption key, and keeps them. Whether they are the right ones tells the
   * anchor's seal.
   */
  keysOf(anchor: Anchor): ChainKeys {
    const stored = anchor.chainKeys === null ? null : this.stored(anchor.chainKeys);
    if (stored) return stored;
    const anchorKeys = this.vault.derivedKeys(ANCHOR);
    const derived = this.vault.derivedKeys(ROW).map((row, at) => ({ isStored: false, row, anchor: anchorKeys[at]! }));
    return derived.find((keys) => sameDigest(anchor.seal, this.anchorSealOf(keys, anchor))) ?? derived[0]!;
  }

  /** Neither by its seal nor by the keys that lie with it is it anybody else's. */
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
