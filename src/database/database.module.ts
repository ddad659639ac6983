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
import { AuditHashes } from './audit-hashes.js';
import { AuditKeeper } from './audit-keeper.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditVerifier } from './audit-verifier.js';
import { AuditService } from './audit.js';
import { safeDataSource } from './data-source.js';
import { DaySums } from './day-sums.js';
import { INSTANCE_KIND, InstanceRegistry } from './instance-registry.js';
import { migrate } from './migrate.js';
import { dataSourceOptions, type DatabaseSettings, sqliteFileOf } from './options.js';
import { PaymentCounts } from './payment-counts.js';
import { PaymentLists } from './payment-list.js';
import { PaymentSearch } from './payment-search.js';
import { SealedValues } from './sealed-values.js';
import { holdSingleInstance } from './sqlite/single-instance.js';
import { UnitOfWork } from './unit-of-work.js';
import { WatchFigures } from './watch-figures.js';

export interface DatabaseModuleOptions {
  /** The server brings the schema up to date and keeps other servers off an embedded database. */
  server: boolean;
}

/** Keeps the lock file from before the first query until after the last. */
@Injectable()
class InstanceLock implements OnApplicationShutdown {
  private readonly free: () => void;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const file = sqliteFileOf(settings.databaseUrl);
    this.free = file === null ? () => undefined : holdSingleInstance(file);
  }

  onApplicationShutdown(): void {
    this.free();
  }
}

const SHARED = [
  UnitOfWork,
  AuditService,
  AuditSealer,
  AuditVerifier,
  PaymentCounts,
  DaySums,
  PaymentSearch,
  PaymentLists,
  SealedValues,
  InstanceRegistry,
];

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseModuleOptions): DynamicModule {
    const lock = options.server ? [InstanceLock] : [];
    let migrates = false;
    const orm = TypeOrmModule.forRootAsync({
      imports: options.server ? [InstanceLockModule] : [],
      inject: [SETTINGS, ...lock],
      useFactory: (settings: Settings) => {
        migrates = settings.migrateOnStart;
        return {
          ...dataSourceOptions(databaseSettingsOf(settings)),
          retryAttempts: settings.production ? 10 : 0,
          retryDelay: 1000,
          // A schema that is behind does not mend itself by waiting.
          toRetry: (error: Error) => !(error instanceof SchemaIsBehind),
        };
      },
      dataSourceFactory: (ormOptions) =>
        open(ormOptions as DataSourceOptions, options.server ? (migrates ? 'migrate' : 'insist') : 'leave'),
    });
    return {
      module: DatabaseModule,
      imports: [orm],
      providers: [
        ...SHARED,
        { provide: INSTANCE_KIND, useValue: options.server ? 'server' : 'command' },
        AuditHashes,
        ...(options.server ? [AuditKeeper, WatchFigures] : []),
      ],
      exports: [...SHARED, TypeOrmModule],
    };
  }
}

@Global()
@Module({ providers: [InstanceLock], exports: [InstanceLock] })
class InstanceLockModule {}

/** The operator wants the schema changed by `tokendesk db migrate` alone. */
class SchemaIsBehind extends Error {
  readonly code = 'SCHEMA_BEHIND';

  constructor() {
    super('The database schema is older than this release, and MIGRATE_ON_START is false. Run "tokendesk db migrate".');
  }
}

/** What a start does about the schema: a command that only looks leaves it to the command itself. */
type SchemaCare = 'migrate' | 'insist' | 'leave';

async function open(ormOptions: DataSourceOptions, care: SchemaCare): Promise<DataSource> {
  const dataSource = await safeDataSource(ormOptions).initialize();
  if (care === 'insist' && (await dataSource.showMigrations())) {
    await dataSource.destroy();
    throw new SchemaIsBehind();
  }
  for (const name of care === 'migrate' ? await migrate(dataSource) : [])
    new Logger('Database').log({ msg: 'migration applied', name });
  return dataSource;
}

export function databaseSettingsOf(settings: Settings): DatabaseSettings {
  return {
    url: settings.databaseUrl,
    poolSize: settings.databasePoolSize,
    waitMs: settings.databaseWaitMs,
    sqliteDriver: settings.sqliteDriver,
  };
}
