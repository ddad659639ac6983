import type { UnitOfWork } from './unit-of-work.js';

const NEWEST = {
  payment_counts: 'SELECT id FROM payment_counts ORDER BY id DESC LIMIT 1',
  day_changes: 'SELECT id FROM day_changes ORDER BY id DESC LIMIT 1',
};

/** Detects new rows of a table for a job, by reading one index entry. */
export class NewRowDetector {
  /** Newest id before the last completed work; null while unknown. */
  private newestDone: number | null = null;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly table: keyof typeof NEWEST,
  ) {}

  /**
   * Runs the work if there are new rows. A row that commits after one with a higher id waits for the next run, so the work must
   * tolerate that. Failed work is repeated.
   */
  async whenThereAre(work: () => Promise<void>): Promise<void> {
    const newest = await this.newest();
    if (newest === this.newestDone) return;
    await work();
    this.newestDone = newest;
  }

  /** 0 for an empty table. */
  private async newest(): Promise<number> {
    const [row] = await this.uow.read<{ id: unknown }>(NEWEST[this.table]);
    return Number(row?.id ?? 0);
  }
}
