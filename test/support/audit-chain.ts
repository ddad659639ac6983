import type { DataSource } from 'typeorm';
import { AuditHashes } from '../../src/database/audit-hashes.js';
import { AuditSealer } from '../../src/database/audit-sealer.js';
import { AuditVerifier } from '../../src/database/audit-verifier.js';
import { AuditService } from '../../src/database/audit.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { BackgroundTasks } from '../../src/runtime/background.js';
import { SystemClock } from '../../src/runtime/clock.js';
import { Vault } from '../../src/runtime/vault.js';

/** 32 bytes; the writer process is given the same. */
export const CHAIN_KEY = 'k'.repeat(32);

/** The audit log of one process, without the rest of the product. */
export function chainOf(dataSource: DataSource, key = CHAIN_KEY) {
  const uow = new UnitOfWork(dataSource);
  const clock = new SystemClock();
  const background = new BackgroundTasks();
  const hashes = new AuditHashes(new Vault(Buffer.from(key)));
  const sealer = new AuditSealer(uow, clock, hashes, background);
  return {
    uow,
    sealer,
    hashes,
    audit: new AuditService(uow, clock, sealer),
    verifier: new AuditVerifier(uow, clock, hashes),
    settle: () => background.settle(),
  };
}

export type Chain = ReturnType<typeof chainOf>;

export function entry(subjectId: string, more: object = {}) {
  return { action: 'payment.created', subjectType: 'payment', subjectId, reason: 'Überprüft – ₹51,000 “ok”', ...more };
}
