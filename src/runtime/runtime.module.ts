import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { BackgroundTasks } from './background.js';
import { Clock, SystemClock } from './clock.js';
import { Metrics } from './metrics.js';
import { PeriodicTasks } from './periodic-tasks.js';
import { CallbackBurstGate } from './callback-burst-gate.js';
import { Vault } from './vault.js';

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    {
      provide: Vault,
      inject: [SETTINGS],
      useFactory: (settings: Settings) => new Vault(settings.encryptionKey, settings.previousEncryptionKey),
    },
    BackgroundTasks,
    Metrics,
    PeriodicTasks,
    CallbackBurstGate,
  ],
  exports: [Clock, Vault, BackgroundTasks, Metrics, PeriodicTasks, CallbackBurstGate],
})
export class RuntimeModule {}
