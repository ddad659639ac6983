import type { Pool, PoolConnection } from 'mysql2';

/** Callers in line for a connection; more are turned away at once. */
export const MOST_WAITING = 1000;
/** A connection that was out this long while others waited in vain hangs: its server is gone without a word. */
const HUNG_MS = 30_000;

type Callback = Parameters<Pool['getConnection']>[0];

/** No connection came free in time. Read by its code as "the database is unavailable". */
class PoolExhausted extends Error {
  readonly code = 'POOL_TIMEOUT';

  constructor(waitMs: number) {
    super(`no database connection came free within ${waitMs} ms`);
  }
}

/**
 * mysql2 lets callers wait for a connection without end, and on a connection whose server has fallen silent for ever. Here a
 * caller waits `waitMs` at most; whoever waited in vain has connections ended that hang, so that the pool mends itself.
 */
export function boundWaiting(pool: Pool, waitMs: number): Pool {
  const taken = new Map<PoolConnection, number>();
  pool.on('acquire', (connection) => taken.set(connection, performance.now()));
  pool.on('release', (connection) => taken.delete(connection));
  const endHung = () => {
    const before = performance.now() - HUNG_MS;
    for (const [connection, since] of taken) {
      if (since >= before) continue;
      taken.delete(connection);
      connection.destroy();
    }
  };
  const getConnection = pool.getConnection.bind(pool) as (callback: Callback) => void;
  pool.getConnection = ((callback: Callback) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endHung();
      callback(new PoolExhausted(waitMs), undefined as never);
    }, waitMs);
    getConnection((error, connection) => {
      clearTimeout(timer);
      if (!isLate) callback(error, connection);
      else if (!error) connection.release();
    });
  }) as Pool['getConnection'];
  return pool;
}
