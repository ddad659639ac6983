export { ChosenEventDto } from './admin/events.dto.js';
export { type EventChange, Events } from './events.service.js';
export { MAX_LOGO_BYTES } from './logos/picture-rules.js';
export { ProjectLogos, shownDigest } from './logos/project-logos.service.js';
export { ProjectCompanies, type Seller } from './project-companies.service.js';
export { ProjectsModule } from './projects.module.js';
export { ProjectsAdminModule } from './admin/projects-admin.module.js';
export { presentProject, Projects } from './projects.service.js';
export { SalesEvents, type Selling } from './sales-events.service.js';
