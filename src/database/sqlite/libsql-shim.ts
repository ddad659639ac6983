import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Statement {
  reader: boolean;
  run(parameters: unknown[]): unknown;
  all(parameters: unknown[]): unknown[];
  get(parameters: unknown[]): unknown;
  pluck(on?: boolean): Statement;
}
interface Database {
  prepare(sql: string): Statement;
}

const Libsql = require('libsql') as new (file: string, options?: object) => Database;

/**
 * libsql 0.5 ends the whole process on a boolean parameter, and reads a lone object argument as named parameters, so that
 * `all(null)` throws and `all(Buffer)` ends the process. Parameters therefore always travel as one array of safe values.
 */
export class LibsqlShim extends Libsql {
  override prepare(sql: string): Statement {
    const statement = super.prepare(sql);
    return {
      get reader() {
        return statement.reader;
      },
      run: (...parameters: unknown[]) => statement.run(parameters.map(bindable)),
      all: (...parameters: unknown[]) => statement.all(parameters.map(bindable)),
      get: (...parameters: unknown[]) => statement.get(parameters.map(bindable)),
      pluck: (on?: boolean) => statement.pluck(on),
    };
  }
}

function bindable(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) throw new TypeError('bind a Date through a column type, not raw');
  if (typeof value === 'string' && value.includes('\0'))
    throw new TypeError('text with a NUL character cannot be stored');
  return value;
}
