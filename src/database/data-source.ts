import { DataSource, type DataSourceOptions } from 'typeorm';
import { type DatabaseSettings, dataSourceOptions } from './options.js';
import { serialiseSqlite } from './sqlite/serialise.js';

/** A data source ready to be initialised. */
export function createDataSource(settings: DatabaseSettings): DataSource {
  return safeDataSource(dataSourceOptions(settings));
}

/** On SQLite with the lock that serialises units of work. */
export function safeDataSource(options: DataSourceOptions): DataSource {
  const dataSource = new DataSource(options);
  return options.type === 'better-sqlite3' ? serialiseSqlite(dataSource) : dataSource;
}
