import { Module } from '@nestjs/common';
import { LiveModule } from '../../live/index.js';
import { CatalogueModule } from '../catalogue/index.js';
import { ProjectsModule } from '../projects/index.js';
import { QuotaCountersRepository } from './quota-counters.repository.js';
import { QuotaPublisher } from './quota-publisher.js';
import { QuotaUnits } from './quota-units.service.js';
import { Quotas } from './quotas.service.js';

/** Limits of tiers (docs/product.md#quota). Commands and payments load it; its routes are QuotaAdminModule. */
@Module({
  imports: [CatalogueModule, LiveModule, ProjectsModule],
  providers: [QuotaCountersRepository, QuotaPublisher, Quotas, QuotaUnits],
  exports: [Quotas, QuotaUnits],
})
export class QuotaModule {}
