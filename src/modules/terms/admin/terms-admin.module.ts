import { Module } from '@nestjs/common';
import { TermsModule } from '../terms.module.js';
import { ProjectSettingsService } from './project-settings.service.js';
import { ProjectsApiController } from './projects.api.controller.js';
import { ProjectsPagesController } from './projects.pages.controller.js';

/** The routes for admins; commands load TermsModule alone. */
@Module({
  imports: [TermsModule],
  controllers: [ProjectsApiController, ProjectsPagesController],
  providers: [ProjectSettingsService],
})
export class TermsAdminModule {}
