import type { DataSource } from 'typeorm';
import { AuditHashes } from '../../src/modules/audit/chain/audit-hashes.js';
import { AuditSealer } from '../../src/modules/audit/chain/audit-sealer.js';
import { AuditVerifier } from '../../src/modules/audit/chain/audit-verifier.js';
import { type AuditEntry, AuditService } from '../../src/modules/audit/chain/audit.service.js';
import { SealedValues } from '../../src/modules/privacy/sealed-values.js';
import { SealedValuesRepository } from '../../src/modules/privacy/sealed-values.repository.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { BackgroundTasks } from '../../src/runtime/background.js';
import { SystemClock } from '../../src/runtime/clock.js';
import { Vault } from '../../src/runtime/vault.js';

/** 32 bytes; the writer process is given the same. */
export const CHAIN_KEY = 'k'.repeat(32);

/** The audit log of one process, without the rest of the product. */
export function chainOf(dataSource: DataSource, key = CHAIN_KEY, previousKey?: string) {
  const uow = new UnitOfWork(dataSource);
  const clock = new SystemClock();
  const background = new BackgroundTasks();
  const vault = new Vault(Buffer.from(key), previousKey === undefined ? null : Buffer.from(previousKey));
  const hashes = new AuditHashes(vault);
  const sealer = new AuditSealer(uow, clock, hashes, background);
  return {
    uow,
    sealer,
    hashes,
    /** Those of a chain that begins under this key. */
    keys: { isStored: false, row: vault.derivedKeys('audit-row')[0]!, anchor: vault.derivedKeys('audit-anchor')[0]! },
    resealing: () =>
      new SealedValues(uow, vault, new AuditService(uow, clock, sealer), new SealedValuesRepository(uow)).reseal(),
    audit: new AuditService(uow, clock, sealer),
    verifier: new AuditVerifier(uow, clock, hashes),
    settle: () => background.settle(),
  };
}

export type Chain = ReturnType<typeof chainOf>;

export function entry(subjectId: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return { action: 'payment.created', subjectType: 'payment', subjectId, reason: 'Überprüft – ₹51,000 “ok”', ...more };
}
