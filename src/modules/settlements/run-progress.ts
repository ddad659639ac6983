import type { SettlementProgress } from '../../contracts/settlements.js';

/** Often enough to watch, rarely enough for the database. */
const EVERY_MS = 1000;

export type OnProgress = (progress: SettlementProgress) => Promise<void> | void;

/** Progress of a reconciliation: reported at the start of a step and once a second during it. */
export class RunProgress {
  private current: SettlementProgress = { step: 'storing', done: 0, total: 0 };
  private reportedAt = 0;

  constructor(private readonly report: OnProgress) {}

  begin(step: SettlementProgress['step'], total: number): Promise<void> {
    this.current = { step, done: 0, total };
    return this.sendProgress();
  }

  async add(done: number): Promise<void> {
    this.current.done += done;
    if (performance.now() - this.reportedAt >= EVERY_MS) await this.sendProgress();
  }

  private async sendProgress(): Promise<void> {
    this.reportedAt = performance.now();
    await this.report({ ...this.current });
  }
}
