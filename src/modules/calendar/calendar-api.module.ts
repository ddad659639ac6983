import { Module } from '@nestjs/common';
import { CalendarApiController } from './calendar.api.controller.js';
import { CalendarModule } from './calendar.module.js';

/** The routes for admins; commands load CalendarModule alone. */
@Module({ imports: [CalendarModule], controllers: [CalendarApiController] })
export class CalendarApiModule {}
