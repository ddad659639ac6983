import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../../config/private-files.js';
import { StartRefusal } from '../../runtime/start-refusal.js';

interface Holder {
  pid: number;
  /** Start of that process as reported by the system: process ids are reused, this pair is not. */
  since: string | null;
}

const TRIES = 5;

/**
 * Single-instance lock for SQLite. The lock file names its holder; one left by a dead process is taken over.
 * @throws Error for the operator while another process runs on the same file
 * @returns a function that releases the lock
 */
export function lockSingleInstance(databaseFile: string): () => void {
  if (databaseFile === ':memory:') return () => undefined;
  const lockFile = `${databaseFile}.lock`;
  makePrivateFolder(dirname(databaseFile));
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (claim(lockFile)) return () => release(lockFile);
    const found = contentOf(lockFile);
    const holder = holderOf(found);
    if (holder && isAlive(holder)) throw new DatabaseInUse(databaseFile, holder.pid);
    if (found !== null) removeStale(lockFile, found);
  }
  throw new DatabaseInUse(databaseFile, null);
}

export class DatabaseInUse extends StartRefusal {
  constructor(file: string, holder: number | null) {
    super(
      `The SQLite database ${file} is in use by another TokenDesk process${holder === null ? '' : ` (pid ${holder})`}. ` +
        'SQLite serves one process: stop the other one, or set DATABASE_URL to a MySQL server to run several.',
    );
    this.name = 'DatabaseInUse';
  }
}

/** Created atomically with its content, so that a half-written file is never taken for an abandoned one. */
function claim(lockFile: string): boolean {
  const draft = `${lockFile}.${process.pid}`;
  const content = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    return claimWithoutLinks(lockFile, content);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** For file systems without hard links. */
function claimWithoutLinks(lockFile: string, content: string): boolean {
  try {
    writeFileSync(lockFile, content, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Two concurrent starts must not remove each other's new file: the file moved aside has to be the one that was checked. */
function removeStale(lockFile: string, judged: string): void {
  const aside = `${lockFile}.stale-${process.pid}`;
  try {
    renameSync(lockFile, aside);
    if (contentOf(aside) !== judged) linkSync(aside, lockFile);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function release(lockFile: string): void {
  if (holderOf(contentOf(lockFile))?.pid === process.pid) rmSync(lockFile, { force: true });
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function holderOf(content: string | null): Holder | null {
  const [, pid, since] = /^(\d{1,10})(?: (\d+))?\s*$/.exec(content ?? '') ?? [];
  return pid === undefined || Number(pid) === 0 ? null : { pid: Number(pid), since: since ?? null };
}

/** Whether the process with this id and start still runs on this machine. */
export function isProcessAlive(pid: number, since: string | null): boolean {
  return pid === process.pid ? since === null || since === startOf(pid) : isAlive({ pid, since });
}

/** The own process id does not count: the file is of another process that had the same id. */
function isAlive({ pid, since }: Holder): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  // It has ended, and its parent has not asked how.
  if (statOf(pid)?.[0] === 'Z') return false;
  const start = startOf(pid);
  return since === null || start === null || since === start;
}

/** @returns the start of the process; null where the system does not report it */
export function startOf(pid: number): string | null {
  return statOf(pid)?.[19] ?? null;
}

/** What the system reports of a process from its state on, which follows the name; null where it reports none. */
function statOf(pid: number): string[] | null {
  // The name in brackets may contain spaces and brackets.
  return contentOf(`/proc/${pid}/stat`)?.split(')').at(-1)?.trim().split(' ') ?? null;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
