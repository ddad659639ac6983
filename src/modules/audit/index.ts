export { AuditLogModule } from './audit-log.module.js';
export { AuditModule } from './audit.module.js';
export { AuditPageService } from './pages/audit-page.service.js';
export { type AuditEntry, AuditService } from './chain/audit.service.js';
export { AuditVerifier, type ChainReport } from './chain/audit-verifier.js';
