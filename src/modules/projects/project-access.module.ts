import { Global, Module } from '@nestjs/common';
import { SubjectProjects } from '../../http/index.js';
import { SubjectProjectQueries } from './subject-projects.queries.js';

/** Global: the guard that asks it belongs to the HTTP platform. */
@Global()
@Module({
  providers: [{ provide: SubjectProjects, useClass: SubjectProjectQueries }],
  exports: [SubjectProjects],
})
export class ProjectAccessModule {}
