import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * SQLite serves one process. The lock file names its holder; a file left behind by a process that is gone is taken over.
 * @throws Error with a message for the operator while another process runs on the same file
 * @returns a function that gives the lock back
 */
export function holdSingleInstance(databaseFile: string): () => void {
  if (databaseFile === ':memory:') return () => undefined;
  const lockFile = `${databaseFile}.lock`;
  mkdirSync(dirname(databaseFile), { recursive: true });
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      const handle = openSync(lockFile, 'wx', 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => release(lockFile);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = holderOf(lockFile);
      if (holder !== null && holder !== process.pid && isAlive(holder)) throw new DatabaseInUse(databaseFile, holder);
      rmSync(lockFile, { force: true });
    }
  }
  throw new DatabaseInUse(databaseFile, null);
}

export class DatabaseInUse extends Error {
  constructor(file: string, holder: number | null) {
    super(
      `The SQLite database ${file} is in use by another TokenDesk process${holder === null ? '' : ` (pid ${holder})`}. ` +
        'SQLite serves one process: stop the other one, or set DATABASE_URL to a MySQL server to run several.',
    );
    this.name = 'DatabaseInUse';
  }
}

function release(lockFile: string): void {
  if (holderOf(lockFile) === process.pid) rmSync(lockFile, { force: true });
}

function holderOf(lockFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
