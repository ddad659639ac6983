import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal.js';

/** Context of the current request or CLI command, for audit entries, bank calls and logs. */
export interface RequestContext {
  requestId: string;
  /** The client's address, by the trusted proxies. */
  ip?: string;
  /** Set by the access guard. */
  principal?: Principal;
  /** The actor without a session: `cli` for commands. */
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
