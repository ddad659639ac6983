import { type DynamicModule, Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/index.js';
import { DayCloseApiController } from './day-close.api.controller.js';
import { DayClosePagesController } from './day-close.pages.controller.js';
import { DayCloseService } from './day-close.service.js';
import { DayCloses } from './day-closes.repository.js';
import { DayFiguresQueries } from './day-figures.queries.js';

@Module({})
export class DayCloseModule {
  /** @param options `http` is off for commands */
  static forRoot(options: { http: boolean }): DynamicModule {
    return {
      module: DayCloseModule,
      imports: [ProjectsModule],
      controllers: options.http ? [DayCloseApiController, DayClosePagesController] : [],
      providers: [DayCloseService, DayCloses, DayFiguresQueries],
      exports: [DayCloseService],
    };
  }
}
