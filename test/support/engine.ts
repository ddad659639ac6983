export type Engine = 'sqlite' | 'mariadb' | 'mysql';

/** The database engine of this run: that of its lane (test/runner/lanes.mjs), SQLite outside of one. */
export function engineOf(): Engine {
  const named = process.env['TEST_ENGINE'];
  return named === 'mariadb' || named === 'mysql' ? named : 'sqlite';
}

/** MariaDB or MySQL: many processes, locks of rows, the same dialect of hand-written SQL. */
export function isOnServer(): boolean {
  return engineOf() !== 'sqlite';
}
