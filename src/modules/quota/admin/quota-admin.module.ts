import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota.module.js';
import { QuotasApiController } from './quotas.api.controller.js';

/** The routes for admins; commands load QuotaModule alone. */
@Module({ imports: [QuotaModule], controllers: [QuotasApiController] })
export class QuotaAdminModule {}
