import { rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseFileMoved, recordStorageTrouble, type StorageTrouble } from '../storage-trouble.js';

/** As much as SQLite may need for one commit. */
const SAMPLE = Buffer.alloc(64 * 1024);
/** Cache time of one probe of the disk. */
const KEEP_MS = 1000;
const BY_CODE: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
};

/**
 * Watches the files of an embedded database. Never opens them: closing a descriptor of a file drops the locks that SQLite holds
 * on it in this process.
 */
export class DatabaseFileWatcher {
  /** Inode by path, from when each file was first seen. */
  private readonly inodes = new Map<string, number>();
  private readonly paths: readonly string[];
  private tried: { at: number; trouble: StorageTrouble } | null = null;

  constructor(private readonly file: string) {
    this.paths = file === ':memory:' ? [] : [file, `${file}-wal`, `${file}-shm`];
  }

  /** Call once the database is open. */
  remember(): void {
    if (this.inodes.size === 0) this.assertInPlace();
  }

  /**
   * On Linux a removed or replaced file can still be written, and the data is lost at the next start.
   * @throws DatabaseFileMoved
   */
  assertInPlace(): void {
    for (const path of this.paths) {
      const known = this.inodes.get(path);
      const inode = statSync(path, { throwIfNoEntry: false })?.ino;
      if (known === undefined && inode !== undefined) this.inodes.set(path, inode);
      else if (known !== inode) throw new DatabaseFileMoved(path);
    }
  }

  /** SQLite reports a size limit, a quota and a read-only mount alike as an I/O error: writing a probe file finds the cause. */
  examine(error: unknown): void {
    if (this.file === ':memory:' || typeof error !== 'object' || error === null) return;
    const { code } = ((error as { driverError?: object }).driverError ?? error) as { code?: unknown };
    if (typeof code !== 'string' || !/^SQLITE_(?:IOERR|CANTOPEN)/.test(code)) return;
    recordStorageTrouble(error, this.trouble());
  }

  private trouble(): StorageTrouble {
    const now = performance.now();
    if (!this.tried || now - this.tried.at > KEEP_MS) this.tried = { at: now, trouble: this.tryToWrite() };
    return this.tried.trouble;
  }

  private tryToWrite(): StorageTrouble {
    const sample = `${this.file}.sample-${process.pid}`;
    try {
      writeFileSync(sample, SAMPLE, { mode: 0o600 });
      return 'failed';
    } catch (error) {
      return BY_CODE[(error as NodeJS.ErrnoException).code ?? ''] ?? 'failed';
    } finally {
      rmSync(sample, { force: true });
    }
  }
}
