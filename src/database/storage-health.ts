import { Injectable } from '@nestjs/common';
import { type StorageTrouble, storageTroubleOf } from './storage-trouble.js';
import { UnitOfWork } from './unit-of-work.js';

/** Anybody may ask whether the product is ready; the disk is written at most this often. */
const KEEP_MS = 1000;
/** How long a refused write counts where nothing can be written to find out. */
const REMEMBER_MS = 10_000;

/** Whether the database takes writes now. */
@Injectable()
export class StorageHealth {
  private tried: { at: number; trouble: Promise<StorageTrouble | null> } | null = null;
  /** What the last try has found. */
  private last: StorageTrouble | null = null;

  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Embedded: by a commit of no consequence, so that a full disk is noticed before a sale and forgotten as soon as there is
   * room. On a server: by the writes of the last 10 seconds.
   */
  trouble(): Promise<StorageTrouble | null> {
    if (!this.uow.isSqlite) return Promise.resolve(this.uow.troubleWithin(REMEMBER_MS));
    const now = performance.now();
    if (!this.tried || this.isStale(now - this.tried.at)) this.tried = { at: now, trouble: this.tryToWrite() };
    return this.tried.trouble;
  }

  /** A write that was refused since then knows better than a try that went well. */
  private isStale(age: number): boolean {
    return age > KEEP_MS || (this.last === null && this.uow.troubleWithin(age) !== null);
  }

  /** What fails for another reason says nothing about the storage. */
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

/** Commits to an embedded database and changes nothing: SQLite writes its first page, with the number that was there. */
export async function writeNothing(uow: Pick<UnitOfWork, 'run'>): Promise<void> {
  await uow.run(async (tx) => {
    const [row] = (await tx.query('PRAGMA user_version')) as { user_version: number }[];
    await tx.query(`PRAGMA user_version = ${Number(row?.user_version ?? 0)}`);
  });
}
