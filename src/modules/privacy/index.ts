export { countsText, type ErasedCounts, Erasure } from './erasure.service.js';
export { People } from './people.js';
export { PrivacyModule } from './privacy.module.js';
export { PrivacyReport } from './privacy-report.service.js';
