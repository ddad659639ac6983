import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/index.js';
import { ProjectsModule } from '../projects/index.js';
import { DetailsQueries } from './details.queries.js';
import { PaymentDetails } from './payment-details.service.js';
import { SalesApiController } from './sales.api.controller.js';

@Module({
  imports: [CustomersModule, ProjectsModule],
  controllers: [SalesApiController],
  providers: [DetailsQueries, PaymentDetails],
})
export class SalesModule {}
