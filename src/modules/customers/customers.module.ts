import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { ProjectsModule } from '../projects/index.js';
import { QuotaModule } from '../quota/index.js';
import { CustomersPagesController } from './customers.pages.controller.js';
import { CustomersRepository } from './customers.repository.js';
import { HoldingsQueries } from './holdings.queries.js';
import { Holdings } from './holdings.service.js';

@Module({
  imports: [CatalogueModule, ProjectsModule, QuotaModule],
  controllers: [CustomersPagesController],
  providers: [CustomersRepository, Holdings, HoldingsQueries],
  exports: [CustomersRepository, Holdings],
})
export class CustomersModule {}
