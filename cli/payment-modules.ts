import type { ModuleMetadata } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { GatewaySettingsModule } from '../src/gateway-settings.module.js';
import { PaymentsModule } from '../src/modules/payments/index.js';
import { ReceiptsModule } from '../src/modules/receipts/index.js';
import { RefundsModule } from '../src/modules/refunds/index.js';
import { UpgradesModule } from '../src/modules/upgrades/index.js';

/**
 * For every command that may change a payment: with all the modules that register `TransitionEffects`, since what follows from
 * a change belongs to it, whoever brings it about.
 */
export function paymentModules(): NonNullable<ModuleMetadata['imports']> {
  return [
    GatewaySettingsModule,
    ScheduleModule.forRoot(),
    PaymentsModule.forRoot({ http: false, job: false }),
    RefundsModule.forRoot({ http: false }),
    UpgradesModule.forRoot({ http: false }),
    ReceiptsModule.forRoot({ http: false }),
  ];
}
