import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AuditChainJob } from './chain/audit-chain.job.js';
import { AuditHashes } from './chain/audit-hashes.js';
import { AuditSealer } from './chain/audit-sealer.js';
import { AuditService } from './chain/audit.service.js';
import { AuditVerifier } from './chain/audit-verifier.js';

const EXPORTS = [AuditService, AuditSealer, AuditVerifier];

/** Writes, seals and verifies the audit log. Global: every module writes audit entries in its own transactions. */
@Global()
@Module({})
export class AuditLogModule {
  /** @param options `server`: also seals what an earlier process left unsealed, and logs the head of the chain once an hour */
  static forRoot(options: { server: boolean }): DynamicModule {
    return {
      module: AuditLogModule,
      providers: [...EXPORTS, AuditHashes, ...(options.server ? [AuditChainJob] : [])],
      exports: EXPORTS,
    };
  }
}
