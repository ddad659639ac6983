import { Module } from '@nestjs/common';
import { CatalogueVersionsModule } from '../versions/catalogue-versions.module.js';
import { CatalogueApiController } from './catalogue.api.controller.js';
import { CataloguePagesController } from './catalogue.pages.controller.js';

/** The routes for admins; commands load CatalogueVersionsModule alone. */
@Module({ imports: [CatalogueVersionsModule], controllers: [CatalogueApiController, CataloguePagesController] })
export class CatalogueAdminModule {}
