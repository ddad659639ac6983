import type { UnitOfWork } from './unit-of-work.js';

const NEWEST = {
  payment_counts: 'SELECT id FROM payment_counts ORDER BY id DESC LIMIT 1',
  day_changes: 'SELECT id FROM day_changes ORDER BY id DESC LIMIT 1',
};

/** Tells a job that works through a table's rows whether there is anything new, for the price of one index entry. */
export class NewRows {
  /** Id of the newest row before the work was last done; null while that is not known. */
  private newestDone: number | null = null;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly table: keyof typeof NEWEST,
  ) {}

  /**
   * A row whose transaction ends later than that of a row with a higher id waits for the next one: the work must be such that
   * rows may wait. Work that fails is done again.
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
