import { isServerLeaving } from '../../database/commit-outcome.js';
import { storageTroubleOf } from '../../database/storage-trouble.js';

const CODES = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT', 'ER_CON_COUNT_ERROR', 'ER_SERVER_SHUTDOWN', 'ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT',
  'ER_DISK_FULL', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_QUERY_TIMEOUT', 'POOL_CLOSED', 'POOL_TIMEOUT',
  'COMMIT_OUTCOME_UNKNOWN', 'COMMIT_DID_NOT_HAPPEN',
]); // prettier-ignore
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/;
const NAMES = new Set([
  'CannotExecuteNotConnectedError',
  'CannotConnectAlreadyConnectedError',
  'ConnectionIsNotSetError',
]);
const WORDS = /SQLite lock not had|Queue limit reached|closed state|Pool is closed/;

/** The database is unreachable, full or busy: the request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (storageTroubleOf(error) !== null || isServerLeaving(error)) return true;
  const driver = (error as { driverError?: unknown }).driverError;
  return [error, driver].some((candidate) => {
    if (typeof candidate !== 'object' || candidate === null) return false;
    const { code, name, message } = candidate as { code?: unknown; name?: string; message?: string };
    const byCode = typeof code === 'string' && (CODES.has(code) || SQLITE.test(code));
    return byCode || NAMES.has(name ?? '') || WORDS.test(message ?? '');
  });
}
