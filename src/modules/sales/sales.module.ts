import { Module } from '@nestjs/common';
import { DetailsQueries } from './details.queries.js';
import { PaymentDetails } from './payment-details.service.js';
import { SalesApiController } from './sales.api.controller.js';

@Module({
  controllers: [SalesApiController],
  providers: [DetailsQueries, PaymentDetails],
})
export class SalesModule {}
