export { Consents, type GivenConsent } from './consents.service.js';
export { PublicTerms } from './public-terms.service.js';
export { type CreatedTerms, Terms } from './terms.service.js';
export { joinTermsFiles, readTermsFile, type TermsFile, TermsFileFault } from './terms-file.js';
export { TermsAdminModule } from './admin/terms-admin.module.js';
export { TermsModule } from './terms.module.js';
