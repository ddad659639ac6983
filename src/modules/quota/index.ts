export { QuotaAdminModule } from './admin/quota-admin.module.js';
export { QuotaModule } from './quota.module.js';
export { Quotas } from './quotas.service.js';
export { QuotaUnits } from './quota-units.service.js';
