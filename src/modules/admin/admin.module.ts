import { Module } from '@nestjs/common';
import { AdminApiController } from './admin.api.controller.js';
import { AdminPagesController } from './admin.pages.controller.js';
import { AdminQueries } from './admin.queries.js';
import { AdminService } from './admin.service.js';
import { SelectionService } from './bulk/selection.service.js';
import { SavedViewsApiController } from './views/saved-views.api.controller.js';
import { SavedViewsRepository } from './views/saved-views.repository.js';
import { SavedViews } from './views/saved-views.service.js';
import { AnalysisQueries } from './analysis.queries.js';
import { AnalysisService } from './analysis.service.js';
import { ExportDownloadService } from './export/export-download.service.js';
import { ExportModule } from './export/export.module.js';
import { ProjectsModule } from '../projects/index.js';

@Module({
  controllers: [AdminApiController, AdminPagesController, SavedViewsApiController],
  imports: [ExportModule, ProjectsModule],
  providers: [
    AdminQueries,
    AdminService,
    AnalysisQueries,
    AnalysisService,
    ExportDownloadService,
    SavedViews,
    SavedViewsRepository,
    SelectionService,
  ],
})
export class AdminModule {}
