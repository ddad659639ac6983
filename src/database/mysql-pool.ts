import type { Duplex } from 'node:stream';
import type { Pool, PoolConnection } from 'mysql2';

/** Callers waiting for a connection; more are refused at once. */
export const MAX_WAITING = 1000;
/** A connection in use this long while others timed out is considered hung: its server is gone silently. */
const HUNG_MS = 30_000;

type Callback = Parameters<Pool['getConnection']>[0];

/** No connection became free in time. Its code reads as "database unavailable". */
export class PoolTimeout extends Error {
  readonly code = 'POOL_TIMEOUT';

  constructor(readonly waitMs: number) {
    super(`no database connection came free within ${waitMs} ms`);
  }
}

/**
 * mysql2 lets callers wait for a connection without limit, and for ever on one whose server is silent. Here a caller waits
 * `waitMs` at most; after a timeout hung connections are closed, so the pool recovers.
 */
export function boundWaiting(pool: Pool, waitMs: number): Pool {
  const taken = new Map<PoolConnection, number>();
  pool.on('release', (connection) => taken.delete(connection));
  // One that has ended is released without the event.
  pool.on('connection', (connection) => streamOf(connection).once('close', () => taken.delete(connection)));
  const endHung = () => {
    const before = performance.now() - HUNG_MS;
    for (const [connection, since] of taken) {
      if (since >= before) continue;
      taken.delete(connection);
      breakConnection(connection);
    }
  };
  const getConnection = pool.getConnection.bind(pool) as (callback: Callback) => void;
  pool.getConnection = ((callback: Callback) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endHung();
      callback(new PoolTimeout(waitMs), undefined as never);
    }, waitMs);
    getConnection((error, connection) => {
      clearTimeout(timer);
      if (isLate) {
        if (!error) connection.release();
        return;
      }
      // The pool's event `acquire` is silent about a connection that goes from one caller straight to the next in line.
      if (!error) taken.set(connection, performance.now());
      callback(error, connection);
    });
  }) as Pool['getConnection'];
  return pool;
}

/** Closes a connection at once. Unlike after `destroy()`, the statement under way fails and does not wait for ever. */
export function breakConnection(connection: PoolConnection): void {
  const lost = Object.assign(new Error('the database has not answered in time'), { code: 'PROTOCOL_CONNECTION_LOST' });
  streamOf(connection).destroy(lost);
}

function streamOf(connection: PoolConnection): Duplex {
  return (connection as unknown as { stream: Duplex }).stream;
}
