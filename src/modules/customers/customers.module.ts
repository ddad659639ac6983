import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota/index.js';
import { CustomersPagesController } from './customers.pages.controller.js';
import { CustomersRepository } from './customers.repository.js';

@Module({
  imports: [QuotaModule],
  controllers: [CustomersPagesController],
  providers: [CustomersRepository],
  exports: [CustomersRepository],
})
export class CustomersModule {}
