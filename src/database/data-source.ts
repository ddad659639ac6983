import { DataSource, type DataSourceOptions } from 'typeorm';
import { serialiseSqlite } from './sqlite/serialise.js';

/** A data source ready to be initialised; on SQLite with the lock that makes parallel units of work safe. */
export function createDataSource(options: DataSourceOptions): DataSource {
  const dataSource = new DataSource(options);
  return options.type === 'better-sqlite3' ? serialiseSqlite(dataSource) : dataSource;
}
