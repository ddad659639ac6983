export { ProjectsModule } from './projects.module.js';
export { presentProject, Projects } from './projects.service.js';
