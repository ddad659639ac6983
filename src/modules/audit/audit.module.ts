import { Module } from '@nestjs/common';
import { AuditApiController } from './pages/audit.api.controller.js';
import { AuditPageService } from './pages/audit-page.service.js';
import { AuditExport } from './pages/audit-export.service.js';
import { AuditNames } from './pages/audit-names.queries.js';
import { AuditPagesController } from './pages/audit.pages.controller.js';
import { AuditQueries } from './pages/audit.queries.js';

/** The audit log as pages, API and export. Writing and sealing it: AuditLogModule. */
@Module({
  controllers: [AuditApiController, AuditPagesController],
  providers: [AuditPageService, AuditExport, AuditNames, AuditQueries],
})
export class AuditModule {}
