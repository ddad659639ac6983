import type { PoolConnection } from 'mysql2';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { newPublicId } from '../runtime/ids.js';
import { CommitOutcomeUnknown } from './commit-outcome.js';
import { breakConnection } from './mysql-pool.js';

/** How long a caller waits until it is known whether its COMMIT happened: the time that a group takes to elect a primary. */
const LOOKUP_LIMIT_MS = 12_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1000;
/** A row that is older belongs to a connection that is gone, or is written again by its next unit. */
const KEPT_HOURS = 24;
/** Stands in place of a unit that did not happen. */
const NO_UNIT = '-';

/** Which unit of work a connection has committed last. */
export interface CommitMarker {
  connection: string;
  unit: string;
}

/**
 * One row for each connection, which a unit of work overwrites with its random id right before COMMIT (ADR 25). When COMMIT is not
 * answered, whoever asks writes into the same row: it waits for the lock of a transaction that is still open, conflicts with one
 * that the group still has to apply, and from then on the row names the unit if and only if it was committed.
 */
export class CommitMarkers {
  private readonly names = new WeakMap<PoolConnection, string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly limitMs = LOOKUP_LIMIT_MS,
  ) {}

  /** Call as the last statement before COMMIT. */
  async mark(runner: QueryRunner): Promise<CommitMarker> {
    const connection = this.nameOf((await runner.connect()) as PoolConnection);
    const unit = newPublicId();
    await runner.query(
      `INSERT INTO commit_markers (connection, unit, marked_at) VALUES (?, ?, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE unit = ?, marked_at = UTC_TIMESTAMP(3)`,
      [connection, unit, unit],
    );
    return { connection, unit };
  }

  /**
   * Call once the unit's own connection is closed.
   * @throws CommitOutcomeUnknown when no server that takes writes has answered in time
   */
  async hasHappened(marker: CommitMarker, cause: unknown): Promise<boolean> {
    const deadline = performance.now() + this.limitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await this.settle(marker, deadline);
      } catch {
        if (performance.now() + pauseMs > deadline) throw new CommitOutcomeUnknown(cause);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /**
   * Both statements on one connection: the one that takes the write is the one that is read.
   * @param deadline when a server that says nothing is given up, by `performance.now()`
   */
  private async settle({ connection, unit }: CommitMarker, deadline: number): Promise<boolean> {
    const runner = this.dataSource.createQueryRunner();
    const own = (await runner.connect()) as PoolConnection;
    const timer = setTimeout(() => breakConnection(own), deadline - performance.now());
    try {
      await runner.query(
        `INSERT INTO commit_markers (connection, unit, marked_at) VALUES (?, '${NO_UNIT}', UTC_TIMESTAMP(3))
         ON DUPLICATE KEY UPDATE unit = IF(unit = ?, unit, '${NO_UNIT}')`,
        [connection, unit],
      );
      const rows = (await runner.query('SELECT unit FROM commit_markers WHERE connection = ?', [connection])) as {
        unit: string;
      }[];
      return rows[0]?.unit === unit;
    } catch (error) {
      // Another connection may lead to a server that takes writes.
      own.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
      await runner.release();
    }
  }

  private nameOf(connection: PoolConnection): string {
    const known = this.names.get(connection);
    if (known !== undefined) return known;
    const name = newPublicId();
    this.names.set(connection, name);
    return name;
  }
}

/** Removes the rows of connections that are gone. */
export async function removeOldMarkers(tx: EntityManager): Promise<void> {
  await tx.query(`DELETE FROM commit_markers WHERE marked_at < UTC_TIMESTAMP(3) - INTERVAL ${KEPT_HOURS} HOUR`);
}
