export { CATALOGUE_COUNT, readCatalogues, tierNameOf } from './catalogues.queries.js';
export { CatalogueModule } from './catalogue.module.js';
export { Catalogues, type WantedTier } from './catalogues.service.js';
export { CatalogueAdminModule } from './admin/catalogue-admin.module.js';
export { formOfVersion } from './versions/catalogue-presenter.js';
export { CatalogueVersionsModule } from './versions/catalogue-versions.module.js';
export { CatalogueVersions } from './versions/catalogue-versions.service.js';
export { catalogueFileText, CatalogueFileFault, readCatalogueFile } from './versions/catalogue-file.js';
