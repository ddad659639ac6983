import type { PrivateServer } from './mariadb.mjs';

/** Starts a private MySQL in a folder of its own, on a free port. Ended by `stop`, or with this process. isClassic: as MySQL 8.4. */
export function startMysql(how?: {
  isClassic?: boolean;
  flags?: readonly string[];
}): Promise<PrivateServer & { pid: number }>;
