export { ChosenEventDto } from './admin/events.dto.js';
export { type EventChange, Events } from './events.service.js';
export { ProjectCompanies } from './project-companies.service.js';
export { ProjectOptions } from './project-options.queries.js';
export { chosenProject } from './project-query.js';
export { ProjectsModule } from './projects.module.js';
export { ProjectsAdminModule } from './admin/projects-admin.module.js';
export { presentProject, Projects } from './projects.service.js';
export { SalesEvents, type Selling } from './sales-events.service.js';
