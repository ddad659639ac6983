import type { PrivateServer } from './mariadb.mjs';

/** Starts a private MySQL in a folder of its own, on a free port. Ended by `stop`, or with this process. */
export function startMysql(flags?: readonly string[]): Promise<PrivateServer>;
