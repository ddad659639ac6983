import { DataSource } from 'typeorm';
import { dataSourceOptions, sqliteFileOf, type DatabaseSettings } from './options.js';
import { serialiseSqlite } from './sqlite/serialise.js';

/** A data source ready to be initialised; on SQLite with the lock that makes parallel units of work safe. */
export function createDataSource(settings: DatabaseSettings): DataSource {
  const dataSource = new DataSource(dataSourceOptions(settings));
  return sqliteFileOf(settings.url) === null ? dataSource : serialiseSqlite(dataSource);
}
