import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects.module.js';
import { EventsApiController } from './events.api.controller.js';

/** The routes of events for admins; commands load ProjectsModule alone. */
@Module({ imports: [ProjectsModule], controllers: [EventsApiController] })
export class ProjectsAdminModule {}
