export { AdminModule } from './admin.module.js';
export { readAdminQuery } from './admin-filter.js';
export { type ExportFormat } from './export/export-bytes.js';
export { ExportModule } from './export/export.module.js';
export { ExportService } from './export/export.service.js';
