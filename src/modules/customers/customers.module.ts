import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { CustomersPagesController } from './customers.pages.controller.js';
import { CustomersRepository } from './customers.repository.js';

@Module({
  imports: [CatalogueModule],
  controllers: [CustomersPagesController],
  providers: [CustomersRepository],
  exports: [CustomersRepository],
})
export class CustomersModule {}
