import { Module } from '@nestjs/common';
import { FinderApiController } from './finder.api.controller.js';
import { FinderService } from './finder.service.js';

@Module({ controllers: [FinderApiController], providers: [FinderService] })
export class FindingModule {}
