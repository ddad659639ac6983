import { isReadOnly } from './storage-trouble.js';

/** Where in a unit of work an error came up. A connection that breaks before COMMIT was sent takes the unit with it. */
export type UnitPhase = 'statement' | 'commit';

/**
 * What an error says about the unit of work that it ended:
 * `conflict`: rolled back in favour of another unit, may run again at once;
 * `read-only`: rolled back, the server behind this connection takes no writes now;
 * `rolled-back`: the error of a statement, or of a connection before COMMIT;
 * `unknown`: COMMIT was sent and nobody has said what became of it.
 */
export type UnitFate = 'conflict' | 'read-only' | 'rolled-back' | 'unknown';

/** ER_TRANSACTION_ROLLBACK_DURING_COMMIT: Group Replication's certification has failed, wherever it is said. */
const NOT_CERTIFIED = 3101;
/**
 * ER_LOCK_DEADLOCK, ER_LOCK_WAIT_TIMEOUT. At COMMIT only Galera says so: for a failed certification, and also for a unit that was
 * interrupted while its node lost the others, which these may have received. So there it is looked up (ADR 29).
 */
const LOCK_CONFLICTS = new Set([1213, 1205]);

/**
 * MySQL and MariaDB number their errors from 1000 on; those of the network and of the driver have none. Here: ER_UNKNOWN_COM_ERROR
 * (Galera: not prepared for use), ER_SERVER_SHUTDOWN, ER_ABORTING_CONNECTION, ER_NORMAL_SHUTDOWN, ER_ERROR_DURING_COMMIT,
 * ER_NEW_ABORTING_CONNECTION, ER_QUERY_INTERRUPTED, ER_CONNECTION_KILLED (MariaDB), ER_SERVER_OFFLINE_MODE, ER_RUN_HOOK_ERROR and
 * two of Group Replication's consistency levels, ER_SERVER_ISNT_AVAILABLE, ER_CLIENT_INTERACTION_TIMEOUT.
 */
const SERVER_LEAVES = new Set([1047, 1053, 1077, 1152, 1180, 1184, 1317, 1927, 3032, 3100, 3168, 3796, 3797, 4031]);

/** The outcome could not be found out in time. The caller may repeat the request later; nothing was assumed. */
export class CommitOutcomeUnknown extends Error {
  readonly code = 'COMMIT_OUTCOME_UNKNOWN';

  constructor(cause: unknown) {
    super('COMMIT was not answered, and the database could not be asked whether it happened', { cause });
    this.name = 'CommitOutcomeUnknown';
  }
}

/** COMMIT was not answered and did not happen: the unit may run again. */
export class CommitDidNotHappen extends Error {
  readonly code = 'COMMIT_DID_NOT_HAPPEN';

  constructor(cause: unknown) {
    super('COMMIT was not answered, and did not happen', { cause });
    this.name = 'CommitDidNotHappen';
  }
}

/** For MySQL and MariaDB: an embedded database always answers COMMIT. */
export function fateOf(error: unknown, phase: UnitPhase): UnitFate {
  if (error instanceof CommitDidNotHappen) return 'conflict';
  if (error instanceof CommitOutcomeUnknown) return 'unknown';
  const { errno } = driverErrorOf(error);
  if (errno === NOT_CERTIFIED || (phase === 'statement' && isLockConflict(errno))) return 'conflict';
  if (isReadOnly(driverErrorOf(error))) return 'read-only';
  return phase === 'commit' ? 'unknown' : 'rolled-back';
}

/** The server refuses or ends work for a while: it stops, fails over, or joins its group. */
export function isServerLeaving(error: unknown): boolean {
  const { errno } = driverErrorOf(error);
  return errno !== undefined && (SERVER_LEAVES.has(errno) || errno === NOT_CERTIFIED || isLockConflict(errno));
}

function isLockConflict(errno: number | undefined): boolean {
  return errno !== undefined && LOCK_CONFLICTS.has(errno);
}

/** Whether the next unit had better get another connection: by then a proxy may lead to another server. */
export function isConnectionUseless(error: unknown, phase: UnitPhase): boolean {
  const driver = driverErrorOf(error);
  const fate = fateOf(error, phase);
  if (fate === 'read-only' || fate === 'unknown' || driver.fatal === true) return true;
  return driver.errno !== undefined && SERVER_LEAVES.has(driver.errno);
}

export interface DriverError {
  /** A number of the server's, or the negative one of the operating system. */
  errno?: number;
  code?: string;
  message?: string;
  /** Set by the driver: the connection is gone. */
  fatal?: boolean;
}

export function driverErrorOf(error: unknown): DriverError {
  if (typeof error !== 'object' || error === null) return {};
  return ((error as { driverError?: object }).driverError ?? error) as DriverError;
}
