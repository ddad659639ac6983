import 'reflect-metadata';
import { userInfo } from 'node:os';
import { type INestApplicationContext, Module, type ModuleMetadata, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { loadSettings } from '../src/config/env.js';
import { SettingsModule } from '../src/config/settings.module.js';
import type { Settings } from '../src/config/settings.token.js';
import { databaseProblemOf } from '../src/database/database-problem.js';
import { DatabaseModule } from '../src/database/database.module.js';
import { migrate } from '../src/database/migrate.js';
import { pendingMigrations } from '../src/database/schema-state.js';
import { HttpPlatformModule } from '../src/http/index.js';
import { AuditLogModule } from '../src/modules/audit/index.js';
import { PaymentListsModule } from '../src/modules/payment-lists/index.js';
import { newPublicId } from '../src/runtime/ids.js';
import { createLogger, NestLogger } from '../src/runtime/logger.js';
import { runInRequestContext } from '../src/runtime/request-context.js';
import { RuntimeModule } from '../src/runtime/runtime.module.js';
import { assertDatabaseExists, schemaIsBehind } from './database.js';
import { orInterrupted, whileOpen } from './interruption.js';

export interface CliContext {
  settings: Settings;
  get<T>(token: Type<T> | (abstract new (...args: never[]) => T)): T;
}

export interface ContextOptions {
  /** The feature modules that the command needs, without their jobs. */
  imports: (settings: Settings) => NonNullable<ModuleMetadata['imports']>;
  /** Creates a missing schema. An outdated one is never changed beside a running server. */
  createSchema?: boolean;
  /** The command checks for an interruption between two steps; otherwise Ctrl-C aborts it at once. */
  endsItself?: boolean;
}

@Module({})
class CliModule {}

/**
 * Runs a command in the product's modules, without HTTP server and jobs, and closes everything afterwards. On SQLite it reads
 * freely beside a running server, and its writes wait for the server's. Ctrl-C closes it too; the database rolls an aborted unit
 * of work back.
 */
export function withContext<T>(options: ContextOptions, work: (context: CliContext) => Promise<T>): Promise<T> {
  return whileOpen(async () => {
    const settings = loadSettings();
    if (!options.createSchema) assertDatabaseExists(settings);
    const app = await orInterrupted(createCliContext(settings, options.imports(settings)));
    try {
      await assertSchema(app.get(DataSource), settings, options);
      const context = {
        settings,
        get: <V>(token: Type<V> | (abstract new (...args: never[]) => V)) => app.get<V>(token as Type<V>),
      };
      const requestContext = { requestId: `cli-${newPublicId()}`, actorKind: 'cli' as const, operator: operator() };
      const result = runInRequestContext(requestContext, () => work(context));
      return await (options.endsItself ? result : orInterrupted(result));
    } finally {
      await app.close();
    }
  });
}

function operator(): string {
  try {
    return userInfo().username;
  } catch {
    // The user id has no passwd entry, as in a container.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function createCliContext(
  settings: Settings,
  imports: NonNullable<ModuleMetadata['imports']>,
): Promise<INestApplicationContext> {
  const infrastructure = [
    SettingsModule.forRoot(settings),
    RuntimeModule,
    DatabaseModule.forRoot({ server: false }),
    AuditLogModule.forRoot({ server: false }),
    PaymentListsModule.forRoot({ server: false }),
    HttpPlatformModule,
  ];
  // The server's info log is noise beside a command's output.
  const logLevel = settings.logLevel === 'info' ? 'warn' : settings.logLevel;
  const logger = new NestLogger(createLogger({ logLevel }, pino.destination({ dest: 2, sync: true })));
  const module = { module: CliModule, imports: [...infrastructure, ...imports] };
  return NestFactory.createApplicationContext(module, { logger, abortOnError: false });
}

async function assertSchema(
  dataSource: DataSource,
  settings: Settings,
  { createSchema }: ContextOptions,
): Promise<void> {
  const { pending, isEmpty } = await pendingMigrations(dataSource);
  if (pending.length === 0) return;
  if (!isEmpty || !createSchema) throw schemaIsBehind();
  try {
    await migrate(dataSource);
  } catch (error) {
    throw databaseProblemOf(error, settings.databaseUrl);
  }
}
