import type { Server } from 'node:http';

/** Milliseconds, unless the name says otherwise; docs/operations.md explains each. */
export const SERVER_LIMITS = {
  /** Time until the headers of a request have arrived, counted from the connection or the first byte. */
  headersTimeout: 15_000,
  /** Time until the whole request has arrived. */
  requestTimeout: 30_000,
  /** Node closes late connections at this interval; its default is 30 s. */
  connectionsCheckingInterval: 5_000,
  /** Idle time between two requests of one connection. */
  keepAliveTimeout: 10_000,
  /** Time without a byte in either direction: a stalled reader must not hold a response for ever. */
  timeout: 300_000,
  maxRequestsPerSocket: 1000,
  /** Concurrent connections; more are closed at once. */
  maxConnections: 10_000,
} as const;

/** Against slow clients that hold sockets. Call before `listen`. */
export function limitConnections(server: Server): void {
  Object.assign(server, SERVER_LIMITS);
}
