import { type DynamicModule, Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { BackgroundTasks } from './background.js';
import { Clock, SystemClock } from './clock.js';
import { Metrics } from './metrics.js';
import { PeriodicTasks } from './periodic-tasks.js';
import { CallbackBurstGate } from './callback-burst-gate.js';
import { TaskThread } from './tasks/task-thread.js';
import { InProcessTasks, TaskRunner } from './tasks/task.js';
import { Vault } from './vault.js';
import { PrimaryLink } from './workers/primary-link.js';

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    {
      provide: Vault,
      inject: [SETTINGS],
      useFactory: (settings: Settings) => new Vault(settings.encryptionKey, settings.previousEncryptionKey),
    },
    { provide: TaskRunner, inject: [SETTINGS], useFactory: (settings: Settings) => new InProcessTasks(settings) },
    PrimaryLink,
    BackgroundTasks,
    Metrics,
    PeriodicTasks,
    CallbackBurstGate,
  ],
  exports: [Clock, Vault, TaskRunner, PrimaryLink, BackgroundTasks, Metrics, PeriodicTasks, CallbackBurstGate],
})
export class RuntimeModule {
  /** For the server: tasks run on a thread of their own. Commands run them in theirs. */
  static withThread(file: URL): DynamicModule {
    const useFactory = (settings: Settings) => new TaskThread(file, settings);
    return { module: RuntimeModule, providers: [{ provide: TaskRunner, inject: [SETTINGS], useFactory }] };
  }
}
