import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects.module.js';
import { LogosApiController } from '../logos/logos.api.controller.js';
import { LogosController } from '../logos/logos.controller.js';
import { EventsApiController } from './events.api.controller.js';

/** Routes of events and logos; commands load ProjectsModule alone. */
@Module({ imports: [ProjectsModule], controllers: [EventsApiController, LogosApiController, LogosController] })
export class ProjectsAdminModule {}
