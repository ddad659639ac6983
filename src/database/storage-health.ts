import { Injectable } from '@nestjs/common';
import { type StorageTrouble, storageTroubleOf } from './storage-trouble.js';
import { UnitOfWork } from './unit-of-work.js';

/** Readiness is public, so the disk is written at most this often. */
const KEEP_MS = 1000;
/** How long a refused write counts where no test write is possible. */
const REMEMBER_MS = 10_000;

/** Whether the database accepts writes now. */
@Injectable()
export class StorageHealth {
  private tried: { at: number; trouble: Promise<StorageTrouble | null> } | null = null;
  /** Result of the last test write. */
  private last: StorageTrouble | null = null;

  constructor(private readonly uow: UnitOfWork) {}

  /** @returns true, or rejects; never, while a database is silent */
  async answers(): Promise<true> {
    await this.uow.manager.query('SELECT 1');
    return true;
  }

  /**
   * Embedded: by an empty commit, so that a full disk is noticed before a sale and recovery at once. On a server: by the writes
   * of the last 10 seconds.
   */
  trouble(): Promise<StorageTrouble | null> {
    if (!this.uow.isSqlite) return Promise.resolve(this.uow.troubleWithin(REMEMBER_MS));
    const now = performance.now();
    if (!this.tried || this.isStale(now - this.tried.at)) this.tried = { at: now, trouble: this.tryToWrite() };
    return this.tried.trouble;
  }

  /** A write that was refused since overrides an earlier success. */
  private isStale(age: number): boolean {
    return age > KEEP_MS || (this.last === null && this.uow.troubleWithin(age) !== null);
  }

  /** Other failures say nothing about the storage. */
  private async tryToWrite(): Promise<StorageTrouble | null> {
    try {
      await writeNothing(this.uow);
      this.last = null;
    } catch (error) {
      this.last = storageTroubleOf(error);
    }
    return this.last;
  }
}

/** Commits to an embedded database without a change: SQLite writes its first page with an unchanged number. */
export async function writeNothing(uow: Pick<UnitOfWork, 'run'>): Promise<void> {
  await uow.run(async (tx) => {
    const [row] = (await tx.query('PRAGMA user_version')) as { user_version: number }[];
    await tx.query(`PRAGMA user_version = ${Number(row?.user_version ?? 0)}`);
  });
}
