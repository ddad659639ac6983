/** Why a database refuses writes although it can be reached. */
export type StorageTrouble = 'full' | 'read-only' | 'failed' | 'moved';

/** MySQL and MariaDB: ER_RECORD_FILE_FULL and ER_DISK_FULL; other errors carry ENOSPC in their message. */
const FULL_ERRNO = new Set([1114, 1021]);
const FULL_TEXT = /(?:errcode|error|errno):? "?28\b|no space left|disk quota exceeded/i;
/** ER_OPTION_PREVENTS_STATEMENT, used by several options; the message names the option. */
const OPTION_ERRNO = 1290;
/** ER_READ_ONLY_MODE, ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, ER_INNODB_READ_ONLY. */
const READ_ONLY_ERRNO = new Set([1836, 1792, 1874]);

/** Causes found by probing, for errors whose code does not tell. */
const examined = new WeakMap<object, StorageTrouble>();

export function recordStorageTrouble(error: object, trouble: StorageTrouble): void {
  examined.set(error, trouble);
}

/** The database file was removed or replaced: writes would be lost. */
export class DatabaseFileMoved extends Error {
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(file: string) {
    super(`${file} is not the file that was opened: it was removed or replaced while the product runs`);
    this.name = 'DatabaseFileMoved';
  }
}

/** @returns null for errors that say nothing about the storage */
export function storageTroubleOf(error: unknown): StorageTrouble | null {
  if (typeof error !== 'object' || error === null) return null;
  const driver = (error as { driverError?: unknown }).driverError;
  for (const candidate of [error, driver]) {
    if (typeof candidate !== 'object' || candidate === null) continue;
    const found = examined.get(candidate) ?? byCode(candidate);
    if (found) return found;
  }
  return null;
}

function byCode(error: { code?: unknown; errno?: unknown; message?: unknown }): StorageTrouble | null {
  const { code, errno, message } = error;
  const text = typeof message === 'string' ? message : '';
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return bySqliteCode(code);
  if (typeof errno !== 'number' || errno < 1000) return null;
  if (FULL_ERRNO.has(errno) || FULL_TEXT.test(text)) return 'full';
  return isReadOnly({ errno, message: text }) ? 'read-only' : null;
}

/** By a server's error. A secondary of a group says so, and a former primary. */
export function isReadOnly({ errno, message = '' }: { errno?: number; message?: string }): boolean {
  if (errno === undefined) return false;
  return READ_ONLY_ERRNO.has(errno) || (errno === OPTION_ERRNO && /read.only/i.test(message));
}

function bySqliteCode(code: string): StorageTrouble | null {
  if (code === 'SQLITE_READONLY_DBMOVED') return 'moved';
  if (code === 'SQLITE_FULL') return 'full';
  if (code.startsWith('SQLITE_READONLY')) return 'read-only';
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB' ? 'failed' : null;
}
