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
  exec(sql: string): unknown;
  close(): void;
}

const Libsql = require('libsql') as new (file: string, options?: object) => Database;

/**
 * libsql 0.5 crashes the process on a boolean parameter, and reads a lone object as named parameters, so that `all(null)` throws
 * and `all(Buffer)` crashes. Parameters are therefore passed as one array of safe values. It also crashes on a statement after
 * `close`, which background work may send during shutdown: that is an error here.
 */
export class LibsqlShim extends Libsql {
  private isClosed = false;

  override prepare(sql: string): Statement {
    this.requireOpen();
    const statement = super.prepare(sql);
    const requireOpen = () => this.requireOpen();
    const run =
      <T>(work: (values: unknown[]) => T) =>
      (...parameters: unknown[]): T => {
        this.requireOpen();
        return work(parameters.map(bindable));
      };
    return {
      get reader() {
        requireOpen();
        return statement.reader;
      },
      run: run((values) => statement.run(values)),
      all: run((values) => statement.all(values)),
      get: run((values) => statement.get(values)),
      pluck: (on?: boolean) => statement.pluck(on),
    };
  }

  override exec(sql: string): unknown {
    this.requireOpen();
    return super.exec(sql);
  }

  override close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    super.close();
  }

  private requireOpen(): void {
    if (this.isClosed) throw new Error('the database is closed');
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
