import { Module } from '@nestjs/common';
import { CalendarApiController } from './calendar.api.controller.js';
import { CalendarModule } from './calendar.module.js';

/** The routes by which admins keep the list; commands have none. */
@Module({ imports: [CalendarModule], controllers: [CalendarApiController] })
export class CalendarApiModule {}
