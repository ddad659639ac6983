import { Module } from '@nestjs/common';
import { CustomersPagesController } from './customers.pages.controller.js';
import { CustomersRepository } from './customers.repository.js';

@Module({
  controllers: [CustomersPagesController],
  providers: [CustomersRepository],
  exports: [CustomersRepository],
})
export class CustomersModule {}
