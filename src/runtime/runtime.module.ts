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
    const useFactory = (settings: Settings, metrics: Metrics) => {
      const thread = new TaskThread(file, settings);
      watch(thread, metrics);
      return thread;
    };
    return { module: RuntimeModule, providers: [{ provide: TaskRunner, inject: [SETTINGS, Metrics], useFactory }] };
  }
}

/** Its resident memory is part of the process's. */
function watch(thread: TaskThread, metrics: Metrics): void {
  metrics.gauge(
    'tokendesk_document_thread_heap_bytes',
    'Heap in use of the thread that makes documents and sends mails; 0 while it rests',
    async () => ({ '': await thread.heapBytes() }),
    undefined,
    'sum',
  );
  metrics.gauge(
    'tokendesk_document_thread_busy_ratio',
    'Share of the time since the last scrape in which that thread worked',
    () => Promise.resolve({ '': thread.busyRatio() }),
    undefined,
    'max',
  );
}
