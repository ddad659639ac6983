import {
  type DynamicModule,
  Global,
  Inject,
  Injectable,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { CommitMarkerPurge } from './commit-marker-purge.js';
import { safeDataSource } from './data-source.js';
import { DatabaseProblem, databaseProblemOf, isUnreachable } from './database-problem.js';
import { INSTANCE_KIND, InstanceRegistry } from './instance-registry.js';
import { migrate } from './migrate.js';
import { dataSourceOptions, type DatabaseSettings, sqliteFileOf } from './options.js';
import { ReadReplica } from './read-replica.js';
import { pendingMigrations } from './schema-state.js';
import { lockSingleInstance } from './sqlite/single-instance.js';
import { StorageHealth } from './storage-health.js';
import { UnitOfWork } from './unit-of-work.js';

export interface DatabaseModuleOptions {
  /** A server migrates the schema and locks an embedded database against other servers. */
  server: boolean;
}

/** Holds the lock file from before the first query until after the last. */
@Injectable()
class InstanceLock implements OnApplicationShutdown {
  private readonly free: () => void;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const file = sqliteFileOf(settings.databaseUrl);
    this.free = file === null ? () => undefined : lockSingleInstance(file);
  }

  onApplicationShutdown(): void {
    this.free();
  }
}

const SHARED = [UnitOfWork, InstanceRegistry, ReadReplica, StorageHealth];

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseModuleOptions): DynamicModule {
    const lock = options.server ? [InstanceLock] : [];
    let start = { migrates: false, production: false, url: '' };
    const orm = TypeOrmModule.forRootAsync({
      imports: options.server ? [InstanceLockModule] : [],
      inject: [SETTINGS, ...lock],
      useFactory: (settings: Settings) => {
        start = { migrates: settings.migrateOnStart, production: settings.production, url: settings.databaseUrl };
        return {
          ...dataSourceOptions(databaseSettingsOf(settings)),
          // `connected` retries; Nest would log a stack for each attempt.
          retryAttempts: 0,
          toRetry: () => false,
        };
      },
      dataSourceFactory: (ormOptions) =>
        open(ormOptions as DataSourceOptions, {
          care: options.server ? (start.migrates ? 'migrate' : 'insist') : 'leave',
          patienceMs: options.server && start.production ? CONNECT_PATIENCE_MS : 0,
          url: start.url,
        }),
    });
    return {
      module: DatabaseModule,
      imports: [orm],
      providers: [
        ...SHARED,
        ...(options.server ? [CommitMarkerPurge] : []),
        { provide: INSTANCE_KIND, useValue: options.server ? 'server' : 'command' },
      ],
      exports: [...SHARED, TypeOrmModule],
    };
  }
}

@Global()
@Module({ providers: [InstanceLock], exports: [InstanceLock] })
class InstanceLockModule {}

/** With MIGRATE_ON_START=false only `tokendesk db migrate` changes the schema. */
class SchemaIsBehind extends DatabaseProblem {
  constructor(pending: number, isEmpty: boolean) {
    const state = isEmpty
      ? 'The database has no schema yet'
      : `The database schema is older than this release (${pending} migrations are pending)`;
    super(`${state}, and MIGRATE_ON_START is false. Run "tokendesk db migrate" first.`);
  }
}

/** What a start does about an outdated schema; `leave`: the command handles it. */
type SchemaCare = 'migrate' | 'insist' | 'leave';

interface Opening {
  care: SchemaCare;
  /** How long an unreachable server is tried again. */
  patienceMs: number;
  /** For the text of a problem. */
  url: string;
}

const CONNECT_PATIENCE_MS = 10_000;
const CONNECT_PAUSE_MS = 1000;

/** @throws DatabaseProblem for what an operator can fix */
async function open(ormOptions: DataSourceOptions, { care, patienceMs, url }: Opening): Promise<DataSource> {
  const dataSource = await connected(ormOptions, patienceMs, url);
  try {
    if (care === 'insist') await insistOnSchema(dataSource);
    for (const name of care === 'migrate' ? await migrate(dataSource) : [])
      new Logger('Database').log({ msg: 'migration applied', name });
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw databaseProblemOf(error, url);
  }
}

/** Retries only while the server is unreachable: a wrong password does not fix itself. */
async function connected(ormOptions: DataSourceOptions, patienceMs: number, url: string): Promise<DataSource> {
  const began = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await safeDataSource(ormOptions).initialize();
    } catch (error) {
      const isOver = performance.now() - began + CONNECT_PAUSE_MS > patienceMs;
      if (isOver || !isUnreachable(error)) throw databaseProblemOf(error, url);
      if (isFirst) new Logger('Database').warn({ msg: 'database not reachable yet', patienceMs });
      await new Promise((resolve) => setTimeout(resolve, CONNECT_PAUSE_MS));
    }
  }
}

async function insistOnSchema(dataSource: DataSource): Promise<void> {
  const { pending, isEmpty } = await pendingMigrations(dataSource);
  if (pending.length > 0) throw new SchemaIsBehind(pending.length, isEmpty);
}

export function databaseSettingsOf(settings: Settings): DatabaseSettings {
  return {
    url: settings.databaseUrl,
    poolSize: settings.databasePoolSize,
    waitMs: settings.databaseWaitMs,
    sqliteDriver: settings.sqliteDriver,
  };
}
