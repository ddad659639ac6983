import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from '../http/principal.js';

/** What is known about the request (or CLI command) under way, for audit rows, records of bank calls and logs. */
export interface RequestContext {
  requestId: string;
  /** Where the request came from, as far as the proxies in front are believed. */
  ip?: string;
  /** Set once the guard has recognised a session. */
  principal?: Principal;
  /** Who acts when nobody is signed in: `cli` for commands. */
  actorKind?: 'cli' | 'system';
  /** Of a command: the operating system user who runs it. */
  operator?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** Undefined outside of any request, as in the poll job. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}
