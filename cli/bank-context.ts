import 'reflect-metadata';
import { Global, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SettingsModule } from '../src/config/settings.module.js';
import type { Settings } from '../src/config/settings.token.js';
import { UnitOfWork } from '../src/database/unit-of-work.js';
import { GatewaySettingsModule } from '../src/gateway-settings.module.js';
import { GatewayModule } from '../src/modules/gateway/index.js';
import { RuntimeModule } from '../src/runtime/runtime.module.js';
import { orInterrupted, whileOpen } from './interruption.js';

/** Does not record the exchange, so that the bank can be tested while there is no database, or it is down. */
@Global()
@Module({
  providers: [{ provide: UnitOfWork, useValue: { run: () => Promise.resolve() } }],
  exports: [UnitOfWork],
})
class NoDatabaseModule {}

@Module({})
class BankModule {}

/** Runs what asks the bank and needs nothing else of the product. Ctrl-C aborts it at once. */
export function withBank<T>(settings: Settings, work: (context: INestApplicationContext) => Promise<T>): Promise<T> {
  return whileOpen(async () => {
    const imports = [
      SettingsModule.forRoot(settings),
      RuntimeModule,
      NoDatabaseModule,
      GatewaySettingsModule,
      GatewayModule,
    ];
    const app = await NestFactory.createApplicationContext(
      { module: BankModule, imports },
      { logger: false, abortOnError: false },
    );
    try {
      return await orInterrupted(work(app));
    } finally {
      await app.close();
    }
  });
}
