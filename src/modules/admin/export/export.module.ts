import { Module } from '@nestjs/common';
import { ExportService } from './export.service.js';
import { ExportSources } from './export-sources.js';

/** Without routes, so that the command line can use it as well. */
@Module({ providers: [ExportService, ExportSources], exports: [ExportService] })
export class ExportModule {}
