export { ChosenEventDto } from './admin/events.dto.js';
export { type EventChange, Events } from './events.service.js';
export { ProjectAccessModule } from './project-access.module.js';
export { ProjectCompanies } from './project-companies.service.js';
export { ProjectsModule } from './projects.module.js';
export { ProjectsAdminModule } from './admin/projects-admin.module.js';
export { presentProject, Projects } from './projects.service.js';
export { SalesEvents, type Selling } from './sales-events.service.js';
