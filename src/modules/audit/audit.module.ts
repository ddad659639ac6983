import { type DynamicModule, Module } from '@nestjs/common';
import { AuditApiController } from './pages/audit.api.controller.js';
import { AuditPageService } from './pages/audit-page.service.js';
import { AuditExport } from './pages/audit-export.service.js';
import { AuditNames } from './pages/audit-names.queries.js';
import { AuditPagesController } from './pages/audit.pages.controller.js';
import { AuditQueries } from './pages/audit.queries.js';

/** The audit log as pages, API and export. Writing and sealing it: AuditLogModule. */
@Module({})
export class AuditModule {
  /** @param options `http` is off for commands */
  static forRoot(options: { http: boolean }): DynamicModule {
    return {
      module: AuditModule,
      controllers: options.http ? [AuditApiController, AuditPagesController] : [],
      providers: [AuditPageService, AuditExport, AuditNames, AuditQueries],
      exports: [AuditPageService],
    };
  }
}
