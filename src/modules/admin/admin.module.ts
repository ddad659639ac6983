import { Module } from '@nestjs/common';
import { AdminApiController } from './admin.api.controller.js';
import { AdminPagesController } from './admin.pages.controller.js';
import { AdminQueries } from './admin.queries.js';
import { AdminService } from './admin.service.js';
import { AnalysisQueries } from './analysis.queries.js';
import { AnalysisService } from './analysis.service.js';
import { ExportDownloadService } from './export/export-download.service.js';
import { ExportModule } from './export/export.module.js';

@Module({
  controllers: [AdminApiController, AdminPagesController],
  imports: [ExportModule],
  providers: [AdminQueries, AdminService, AnalysisQueries, AnalysisService, ExportDownloadService],
})
export class AdminModule {}
