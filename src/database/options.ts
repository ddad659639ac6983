import { createRequire } from 'node:module';
import { type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { mysqlServer, mysqlTarget } from '../config/mysql-target.js';
import { protectDatabaseFile } from '../config/private-files.js';
import { ENTITIES } from './entities/index.js';
import { MIGRATIONS } from './migrations/index.js';
import { boundWaiting, MAX_WAITING } from './mysql-pool.js';
import { ISOLATION_SQL, SESSION_SQL } from './mysql-session.js';
import { LibsqlShim } from './sqlite/libsql-shim.js';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns are snake_case, so that hand-written SQL reads the same on both engines. */
class SnakeNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? snake(property);
  }
  override joinColumnName(relation: string, referenced: string): string {
    return snake(`${relation}_${referenced}`);
  }
}

const require = createRequire(import.meta.url);
/** Default for programs without settings. */
const DEFAULT_WAIT_MS = 30_000;
/** For each connection; the server allows 16,382 in all, unless it is told otherwise. The least recently used is dropped. */
export const MAX_PREPARED = 200;

export interface DatabaseSettings {
  /** `sqlite:path`, `sqlite::memory:`, `mysql://…` or `mariadb://…` */
  url: string;
  poolSize: number;
  /** Milliseconds to wait for a connection. */
  waitMs?: number;
  /** `libsql`, or `better-sqlite3` where that is installed. */
  sqliteDriver: string;
}

const common = {
  entities: ENTITIES,
  migrations: MIGRATIONS,
  migrationsTableName: 'schema_migrations',
  synchronize: false,
  migrationsRun: false,
  migrationsTransactionMode: 'each' as const,
  namingStrategy: new SnakeNaming(),
};

export function sqliteFileOf(url: string): string | null {
  return url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : null;
}

/** @throws Error for an unsupported engine */
export function dataSourceOptions(settings: DatabaseSettings): DataSourceOptions {
  const file = sqliteFileOf(settings.url);
  if (file !== null) return sqliteOptions(file, settings.sqliteDriver);
  if (/^(mysql|mariadb):\/\//.test(settings.url)) return mysqlOptions(settings);
  throw new Error('DATABASE_URL must start with sqlite: or mysql://');
}

function sqliteOptions(file: string, driverName: string): DataSourceOptions {
  if (file !== ':memory:') protectDatabaseFile(file);
  return {
    ...common,
    type: 'better-sqlite3',
    database: file,
    driver: driverName === 'libsql' ? LibsqlShim : require(driverName),
    enableWAL: file !== ':memory:',
    timeout: 5000,
    prepareDatabase: (database: { pragma(sql: string): unknown }) => {
      database.pragma('busy_timeout = 5000');
      // An acknowledged write has to survive a kill and a power cut: FULL, not NORMAL.
      database.pragma('synchronous = FULL');
    },
  };
}

function mysqlOptions(settings: DatabaseSettings): DataSourceOptions {
  const { uri, ssl } = mysqlTarget(settings.url);
  return {
    ...common,
    // One setting covers both servers: the drift check of the `mysql` type reports false changes on MariaDB only.
    type: settings.url.startsWith('mariadb:') ? 'mariadb' : 'mysql',
    // Not as a URL: TypeORM would cut it up by itself, and knows no IPv6 addresses.
    ...mysqlServer(uri),
    ...(ssl && { ssl }),
    timezone: 'Z',
    charset: 'utf8mb4_unicode_ci',
    supportBigNumbers: true,
    bigNumberStrings: false,
    dateStrings: ['DATE'],
    poolSize: settings.poolSize,
    connectTimeout: 5000,
    // TypeORM's error has the statement's origin; a second stack trace for each statement is waste.
    extra: { queueLimit: MAX_WAITING, trace: false, maxPreparedStatements: MAX_PREPARED },
    driver: strictMysql(settings.waitMs ?? DEFAULT_WAIT_MS),
  };
}

/** Sets up every pooled connection alike, whatever the server's defaults. */
function strictMysql(waitMs: number): object {
  const mysql2 = require('mysql2') as typeof import('mysql2');
  return {
    ...mysql2,
    createPool: (options: import('mysql2').PoolOptions) => {
      const pool = mysql2.createPool(options);
      pool.on('connection', (connection) => {
        connection.query(SESSION_SQL);
        connection.query(ISOLATION_SQL);
      });
      return boundWaiting(pool, waitMs);
    },
  };
}
