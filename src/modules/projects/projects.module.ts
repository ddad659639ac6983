import { Module } from '@nestjs/common';
import { ProjectsRepository } from './projects.repository.js';
import { Projects } from './projects.service.js';

/** What is sold; every payment belongs to one project (docs/adr/0030-projects-and-terms.md). */
@Module({ providers: [ProjectsRepository, Projects], exports: [Projects] })
export class ProjectsModule {}
