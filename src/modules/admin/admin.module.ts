import { Module } from '@nestjs/common';
import { AdminApiController } from './admin.api.controller.js';
import { AdminPagesController } from './admin.pages.controller.js';
import { AdminQueries } from './admin.queries.js';
import { AdminService } from './admin.service.js';

@Module({
  controllers: [AdminApiController, AdminPagesController],
  providers: [AdminQueries, AdminService],
})
export class AdminModule {}
