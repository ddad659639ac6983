import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/index.js';
import { CatalogueVersionsRepository } from './catalogue-versions.repository.js';
import { CatalogueVersions } from './catalogue-versions.service.js';

/** Makes versions; commands load it, and CatalogueAdminModule has its routes. */
@Module({
  imports: [ProjectsModule],
  providers: [CatalogueVersions, CatalogueVersionsRepository],
  exports: [CatalogueVersions, ProjectsModule],
})
export class CatalogueVersionsModule {}
