import { Module } from '@nestjs/common';
import { AuditApiController } from './audit.api.controller.js';
import { AuditDesk } from './audit-desk.service.js';
import { AuditExport } from './audit-export.service.js';
import { AuditNames } from './audit-names.service.js';
import { AuditPagesController } from './audit.pages.controller.js';
import { AuditQueries } from './audit.queries.js';

/** Reading the audit log. Writing and sealing it is the database's own room. */
@Module({
  controllers: [AuditApiController, AuditPagesController],
  providers: [AuditDesk, AuditExport, AuditNames, AuditQueries],
})
export class AuditModule {}
