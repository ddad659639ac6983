import type { SettlementProgress } from '../../contracts/settlements.js';

/** Whoever watches sees it move, and the database hardly notices. */
const EVERY_MS = 1000;

export type OnProgress = (progress: SettlementProgress) => Promise<void> | void;

/** How far a reconciliation is: reported when a step begins, and once a second while it goes on. */
export class RunProgress {
  private current: SettlementProgress = { step: 'storing', done: 0, total: 0 };
  private reportedAt = 0;

  constructor(private readonly report: OnProgress) {}

  begin(step: SettlementProgress['step'], total: number): Promise<void> {
    this.current = { step, done: 0, total };
    return this.tell();
  }

  async add(done: number): Promise<void> {
    this.current.done += done;
    if (performance.now() - this.reportedAt >= EVERY_MS) await this.tell();
  }

  private async tell(): Promise<void> {
    this.reportedAt = performance.now();
    await this.report({ ...this.current });
  }
}
