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
  if (options.type !== 'better-sqlite3') return dataSource;
  // SQLite takes any name of a type and stores what it is given; TypeORM has a list of its own.
  dataSource.driver.supportedDataTypes.push('mediumblob');
  return serialiseSqlite(dataSource);
}
