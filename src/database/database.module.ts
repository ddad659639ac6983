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
import { AuditService } from './audit.js';
import { safeDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { dataSourceOptions, type DatabaseSettings, sqliteFileOf } from './options.js';
import { PaymentCounts } from './payment-counts.js';
import { PaymentLists } from './payment-list.js';
import { PaymentSearch } from './payment-search.js';
import { holdSingleInstance } from './sqlite/single-instance.js';
import { UnitOfWork } from './unit-of-work.js';

const SERVICES = [UnitOfWork, AuditService, PaymentCounts, PaymentSearch, PaymentLists];

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

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseModuleOptions): DynamicModule {
    const lock = options.server ? [InstanceLock] : [];
    const orm = TypeOrmModule.forRootAsync({
      imports: options.server ? [InstanceLockModule] : [],
      inject: [SETTINGS, ...lock],
      useFactory: (settings: Settings) => ({
        ...dataSourceOptions(databaseSettingsOf(settings)),
        retryAttempts: settings.production ? 10 : 0,
        retryDelay: 1000,
      }),
      dataSourceFactory: (ormOptions) => open(ormOptions as DataSourceOptions, options.server),
    });
    return {
      module: DatabaseModule,
      imports: [orm],
      providers: SERVICES,
      exports: [...SERVICES, TypeOrmModule],
    };
  }
}

@Global()
@Module({ providers: [InstanceLock], exports: [InstanceLock] })
class InstanceLockModule {}

async function open(ormOptions: DataSourceOptions, server: boolean): Promise<DataSource> {
  const dataSource = await safeDataSource(ormOptions).initialize();
  for (const name of server ? await migrate(dataSource) : [])
    new Logger('Database').log({ msg: 'migration applied', name });
  return dataSource;
}

export function databaseSettingsOf(settings: Settings): DatabaseSettings {
  return {
    url: settings.databaseUrl,
    poolSize: settings.databasePoolSize,
    sqliteDriver: settings.sqliteDriver,
  };
}
