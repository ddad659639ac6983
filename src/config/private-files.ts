import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const OTHERS = 0o077;

/** Creates a folder for its owner only, missing parents too. Existing folders are unchanged. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Removes other users' rights from files that earlier releases left in the data directory. */
export function tightenDataDir(dataDir: string): void {
  if (isOwnFolder(dataDir)) tighten(dataDir, 0o700);
  const outbox = join(dataDir, 'outbox');
  tighten(outbox, 0o700);
  for (const name of ['jwt-secret', 'encryption-key', 'sandbox-bank.json']) tighten(join(dataDir, name), 0o600);
  for (const name of namesIn(outbox)) tighten(join(outbox, name), 0o600);
}

/**
 * Before an embedded database is opened: SQLite gives `-wal` and `-shm` the mode of the database file. A file that exists is
 * never opened here, because closing it would drop the locks that this process holds on it.
 */
export function protectDatabaseFile(file: string): void {
  const folder = dirname(resolve(file));
  makePrivateFolder(folder);
  try {
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (const suffix of ['', '-wal', '-shm', '.lock']) tighten(`${file}${suffix}`, 0o600);
  // A folder with other files may be shared on purpose.
  const isItsOwn = namesIn(folder).every((name) => name.startsWith(basename(file)));
  if (isItsOwn && isOwnFolder(folder)) tighten(folder, 0o700);
}

/** Not a system folder, the user's home or the working directory. */
function isOwnFolder(folder: string): boolean {
  const path = resolve(folder);
  if ([homedir(), process.cwd(), '/'].includes(path)) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  const isSticky = found !== undefined && (found.mode & 0o1000) !== 0;
  return found !== undefined && !isSticky;
}

/** Files of another user keep their mode. */
function tighten(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) === 0 || found.uid !== process.getuid?.()) return;
  chmodSync(path, mode);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
