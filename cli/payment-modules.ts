import type { ModuleMetadata } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { GatewaySettingsModule } from '../src/gateway-settings.module.js';
import { PaymentsModule } from '../src/modules/payments/index.js';
import { ReceiptsModule } from '../src/modules/receipts/index.js';
import { RefundsModule } from '../src/modules/refunds/index.js';
import { UpgradesModule } from '../src/modules/upgrades/index.js';

/** Modules for commands that may change payments, with all that register `PaymentHooks`. */
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
