import { Module } from '@nestjs/common';
import { LiveModule } from '../../live/index.js';
import { EventsRepository } from './events.repository.js';
import { Events } from './events.service.js';
import { ProjectLogosRepository } from './logos/project-logos.repository.js';
import { ProjectLogos } from './logos/project-logos.service.js';
import { ProjectCompanies } from './project-companies.service.js';
import { ProjectOptions } from './project-options.queries.js';
import { ProjectsRepository } from './projects.repository.js';
import { Projects } from './projects.service.js';
import { SalesEvents } from './sales-events.service.js';

/** What is sold, and where and when; every payment belongs to one project and event (docs/adr/0030-projects-and-terms.md). */
@Module({
  imports: [LiveModule],
  providers: [
    Events,
    EventsRepository,
    ProjectCompanies,
    ProjectLogos,
    ProjectLogosRepository,
    ProjectOptions,
    Projects,
    ProjectsRepository,
    SalesEvents,
  ],
  exports: [Events, ProjectCompanies, ProjectLogos, ProjectOptions, Projects, SalesEvents],
})
export class ProjectsModule {}
