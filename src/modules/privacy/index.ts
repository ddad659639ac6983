export { countsText, type ErasedCounts, Erasure, type ErasureOptions } from './erasure.service.js';
export { LateExchanges } from './late-exchanges.repository.js';
export { type FoundPerson, PersonLookup } from './person-lookup.repository.js';
export { PrivacyModule } from './privacy.module.js';
export { PrivacyReport } from './privacy-report.service.js';
export { ResealingModule } from './resealing.module.js';
export { SealedValues } from './sealed-values.js';
