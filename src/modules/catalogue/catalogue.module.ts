import { Module } from '@nestjs/common';
import { Catalogues } from './catalogues.service.js';

/** What projects sell, in versions (docs/adr/0030-projects-and-terms.md). Its commands and routes are CatalogueVersionsModule and CatalogueAdminModule. */
@Module({ providers: [Catalogues], exports: [Catalogues] })
export class CatalogueModule {}
