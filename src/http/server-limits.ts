import type { Server } from 'node:http';

/** Milliseconds, unless the name says otherwise; docs/operations.md explains each. */
export const SERVER_LIMITS = {
  /** Until the headers of a request have arrived, counted from the connection or the first byte. */
  headersTimeout: 15_000,
  /** Until the whole request has arrived. */
  requestTimeout: 30_000,
  /** Node closes what is late when it looks, and would look every 30 s. */
  connectionsCheckingInterval: 5_000,
  /** Between two requests of one connection. */
  keepAliveTimeout: 10_000,
  /** Without a byte in either direction: a reader who has stopped reading must not hold an answer, or an export, for ever. */
  timeout: 300_000,
  maxRequestsPerSocket: 1000,
  /** Connections at one time; more are closed at once. */
  maxConnections: 10_000,
} as const;

/** A client that dribbles its request, or its reading, must not hold a socket for long. Has to run before `listen`. */
export function limitConnections(server: Server): void {
  Object.assign(server, SERVER_LIMITS);
}
