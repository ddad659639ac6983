import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { ProjectsModule } from '../projects/index.js';
import { QuotaModule } from '../quota/index.js';
import { CustomersPagesController } from './customers.pages.controller.js';
import { CustomersRepository } from './customers.repository.js';

@Module({
  imports: [CatalogueModule, ProjectsModule, QuotaModule],
  controllers: [CustomersPagesController],
  providers: [CustomersRepository],
  exports: [CustomersRepository],
})
export class CustomersModule {}
